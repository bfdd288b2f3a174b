import type { Encryption, Store } from '../../store/index.ts'
import type { SceneId, TournamentId } from '../../../events/ids.ts'

type Db = Pick<Store, 'db'>
type New = {
  channel: string
  scene?: SceneId
  tournament?: TournamentId
  address: unknown
  options: unknown
  /** how far the log has come */
  after: number
}

/** Where to is sealed: who has it can write to somebody. */
export async function subscribe(
  { db }: Db,
  encryption: Encryption,
  { channel, scene, tournament, address, options, after }: New,
): Promise<number> {
  const { id } = await db
    .insertInto('kept.subscription')
    .values({
      channel,
      scene: scene ?? null,
      tournament: tournament ?? null,
      address: encryption.encrypt(JSON.stringify(address), about(channel)),
      options: JSON.stringify(options),
      after,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Its address is forgotten, and what was on its way to it is not sent; what was told stays listed. */
export async function endSubscription({ pool }: Pick<Store, 'pool'>, id: number): Promise<void> {
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

/** Told at once to one subscription, by whoever sends; a key that it was told by before is no news. */
export async function sendNow(
  { db }: Db,
  subscription: number,
  { key, content }: { key: string; content: unknown },
): Promise<void> {
  await db
    .insertInto('kept.delivery')
    .values({ subscription, tournament: null, key, content: JSON.stringify(content) })
    .onConflict((conflict) => conflict.columns(['subscription', 'key']).doNothing())
    .execute()
}

/** What was told, or was given up, is told once more under the same id, after what waits before it. */
export async function sendAgain({ db }: Db, subscription: number, id: number): Promise<boolean> {
  const row = await db
    .updateTable('kept.delivery')
    .set({ state: 'pending', attempts: 0, reason: null, dueAt: new Date(), endedAt: null })
    .where('subscription', '=', subscription)
    .where('id', '=', id)
    .where('state', '!=', 'pending')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Takes the place of what it was subscribed with; as the same subscription it is told nothing twice. */
export async function changeSubscription(
  { db }: Db,
  encryption: Encryption,
  id: number,
  { channel, address, options }: { channel: string; address?: unknown; options?: unknown },
): Promise<void> {
  const sealed = (): string => encryption.encrypt(JSON.stringify(address), about(channel))
  await db
    .updateTable('kept.subscription')
    .set({
      ...(address === undefined ? {} : { address: sealed() }),
      ...(options === undefined ? {} : { options: JSON.stringify(options) }),
    })
    .where('id', '=', id)
    .where('channel', '=', channel)
    .where('endedAt', 'is', null)
    .execute()
}

/** Null: sealed with another key. */
export function openAddress(encryption: Encryption | null, channel: string, sealed: string) {
  const text = encryption?.decrypt(sealed, about(channel)) ?? null
  return text === null ? null : (JSON.parse(text) as unknown)
}

function about(channel: string): string {
  return `address of ${channel}`
}
