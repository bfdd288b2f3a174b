import { purposes } from '../../store/index.ts'
import type { Encryption, Store } from '../../store/index.ts'
import { hostOf } from './host.ts'
import type { SceneId, TournamentId } from '#events/ids.ts'

type Db = Pick<Store, 'db'>
type NewSubscription = {
  channel: string
  scene?: SceneId
  tournament?: TournamentId
  address: unknown
  options: unknown
  /** log position from which on notifications are sent */
  after: number
}

/** Stores a subscription. The address is encrypted, because it allows sending to the receiver. */
export async function subscribe(
  { db }: Db,
  encryption: Encryption,
  { channel, scene, tournament, address, options, after }: NewSubscription,
): Promise<number> {
  const { id } = await db
    .insertInto('kept.subscription')
    .values({
      channel,
      scene: scene ?? null,
      tournament: tournament ?? null,
      address: encryption.encrypt(JSON.stringify(address), purposes.address(channel)),
      host: hostOf(address),
      options: JSON.stringify(options),
      after,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Enqueues a delivery for one subscription immediately, unless the key was used before. */
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

/** Sends a finished delivery again under the same id, in its turn. */
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

/** Changes address or options. It stays the same subscription, so nothing is sent twice. */
export async function changeSubscription(
  { db }: Db,
  encryption: Encryption,
  id: number,
  { channel, address, options }: { channel: string; address?: unknown; options?: unknown },
): Promise<void> {
  const encrypted = (): string =>
    encryption.encrypt(JSON.stringify(address), purposes.address(channel))
  await db
    .updateTable('kept.subscription')
    .set({
      ...(address === undefined ? {} : { address: encrypted(), host: hostOf(address) }),
      ...(options === undefined ? {} : { options: JSON.stringify(options) }),
    })
    .where('id', '=', id)
    .where('channel', '=', channel)
    .where('endedAt', 'is', null)
    .execute()
}

/** For subscriptions that are older than this column. */
export async function storeHost({ db }: Db, id: number, host: string): Promise<void> {
  const row = db.updateTable('kept.subscription').set({ host }).where('id', '=', id)
  await row.where('host', 'is', null).execute()
}

/** Decrypts an address; null if it was encrypted with another key. */
export function openAddress(encryption: Encryption | null, channel: string, encrypted: string) {
  const text = encryption?.decrypt(encrypted, purposes.address(channel)) ?? null
  return text === null ? null : (JSON.parse(text) as unknown)
}
