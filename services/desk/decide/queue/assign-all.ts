import { isInBracket, teamsOf } from '#events/bracket/bracket.ts'
import { sourceMatch } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import { matchesOf } from '#events/bracket/match-index.ts'
import { queueOrder } from '#events/rules/queue-order.ts'
import type { QueueableMatch } from '#events/rules/queue-order.ts'
import type { Queue } from '#events/state/queue.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept } from '../decision.ts'
import { noSuchStage, ofQueue } from '../lookups.ts'

/**
 * Appends all unqueued matches to a queue, or in turn to all queues that run, alternating between
 * the stages by round (R-RR-4).
 */
export const assignAll = ofQueue<'AssignAll'>((t, queue, command) => {
  const unknown = command.stages.find((stage) => !t.stages[stage])
  if (unknown !== undefined) return noSuchStage(unknown)
  const queued = new Set(Object.values(t.queues).flatMap((other) => other.matches))
  const free = [...new Set(command.stages)].flatMap((stage) =>
    matchesOf(t.matches, stage).filter((match) => isOpen(t, match) && !queued.has(match.id)),
  )
  if (free.length === 0) return { events: [], answer: { assigned: [] } }
  const last = t.matches[queue.matches.at(-1) ?? 0]
  const order = queueOrder(
    free.map((match) => queuedOf(t, match)),
    last && queuedOf(t, last),
  )
  const queues = command.spread ? [queue, ...othersOf(t, queue)] : [queue]
  const events = queues.flatMap(({ id, matches }, index) => {
    const own = order.filter((_, position) => position % queues.length === index)
    if (own.length === 0) return []
    return [
      { type: 'QueueOrdered' as const, v: 1 as const, queue: id, matches: [...matches, ...own] },
    ]
  })
  return { events, answer: { assigned: order } }
})

/** The other queues that run: enabled, and with a cabinet. */
function othersOf(t: Tournament, queue: Queue): Queue[] {
  const others = Object.values(t.queues).toSorted((a, b) => a.id - b.id)
  return others.filter(({ id, enabled, cabinets }) => {
    return id !== queue.id && enabled && cabinets.length > 0
  })
}

export const removeAll = ofQueue<'RemoveAll'>((t, queue) => {
  if (queue.matches.length === 0) return accept()
  return accept({ type: 'QueueOrdered', v: 1, queue: queue.id, matches: [] })
})

function isOpen(t: Tournament, match: Match): boolean {
  return !match.result && match.cabinet === null && isInBracket(t.matches, match)
}

function queuedOf(t: Tournament, match: Match): QueueableMatch {
  const { id, stage, num, type, roundNum, roundName } = match
  return {
    id,
    stage,
    num,
    round: `${type ?? ''} ${roundNum ?? ''} ${roundName}`,
    teams: teamsOf(t, match).filter((team) => team !== null),
    after: match.slots.flatMap((slot) => sourceMatch(slot) ?? []),
  }
}
