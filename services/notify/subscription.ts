import type { Encryption, Store } from '../store/index.ts'
import type { SceneId, TournamentId } from '../../events/ids.ts'

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

/** Null: sealed with another key. */
export function openAddress(encryption: Encryption | null, channel: string, sealed: string) {
  const text = encryption?.decrypt(sealed, about(channel)) ?? null
  return text === null ? null : (JSON.parse(text) as unknown)
}

function about(channel: string): string {
  return `address of ${channel}`
}
