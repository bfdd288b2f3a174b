// Everything that is stored encrypted with WAGGLE_SECRET, and what to do when the secret changes.
import type { StageId } from '../../events/ids.ts'
import { inTransaction } from './advisory-lock.ts'
import type { Encryption } from './encryption.ts'
import type { Store } from './index.ts'

export const purposes = {
  token: (stage: StageId) => `link token of stage ${stage}`,
  address: (channel: string) => `address of ${channel}`,
  vapid: 'vapid',
}

type Kind = keyof typeof purposes
type Sealed = { kind: Kind; id: number; purpose: string; sealed: string }
type Queryable = Pick<Store['pool'], 'query'>
/** how many tokens, addresses and keys */
export type SealedCounts = Record<Kind, number>

const reads: Record<Kind, string> = {
  token: 'select stage as id, sealed from kept.link_token',
  address: 'select id, channel, address as sealed from kept.subscription where address is not null',
  vapid: 'select 1 as id, sealed from kept.vapid_key',
}

const updates: Record<Kind, string> = {
  token: 'update kept.link_token set sealed = $2 where stage = $1',
  address: 'update kept.subscription set address = $2 where id = $1',
  vapid: 'update kept.vapid_key set sealed = $2 where one or $1 = 1',
}

/** Deletes the address and cancels pending deliveries; past deliveries stay listed. */
export async function endSubscription({ pool }: { pool: Queryable }, id: number): Promise<void> {
  await pool.query(
    `with ended as (
       update kept.subscription set address = null, ended_at = coalesce(ended_at, now())
       where id = $1
     )
     update kept.delivery set state = 'gone', leased_until = null, ended_at = now()
     where subscription = $1 and state = 'pending'`,
    [id],
  )
}

async function remove(client: Queryable, { kind, id }: Sealed): Promise<void> {
  if (kind === 'address') await endSubscription({ pool: client }, id)
  else if (kind === 'token') {
    await client.query('delete from kept.link_token where stage = $1', [id])
  }
  // A new one is generated when the next phone subscribes.
  else await client.query('delete from kept.vapid_key')
}

async function readAll(client: Queryable): Promise<Sealed[]> {
  const kinds = Object.keys(reads) as Kind[]
  const read = async (kind: Kind) => {
    type Row = { id: number; channel?: string; sealed: string }
    const { rows } = await client.query<Row>(reads[kind])
    return rows.map(({ id, channel = '', sealed }): Sealed => {
      const purpose = {
        token: purposes.token(id),
        address: purposes.address(channel),
        vapid: purposes.vapid,
      }
      return { kind, id, purpose: purpose[kind], sealed }
    })
  }
  const found: Sealed[] = []
  for (const kind of kinds) found.push(...(await read(kind)))
  return found
}

/** What was encrypted with another secret. */
export async function countUnreadable(
  { pool }: Pick<Store, 'pool'>,
  encryption: Encryption | null,
): Promise<SealedCounts> {
  return countsOf((await readAll(pool)).filter((one) => !opened(one, encryption)))
}

/**
 * Encrypts again for `to` what was encrypted with `from`. With `forget`, it deletes what neither can
 * decrypt: a token has to be entered again, and a phone or program has to subscribe again.
 */
export function changeSecret(
  store: Pick<Store, 'pool'>,
  { from, to, forget }: { from: Encryption | null; to: Encryption; forget: boolean },
): Promise<{ changed: SealedCounts; unreadable: SealedCounts }> {
  return inTransaction(store, async (client) => {
    const closed = (await readAll(client)).filter((one) => !opened(one, to))
    const unreadable: Sealed[] = []
    for (const one of closed) {
      const text = opened(one, from)
      if (text === null) unreadable.push(one)
      else await client.query(updates[one.kind], [one.id, to.encrypt(text, one.purpose)])
    }
    for (const one of forget ? unreadable : []) await remove(client, one)
    const changed = closed.filter((one) => !unreadable.includes(one))
    return { changed: countsOf(changed), unreadable: countsOf(unreadable) }
  })
}

function opened({ sealed, purpose }: Sealed, encryption: Encryption | null): string | null {
  return encryption?.decrypt(sealed, purpose) ?? null
}

function countsOf(all: Sealed[]): SealedCounts {
  const count = (kind: Kind) => all.filter((one) => one.kind === kind).length
  return { token: count('token'), address: count('address'), vapid: count('vapid') }
}
