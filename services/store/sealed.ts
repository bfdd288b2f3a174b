// Everything that is stored encrypted with WAGGLE_SECRET, and what to do when the secret changes.
import type { StageId } from '#events/ids.ts'
import { inTransaction } from './advisory-lock.ts'
import type { Encryption } from './encryption.ts'
import type { Store } from './store.ts'

export const purposes = {
  token: (stage: StageId) => `link token of stage ${stage}`,
  address: (channel: string) => `address of ${channel}`,
  vapid: 'vapid',
}

type Kind = keyof typeof purposes
type Row = { id: number; channel?: string; sealed: string }
type Sealed = { kind: Kind; id: number; purpose: string; sealed: string }
type Queryable = Pick<Store['pool'], 'query'>
/** how many tokens, addresses and keys */
export type SealedCounts = Record<Kind, number>

type SealedKind = {
  /** the oldest first */
  read: string
  purposeOf(row: Row): string
  update: string
  remove(client: Queryable, id: number): Promise<unknown>
}

const sealedKinds: Record<Kind, SealedKind> = {
  token: {
    read: 'select stage as id, sealed from kept.link_token order by stage limit $1',
    purposeOf: ({ id }) => purposes.token(id),
    update: 'update kept.link_token set sealed = $2 where stage = $1',
    remove: (client, id) => client.query('delete from kept.link_token where stage = $1', [id]),
  },
  address: {
    read: `select id, channel, address as sealed from kept.subscription
      where address is not null order by id limit $1`,
    purposeOf: ({ channel = '' }) => purposes.address(channel),
    update: 'update kept.subscription set address = $2 where id = $1',
    remove: (client, id) => endSubscription({ pool: client }, id),
  },
  // The only one; after its removal a new one is generated when the next phone subscribes.
  vapid: {
    read: 'select 1 as id, sealed from kept.vapid_key limit $1',
    purposeOf: () => purposes.vapid,
    update: 'update kept.vapid_key set sealed = $2 where one or $1 = 1',
    remove: (client) => client.query('delete from kept.vapid_key'),
  },
}

/** A changed secret shows in the oldest; a status must not decrypt everything every few seconds. */
const mostCounted = 1_000

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

/** `most` of each kind; null: all. */
async function read(client: Queryable, most: number | null): Promise<Sealed[]> {
  const found: Sealed[] = []
  for (const kind of Object.keys(sealedKinds) as Kind[]) {
    const { read, purposeOf } = sealedKinds[kind]
    const { rows } = await client.query<Row>(read, [most])
    found.push(...rows.map((row) => ({ ...row, kind, purpose: purposeOf(row) })))
  }
  return found
}

/** What was encrypted with another secret, among the oldest 1,000 of each kind. */
export async function countUnreadable(
  { pool }: Pick<Store, 'pool'>,
  encryption: Encryption | null,
): Promise<SealedCounts> {
  return countsOf((await read(pool, mostCounted)).filter((one) => !opened(one, encryption)))
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
    const closed = (await read(client, null)).filter((one) => !opened(one, to))
    const changed: Sealed[] = []
    const unreadable: Sealed[] = []
    for (const one of closed) {
      const text = opened(one, from)
      if (text === null) unreadable.push(one)
      else {
        await client.query(sealedKinds[one.kind].update, [one.id, to.encrypt(text, one.purpose)])
        changed.push(one)
      }
    }
    for (const one of forget ? unreadable : []) await sealedKinds[one.kind].remove(client, one.id)
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
