// Start times are not in commits: compares the latest published ones with those each device knows.
import type { TournamentId } from '#events/ids.ts'
import { pause } from '../../log/index.ts'
import type { States } from '../../states/index.ts'
import { publishedOf } from '../../store/estimates.ts'
import { excludePractice } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import type { Channel } from '../outbox/channel.ts'
import { insertDue } from '../outbox/deliveries.ts'
import type { Due } from '../outbox/deliveries.ts'
import { delayOf, startsOf } from './delay.ts'
import type { Delay } from './delay.ts'

type Db = Pick<Store, 'db'>['db']
type Options = {
  store: Store
  states: States
  channels: ReadonlyMap<string, Channel>
  signal: AbortSignal
  everyMs: number
  /** called when a delivery is due */
  wake(): void
}
type KnownStart = { start: string; isPending?: boolean }
type ShownStart = Pick<Delay, 'match' | 'attempt' | 'start'>

/** Older estimates belong to a past evening. */
const maxAgeMs = 12 * 60 * 60_000

/** Processes each newly published estimate, after a restart all of them; ends when stopped. */
export async function followEstimates(options: Options): Promise<void> {
  const { store, channels, signal, everyMs, wake } = options
  const processed = new Map<TournamentId, number>()
  const names = [...channels.values()].filter(({ teamOf }) => teamOf).map(({ name }) => name)
  while (!signal.aborted && names.length > 0) {
    for (const { tournament, asOf } of await published(store.db, names)) {
      if (processed.get(tournament) === asOf.getTime()) continue
      const { isDue, isWaiting } = await enqueueDelays(options, tournament)
      if (isDue) wake()
      if (!isWaiting) processed.set(tournament, asOf.getTime())
    }
    await pause(everyMs, signal)
  }
}

/** Records the expected starts that a device was shown; only the first for each match is stored. */
export async function storePublishedStarts(
  db: Db,
  subscription: number,
  starts: ShownStart[],
): Promise<void> {
  if (starts.length === 0) return
  const rows = starts.map(({ match, attempt, start }) => ({ subscription, match, attempt, start }))
  await db
    .insertInto('kept.shownStart')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

function published(db: Db, channels: string[]) {
  return db
    .selectFrom('kept.subscription')
    .innerJoin('kept.estimate', 'kept.estimate.tournament', 'kept.subscription.tournament')
    .select(['kept.estimate.tournament', 'kept.estimate.asOf'])
    .distinct()
    .where('kept.subscription.endedAt', 'is', null)
    .where('kept.subscription.channel', 'in', channels)
    .where('kept.estimate.asOf', '>', new Date(Date.now() - maxAgeMs))
    .where(excludePractice('tournament', 'kept.subscription.tournament'))
    .execute()
}

/**
 * Locks the subscriptions, so that concurrent processes see each other's deliveries. While a delay
 * is pending (`isWaiting`) the start that the device knows is undecided.
 */
async function enqueueDelays({ store, states, channels }: Options, tournament: TournamentId) {
  const { state } = await states.now(tournament)
  return store.db.transaction().execute(async (tx) => {
    const active = tx.selectFrom('kept.subscription').selectAll().where('endedAt', 'is', null)
    const locked = active.where('tournament', '=', tournament).orderBy('id').forNoKeyUpdate()
    const subscriptions = await locked.execute()
    const last = await publishedOf({ db: tx }, tournament)
    const known = await knownStarts(
      tx,
      subscriptions.map(({ id }) => id),
    )
    const due: Due[] = []
    let isWaiting = false
    for (const subscription of subscriptions) {
      const team = channels.get(subscription.channel)?.teamOf?.(state, subscription) ?? null
      if (team === null || !last) continue
      const starts = startsOf(state, last.estimates, team)
      const knownOf = (start: ShownStart) => known.get(keyOf(subscription.id, start))?.start
      await storePublishedStarts(
        tx,
        subscription.id,
        starts.filter((start) => knownOf(start) === undefined),
      )
      const delay = delayOf(starts, knownOf)
      if (!delay) continue
      if (known.get(keyOf(subscription.id, delay.content))?.isPending) isWaiting = true
      else due.push({ ...delay, subscription: subscription.id, tournament })
    }
    if (due.length > 0) await insertDue(tx, due)
    return { isDue: due.length > 0, isWaiting }
  })
}

/** The start each device knows: from the last sent or pending delay, else as first shown. */
async function knownStarts(db: Db, subscriptions: number[]): Promise<Map<string, KnownStart>> {
  if (subscriptions.length === 0) return new Map()
  const shown = await db
    .selectFrom('kept.shownStart')
    .selectAll()
    .where('subscription', 'in', subscriptions)
    .execute()
  const deliveries = await db
    .selectFrom('kept.delivery')
    .select(['subscription', 'content', 'state'])
    .where('subscription', 'in', subscriptions)
    .where('key', 'like', 'delayed %')
    .where('state', 'in', ['pending', 'sent'])
    .orderBy('id')
    .execute()
  return new Map([
    ...shown.map(
      (row) => [keyOf(row.subscription, row), { start: row.start.toISOString() }] as const,
    ),
    ...deliveries.map(({ subscription, content, state }) => {
      const delay = content as Delay
      const known = { start: delay.start, isPending: state === 'pending' }
      return [keyOf(subscription, delay), known] as const
    }),
  ])
}

function keyOf(subscription: number, { match, attempt }: Pick<ShownStart, 'match' | 'attempt'>) {
  return `${subscription} ${match} ${attempt}`
}
