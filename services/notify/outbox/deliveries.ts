import { nameForPair } from '../../log/index.ts'
import { excludePractice } from '../../store/index.ts'
import type { DeliveryState, Encryption, Store } from '../../store/index.ts'
import type { Delivery, News } from './channel.ts'
import type { SceneId, TournamentId } from '../../../events/ids.ts'
import { openAddress } from './subscriptions.ts'

/** How far a pair of streams has been read for news. */
export const checkpointOf = (pair: number) => nameForPair('notify', pair)

export type Due = News & { subscription: number; tournament: TournamentId | null }
type Place = { tournament: TournamentId; scene: SceneId }
/** `hasEnded`: its subscription has, while this was being enqueued */
export type Taken = Delivery & { ageMs: number; hasEnded: boolean }
export type Outbox = ReturnType<typeof openOutbox> & ReturnType<typeof openTaking>

/** What is to be told outside, written in one transaction with how far the log was read (P8). */
export function openOutbox({ db }: Pick<Store, 'db'>) {
  return {
    /** Where to read on; the first to ask begins at the end of the log. */
    async position(pair: number, end: number): Promise<number> {
      await db
        .insertInto('kept.courier')
        .values({ name: checkpointOf(pair), seq: end })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const { seq } = await positionRow(db, pair).executeTakeFirstOrThrow()
      return seq
    },
    /** Who is told of these tournaments. */
    subscribers(places: Place[]) {
      const tournaments = places.map(({ tournament }) => tournament)
      const scenes = places.map(({ scene }) => scene)
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
    /** What another process has read this far is due already. */
    async enqueue(pair: number, found: { seq: number; due: Due[] }[], end: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const { seq } = await positionRow(tx, pair).forUpdate().executeTakeFirstOrThrow()
        if (seq >= end) return
        const due = found.flatMap((one) => (one.seq > seq ? one.due : []))
        if (due.length > 0) await insertDue(tx, due)
        const moved = tx.updateTable('kept.courier').set({ seq: end })
        await moved.where('name', '=', checkpointOf(pair)).execute()
      })
    },
  }
}

/** Deliveries are taken by whoever is free; all clocks are the database's (P17). */
export function openTaking(store: Store, encryption: Encryption | null, leaseMs: number) {
  const { pool } = store
  return {
    /** One of each subscription at most, its oldest: what is told to one is told in order. */
    async take(channels: string[], most: number): Promise<Taken[]> {
      const { rows } = await pool.query<TakenRow>(takeSql, [channels, leaseMs, most])
      return rows.map((row) => deliveryOf(row, encryption))
    },
    /** What has been sent is sent, whoever has taken it since. */
    async end(id: number, state: DeliveryState, reason: string | null = null): Promise<void> {
      await pool.query(
        `update kept.delivery set state = $2, reason = $3, leased_until = null, ended_at = now()
         where id = $1 and state = 'pending'`,
        [id, state, reason],
      )
    },
    /** What was no longer so is so again. */
    async reopen(id: number): Promise<void> {
      await pool.query(
        `update kept.delivery set state = 'pending', reason = null, due_at = now(), ended_at = null
         where id = $1 and state = 'outdated'`,
        [id],
      )
    },
    async retry({ id, attempts }: Delivery, reason: string, inMs: number): Promise<void> {
      await pool.query(
        `update kept.delivery
         set reason = $3, leased_until = null, due_at = now() + interval '1 ms' * $4
         where id = $1 and attempts = $2 and state = 'pending'`,
        [id, attempts, reason, inMs],
      )
    },
  }
}

function positionRow(db: Store['db'], pair: number) {
  return db.selectFrom('kept.courier').select('seq').where('name', '=', checkpointOf(pair))
}

/** What was told is not told again; what was not, as it no longer held, is when it comes about again. */
export async function insertDue(db: Store['db'], due: Due[]): Promise<void> {
  const once = new Map(due.map((one) => [`${one.subscription} ${one.key}`, one]))
  const rows = [...once.values()].map((one) => ({
    subscription: one.subscription,
    tournament: one.tournament,
    key: one.key,
    content: JSON.stringify(one.content),
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

type TakenRow = {
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
  hasEnded: boolean
}

const takeSql = `
with taken as (
  select one.id from kept.delivery one join kept.subscription s on s.id = one.subscription
  where one.state = 'pending' and s.channel = any($1) and one.due_at <= now()
    and (one.leased_until is null or one.leased_until < now())
    and not exists (
      select from kept.delivery older
      where older.subscription = one.subscription and older.state = 'pending' and older.id < one.id
    )
  order by one.due_at, one.id limit $3
  for update of one skip locked
)
update kept.delivery d
set leased_until = now() + interval '1 ms' * $2, attempts = d.attempts + 1
from taken, kept.subscription s
where d.id = taken.id and s.id = d.subscription
returning d.id, d.key, d.content, d.tournament, d.attempts,
  (extract(epoch from now() - d.created_at) * 1000)::float8 as "ageMs",
  s.id as subscription, s.channel, s.scene, s.tournament as "ofTournament", s.options, s.address,
  s.ended_at is not null as "hasEnded"
`

function deliveryOf(row: TakenRow, encryption: Encryption | null): Taken {
  const { id, key, content, tournament, attempts, ageMs, hasEnded, channel, scene, options } = row
  const address = row.address === null ? null : openAddress(encryption, channel, row.address)
  const subscription = { id: row.subscription, channel, scene, tournament: row.ofTournament }
  const about = { id, key, content, tournament, attempts, ageMs, hasEnded }
  return { ...about, subscription: { ...subscription, options, address } }
}
