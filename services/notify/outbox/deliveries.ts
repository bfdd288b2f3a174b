import { nameForPair } from '../../log/index.ts'
import { excludePractice } from '../../store/index.ts'
import type { DeliveryState, Encryption, Store } from '../../store/index.ts'
import { openCheckpoint, openJobs } from '../../jobs/index.ts'
import type { Delivery, Notification, Subscription } from './channel.ts'
import type { SceneId, TournamentId } from '#events/ids.ts'
import { hostOf } from './host.ts'
import { places } from './places.ts'
import type { Lane, Room } from './places.ts'
import { openAddress, storeHost } from './subscriptions.ts'

/** `$1`: names of channels; `$2`: a `Room` as JSON. */
const kind = (field: string) =>
  `($2::json #>> array['kinds', case when is_phone then 'phones' else 'others' end, '${field}'])::int`

/**
 * SQL: the ids of the due deliveries for whose host, scene and kind there is room: at most the oldest of each
 * subscription, so that each receives notifications in order.
 */
const chosenSql = (isDue: string): string => `
with due as (
  select job.id, job.due_at, s.channel = 'push' as is_phone, coalesce(s.scene, t.scene, 0) as scene,
    coalesce(h."hasAnswered", false) as answered, coalesce(h.free, ${places.newHost}) as free,
    row_number() over (partition by coalesce(s.host, '') order by job.due_at, job.id) as n
  from kept.delivery job
  join kept.subscription s on s.id = job.subscription
  left join view.tournament t on t.id = s.tournament
  left join json_to_recordset($2::json -> 'hosts') as h (host text, free int, "hasAnswered" boolean)
    on h.host = s.host
  where s.channel = any($1) and ${isDue}
    and coalesce(h.free, ${places.newHost}) > 0
    and not exists (
      select from kept.delivery older
      where older.subscription = job.subscription and older.state = 'pending' and older.id < job.id
    )
), of_hosts as (
  select d.*, row_number() over (
      partition by d.answered, d.is_phone, d.scene order by d.due_at, d.id
    ) as n_of_scene, coalesce(r.free, ${places.scene}) as free_of_scene,
    coalesce(r."freeNew", ${places.newOfScene}) as free_new
  from due d
  left join json_to_recordset($2::json -> 'scenes') as r (scene int, free int, "freeNew" int)
    on r.scene = d.scene
  where n <= d.free
), of_new_hosts as (
  -- Each scene has its turn, so that many hosts of one do not delay those of another.
  select *, row_number() over (
      partition by answered, is_phone order by n_of_scene, due_at, id
    ) as n_new
  from of_hosts where answered or n_of_scene <= free_new
), of_scenes as (
  select *, row_number() over (partition by scene order by due_at, id) as n_scene
  from of_new_hosts where answered or n_new <= ${kind('freeNew')}
), of_kinds as (
  select *, row_number() over (partition by is_phone order by due_at, id) as n_kind
  from of_scenes where n_scene <= free_of_scene
)
select id from of_kinds where n_kind <= ${kind('free')}
order by due_at, id limit ($2::json ->> 'total')::int`

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
