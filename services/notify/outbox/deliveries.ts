import { nameForPair } from '../../log/index.ts'
import { excludePractice } from '../../store/index.ts'
import type { DeliveryState, Encryption, Store } from '../../store/index.ts'
import { openCheckpoint, openJobs } from '../../jobs/index.ts'
import type { Delivery, Notification, Subscription } from './channel.ts'
import type { SceneId, TournamentId } from '#events/ids.ts'
import { hostOf } from './host.ts'
import type { Lane, Room } from './places.ts'
import { openAddress, storeHost } from './subscriptions.ts'
import { chosenSql } from './chosen-sql.ts'

/** Name of the checkpoint of a pair of streams. */
export const checkpointOf = (pair: number) => nameForPair('notify', pair)

export type Due = Notification & { subscription: number; tournament: TournamentId | null }
type TournamentScope = { tournament: TournamentId; scene: SceneId }
/** `hasEnded`: the subscription ended while the delivery was being enqueued */
export type LeasedDelivery = Delivery & { ageMs: number; hasEnded: boolean; lane: Lane }
export type Outbox = ReturnType<typeof openOutbox> & ReturnType<typeof openDeliveryQueue>

/** Writes deliveries in one transaction with the checkpoint of the log (P8). */
export function openOutbox({ db }: Pick<Store, 'db'>) {
  const checkpoint = (pair: number) => openCheckpoint({ db }, checkpointOf(pair))
  return {
    /** Where to begin; at first at the end of the log. */
    position: (pair: number, end: number) => checkpoint(pair).position(end),
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
      await checkpoint(pair).move(end, async (tx, seq) => {
        if (seq >= end) return false
        const due = steps.flatMap((step) => (step.seq > seq ? step.due : []))
        if (due.length > 0) await insertDue(tx, due)
        return true
      })
    },
  }
}

const returning = `job.id, job.key, job.content, job.tournament,
  (extract(epoch from now() - job.created_at) * 1000)::float8 as "ageMs",
  (select json_build_object('id', id, 'channel', channel, 'scene', scene, 'tournament', tournament,
    'options', options, 'address', address, 'hasEnded', ended_at is not null, 'lane',
    json_build_object('host', host, 'isPhone', channel = 'push', 'scene', coalesce(scene,
      (select t.scene from view.tournament t where t.id = s.tournament), 0)))
    from kept.subscription s where s.id = job.subscription) as subscription`

type LeasedRow = Omit<Delivery, 'subscription'> & {
  ageMs: number
  subscription: Subscription & {
    address: string | null
    hasEnded: boolean
    lane: Omit<Lane, 'host'> & { host: string | null }
  }
}

/** The deliveries that are due, for any number of senders. */
export function openDeliveryQueue(store: Store, encryption: Encryption | null, leaseMs: number) {
  const { pool } = store
  const jobs = openJobs(store, {
    name: 'kept.delivery',
    key: ['id'],
    leaseMs,
    leasedUntil: 'leased_until',
    isPending: `job.state = 'pending'`,
  })
  const choice = { which: `and job.id in (${chosenSql(jobs.isDue())})`, returning }

  /** Completes a row; subscriptions that are older than the column have no host. */
  async function deliveryOf({ subscription, ...row }: LeasedRow): Promise<LeasedDelivery> {
    const { address: encrypted, hasEnded, lane, ...of } = subscription
    const address = encrypted === null ? null : openAddress(encryption, of.channel, encrypted)
    const host = lane.host ?? hostOf(address)
    if (lane.host === null) await storeHost(store, of.id, host)
    return { ...row, hasEnded, lane: { ...lane, host }, subscription: { ...of, address } }
  }

  return {
    retry: jobs.retry,
    async take(channels: string[], room: Room): Promise<LeasedDelivery[]> {
      const rows = await jobs.take<LeasedRow>(choice, [channels, JSON.stringify(room)])
      return Promise.all(rows.map(deliveryOf))
    },
    end: (delivery: Delivery, state: DeliveryState, reason: string | null = null) =>
      jobs.end(delivery, { state, reason }, 'ended_at = now()'),
    /** Makes an outdated delivery pending again. */
    async reopen(id: number): Promise<void> {
      await pool.query(
        `update kept.delivery set state = 'pending', reason = null, due_at = now(), ended_at = null
         where id = $1 and state = 'outdated'`,
        [id],
      )
    },
  }
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
