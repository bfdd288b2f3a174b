// Start times are in no commit: what was published last is compared with what each device knows.
import { setTimeout as sleep } from 'node:timers/promises'
import type { TournamentId } from '../../../events/ids.ts'
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
  /** something is due */
  wake(): void
}
type Known = { start: string; isPending?: boolean }
type Shown = Pick<Delay, 'match' | 'attempt' | 'start'>

/** Older ones are of an evening that is over. */
const freshMs = 12 * 60 * 60_000

/** Looks at each estimate that was published, after a restart at all of them; ends when it is stopped. */
export async function followEstimates(options: Options): Promise<void> {
  const { store, channels, signal, everyMs, wake } = options
  const looked = new Map<TournamentId, number>()
  const names = [...channels.values()].filter(({ teamOf }) => teamOf).map(({ name }) => name)
  while (!signal.aborted && names.length > 0) {
    for (const { tournament, asOf } of await published(store.db, names)) {
      if (looked.get(tournament) === asOf.getTime()) continue
      const { isDue, isWaiting } = await enqueueDelays(options, tournament)
      if (isDue) wake()
      if (!isWaiting) looked.set(tournament, asOf.getTime())
    }
    await sleep(everyMs, undefined, { signal }).catch(() => {})
  }
}

/** When matches were expected as a device was shown it; what it was shown first stands. */
export async function storePublishedStarts(
  db: Db,
  subscription: number,
  starts: Shown[],
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
    .where('kept.estimate.asOf', '>', new Date(Date.now() - freshMs))
    .where(excludePractice('tournament', 'kept.subscription.tournament'))
    .execute()
}

/**
 * Whoever looks at a subscription has it alone: what another one told is known to the next. While a delay
 * is on its way (`isWaiting`) nobody knows what it will be measured against.
 */
async function enqueueDelays({ store, states, channels }: Options, tournament: TournamentId) {
  const { state } = await states.now(tournament)
  return store.db.transaction().execute(async (tx) => {
    const found = tx.selectFrom('kept.subscription').selectAll().where('endedAt', 'is', null)
    const mine = found.where('tournament', '=', tournament).orderBy('id').forNoKeyUpdate()
    const subscriptions = await mine.execute()
    const last = await publishedOf({ db: tx }, tournament)
    const known = await knownStarts(tx, tournament)
    const due: Due[] = []
    let isWaiting = false
    for (const one of subscriptions) {
      const team = channels.get(one.channel)?.teamOf?.(state, one) ?? null
      if (team === null || !last) continue
      const starts = startsOf(state, last.estimates, team)
      const knownOf = (start: Shown) => known.get(keyOf(one.id, start))?.start
      await storePublishedStarts(
        tx,
        one.id,
        starts.filter((start) => knownOf(start) === undefined),
      )
      const delay = delayOf(starts, knownOf)
      if (!delay) continue
      if (known.get(keyOf(one.id, delay.content))?.isPending) isWaiting = true
      else due.push({ ...delay, subscription: one.id, tournament })
    }
    if (due.length > 0) await insertDue(tx, due)
    return { isDue: due.length > 0, isWaiting }
  })
}

/** As it was told last, or is about to be; else as it was shown. */
async function knownStarts(db: Db, tournament: TournamentId): Promise<Map<string, Known>> {
  const shown = await db
    .selectFrom('kept.shownStart')
    .innerJoin('kept.subscription', 'kept.subscription.id', 'kept.shownStart.subscription')
    .selectAll('kept.shownStart')
    .where('kept.subscription.tournament', '=', tournament)
    .execute()
  const told = await db
    .selectFrom('kept.delivery')
    .select(['subscription', 'content', 'state'])
    .where('tournament', '=', tournament)
    .where('key', 'like', 'delayed %')
    .where('state', 'in', ['pending', 'sent'])
    .orderBy('id')
    .execute()
  return new Map([
    ...shown.map(
      (row) => [keyOf(row.subscription, row), { start: row.start.toISOString() }] as const,
    ),
    ...told.map(({ subscription, content, state }) => {
      const delay = content as Delay
      const known = { start: delay.start, isPending: state === 'pending' }
      return [keyOf(subscription, delay), known] as const
    }),
  ])
}

function keyOf(subscription: number, { match, attempt }: Pick<Shown, 'match' | 'attempt'>) {
  return `${subscription} ${match} ${attempt}`
}
