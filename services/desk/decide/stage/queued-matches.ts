import { isInBracket, matchLabel } from '#events/bracket/bracket.ts'
import type { Event } from '#events/schema/event.ts'
import { sameItems } from '#events/same-value.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import type { Match } from '#events/state/match.ts'
import { queueOf } from '#events/state/queue.ts'
import { evolve } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { MatchId, QueueId } from '#events/ids.ts'
import { refuse } from '../decision.ts'
import type { Refusal } from '../decision.ts'
import { matchesIn } from '../layout-plan.ts'
import { matchSummary } from '../match-summary.ts'

type Orders = Map<QueueId, MatchId[]>

/**
 * The events that put the new matches of a stage into its queues (R-PL-3): a match takes the place
 * of the one that had its number, and if all open matches were queued, the others join them. If
 * not, an official chose which ones wait there.
 */
export function requeued(t: Tournament, stage: Stage, events: Event[]): Event[] {
  const after = events.reduce(evolve, t)
  const open = openMatches(after, stage)
  const orders = ordersByNumber(t, after, open)
  const was = openMatches(t, stage)
  if (was.length > 0 && was.every(({ id }) => queueOf(t.queues, id))) join(orders, open)
  return [...orders].flatMap(([queue, matches]): Event[] => {
    const isSame = sameItems(after.queues[queue]?.matches ?? [], matches)
    return isSame ? [] : [{ type: 'QueueOrdered', v: 1, queue, matches }]
  })
}

function openMatches(t: Tournament, stage: Stage): Match[] {
  return matchesIn(t, stage)
    .filter((match) => !match.result && match.cabinet === null && isInBracket(t.matches, match))
    .toSorted((a, b) => a.num - b.num)
}

function ordersByNumber(before: Tournament, after: Tournament, open: Match[]): Orders {
  const created = open.filter(({ id }) => !before.matches[id])
  const byNum = new Map(created.map(({ num, id }) => [num, id]))
  return new Map(
    Object.values(before.queues).map(({ id: queue, matches }) => {
      const kept = new Set(after.queues[queue]?.matches)
      const order = matches.flatMap((id) => {
        const old = before.matches[id]
        const isReplaced = old?.stage === open[0]?.stage && !after.matches[id]
        return kept.has(id) ? id : (isReplaced && old && byNum.get(old.num)) || []
      })
      return [queue, order]
    }),
  )
}

/** Puts each match that is in no queue behind the match before it. */
function join(orders: Orders, open: Match[]): void {
  const queueWith = (id: MatchId) => [...orders].find(([, order]) => order.includes(id))
  const first = open.find(({ id }) => queueWith(id))
  let queue = first && queueWith(first.id)?.[0]
  let last: MatchId | null = null
  for (const { id } of open) {
    const own = queueWith(id)?.[0]
    if (own === undefined && queue !== undefined) {
      const order = orders.get(queue)!
      orders.set(queue, order.toSpliced(last === null ? 0 : order.indexOf(last) + 1, 0, id))
    }
    queue = own ?? queue
    last = id
  }
}

/** Refuses to remove matches that wait in queues, if no new ones take their places. */
export function queuedRefusal(t: Tournament, stage: Stage): Refusal | null {
  const queued = matchesIn(t, stage).filter(({ id }) => queueOf(t.queues, id))
  if (queued.length === 0) return null
  const labels = queued.map(matchLabel).join(', ')
  const detail = `${stage.name} would lose its matches, and its queues ${labels}.`
  return refuse('MATCHES_QUEUED', detail, {
    matches: queued.map((match) => matchSummary(t, match)),
  })
}
