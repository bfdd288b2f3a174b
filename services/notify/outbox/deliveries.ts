import { nameForPair } from '../../log/index.ts'
import { excludePractice } from '../../store/index.ts'
import type { DeliveryState, Encryption, Store } from '../../store/index.ts'
import type { Delivery, Notification } from './channel.ts'
import type { SceneId, TournamentId } from '../../../events/ids.ts'
import { hostOf } from './host.ts'
import type { Lane, Room } from './places.ts'
import { openAddress, storeHost } from './subscriptions.ts'
import { takeSql, takeValues } from './take-sql.ts'

/** Name of the checkpoint of a pair of streams. */
export const checkpointOf = (pair: number) => nameForPair('notify', pair)

export type Due = Notification & { subscription: number; tournament: TournamentId | null }
type TournamentScope = { tournament: TournamentId; scene: SceneId }
/** `hasEnded`: the subscription ended while the delivery was being enqueued */
export type LeasedDelivery = Delivery & { ageMs: number; hasEnded: boolean; lane: Lane }
export type Outbox = ReturnType<typeof openOutbox> & ReturnType<typeof openDeliveryQueue>

/** Writes deliveries in one transaction with the checkpoint of the log (P8). */
export function openOutbox({ db }: Pick<Store, 'db'>) {
  return {
    /** The checkpoint; the first call stores the end of the log as the start. */
    async position(pair: number, end: number): Promise<number> {
      await db
        .insertInto('kept.courier')
        .values({ name: checkpointOf(pair), seq: end })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const { seq } = await positionRow(db, pair).executeTakeFirstOrThrow()
      return seq
    },
    async hasSubscribers(): Promise<boolean> {
      const first = db.selectFrom('kept.subscription').select('id').where('endedAt', 'is', null)
      return (await first.limit(1).executeTakeFirst()) !== undefined
    },
    /** The subscriptions to these tournaments or their scenes. */
    subscribers(scopes: TournamentScope[]) {
      const tournaments = scopes.map(({ tournament }) => tournament)
      const scenes = scopes.map(({ scene }) => scene)
      return db
        .selectFrom('kept.subscription')
        .select(['id', 'channel', 'scene', 'tournament', 'options', 'after'])
        .where('endedAt', 'is', null)
        .where(excludePractice('tournament', 'tournament'))
        .where(excludePractice('scene', 'scene'))
        .where((eb) =>
          eb.or([
            eb('tournament', 'in', tournaments),
            eb.and([eb('tournament', 'is', null), eb('scene', 'in', scenes)]),
          ]),
        )
        .orderBy('id')
        .execute()
    },
    /** Stores new deliveries, except those that another process has enqueued already. */
    async enqueue(pair: number, steps: { seq: number; due: Due[] }[], end: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { seq } = await positionRow(tx, pair).forUpdate().executeTakeFirstOrThrow()
        if (seq >= end) return
        const due = steps.flatMap((step) => (step.seq > seq ? step.due : []))
        if (due.length > 0) await insertDue(tx, due)
        const moved = tx.updateTable('kept.courier').set({ seq: end })
        await moved.where('name', '=', checkpointOf(pair)).execute()
      })
    },
  }
}

/** Leases deliveries to any number of senders; all times are from the database's clock (P17). */
export function openDeliveryQueue(store: Store, encryption: Encryption | null, leaseMs: number) {
  const { pool } = store
  return {
    async take(channels: string[], room: Room): Promise<LeasedDelivery[]> {
      const { rows } = await pool.query<LeasedRow>(takeSql, takeValues(channels, leaseMs, room))
      const deliveries = rows.map((row) => deliveryOf(row, encryption))
      for (const [index, { lane, subscription }] of deliveries.entries()) {
        if (rows[index]?.host === null) await storeHost(store, subscription.id, lane.host)
      }
      return deliveries
    },
    /** Ends a delivery, even if another sender has leased it since. */
    async end(id: number, state: DeliveryState, reason: string | null = null): Promise<void> {
      await pool.query(
        `update kept.delivery set state = $2, reason = $3, leased_until = null, ended_at = now()
         where id = $1 and state = 'pending'`,
        [id, state, reason],
      )
    },
    /** Makes an outdated delivery pending again. */
    async reopen(id: number): Promise<void> {
      await pool.query(
        `update kept.delivery set state = 'pending', reason = null, due_at = now(), ended_at = null
         where id = $1 and state = 'outdated'`,
        [id],
      )
    },
    async retry({ id, attempts }: Delivery, reason: string, delayMs: number): Promise<void> {
      await pool.query(
        `update kept.delivery
         set reason = $3, leased_until = null, due_at = now() + interval '1 ms' * $4
         where id = $1 and attempts = $2 and state = 'pending'`,
        [id, attempts, reason, delayMs],
      )
    },
  }
}

function positionRow(db: Store['db'], pair: number) {
  return db.selectFrom('kept.courier').select('seq').where('name', '=', checkpointOf(pair))
}

/** Inserts deliveries; a key that exists is skipped, or made pending again if it was outdated. */
export async function insertDue(db: Store['db'], due: Due[]): Promise<void> {
  const distinct = new Map(due.map((item) => [`${item.subscription} ${item.key}`, item]))
  const rows = [...distinct.values()].map((item) => ({
    subscription: item.subscription,
    tournament: item.tournament,
    key: item.key,
    content: JSON.stringify(item.content),
  }))
  await db
    .insertInto('kept.delivery')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['subscription', 'key'])
        .doUpdateSet({ state: 'pending', reason: null, dueAt: new Date(), endedAt: null })
        .where('kept.delivery.state', '=', 'outdated'),
    )
    .execute()
}

type LeasedRow = {
  id: number
  key: string
  content: unknown
  tournament: number | null
  attempts: number
  ageMs: number
  subscription: number
  channel: string
  scene: number | null
  ofTournament: number | null
  options: unknown
  address: string | null
  host: string | null
  ofScene: number
  hasEnded: boolean
}

function deliveryOf(row: LeasedRow, encryption: Encryption | null): LeasedDelivery {
  const { id, key, content, tournament, attempts, ageMs, hasEnded, channel, scene, options } = row
  const address = row.address === null ? null : openAddress(encryption, channel, row.address)
  const subscription = { id: row.subscription, channel, scene, tournament: row.ofTournament }
  const host = row.host ?? hostOf(address)
  const lane = { host, scene: row.ofScene, isPhone: channel === 'push' }
  const fields = { id, key, content, tournament, attempts, ageMs, hasEnded, lane }
  return { ...fields, subscription: { ...subscription, options, address } }
}
