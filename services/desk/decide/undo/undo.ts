import { english } from '#events/messages/english.ts'
import { say } from '#events/messages/message.ts'
import { changedParts, ownSettings } from '#events/describe/changed-parts.ts'
import { matchIn } from '#events/bracket/bracket.ts'
import { records, StateTable } from '#events/schema/event.ts'
import { commandInfo } from '#events/describe/commands.ts'
import type { Event, EventOf } from '#events/schema/event.ts'
import { evolve, recordOf } from '#events/state/tournament.ts'
import { queueOf } from '#events/state/queue.ts'
import type { Queue, Timer } from '#events/state/queue.ts'
import type { PlayedGame } from '#events/state/games.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, refuse } from '../decision.ts'
import type { Accepted, PastStep, Refusal } from '../decision.ts'
import { undoConflict } from './undo-conflicts.ts'
import { tooManyAnnouncements } from '../announcement.ts'
import { unqueuedIn } from '../commit-dependencies.ts'
import { timerCancelled } from '../queue/timer.ts'

/**
 * An undo is a new commit that restores every record the old one changed (R-UN-1). It is refused if
 * such a record has changed since, or if a later step depends on it. `past.later` has the steps
 * still in effect that changed the same parts.
 */
export function undo(t: Tournament, past: PastStep, now: string): Accepted | Refusal {
  const { before, after } = past
  if (before.version === 0) {
    return refuse('NOT_UNDOABLE', 'The creation of a tournament cannot be undone; delete it.')
  }
  if (commandInfo(past.commit.command.type).isNote) {
    return refuse(
      'NOT_UNDOABLE',
      'This came from the external bracket or was sent to it, so it cannot be undone.',
    )
  }
  const events: Event[] = []
  // A record that was changed and changed back still counts as changed: the undo would lose that.
  const again = new Set(past.later.flatMap(changedParts))
  const unqueued = unqueuedIn(past.later).filter((match) => !queueOf(t.queues, match))
  const settings = restoredSettings(t, { ...past, again })
  if (settings && 'refused' in settings) return settings
  if (settings) events.push(settings)
  for (const part of changedParts(past)) {
    const [name = '', id = ''] = part.split(' ')
    const { data: kind } = StateTable.safeParse(name)
    if (!kind) continue
    const [was, became, is] = [before, after, t].map((state) => recordOf(state, kind, id))
    // The undo of arming a timer that has ended already has nothing to do.
    if (kind === 'timers' && same(is, was)) continue
    if (!same(is, became) && !(kind === 'timers' && sameTimer(is, became))) {
      return changedSinceRefusal(t, kind, id)
    }
    if (kind !== 'timers' && again.has(part)) return changedSinceRefusal(t, kind, id)
    const record = restored(kind, { was, became, now, unqueued })
    if (same(record ?? undefined, is)) continue
    events.push({ type: 'Restored', v: 1, kind, id, record: record as never })
  }
  if (events.length === 0) return refuse('NOTHING_TO_UNDO')
  const back = events.reduce(evolve, t)
  const timers = timersOfBusy(back)
  const withTimers = timers.reduce(evolve, back)
  const createdStages = keepCreated(t, withTimers)
  const undone = createdStages.reduce(evolve, withTimers)
  const conflict =
    undoConflict({ now: t, past: before, after: undone }) ?? tooManyAnnouncements(t, undone, now)
  return conflict ?? accept(...events, ...timers, ...createdStages)
}

/** Keeps stages marked as created if they have other matches by now. */
function keepCreated(t: Tournament, after: Tournament): Event[] {
  const stagesWithMatches = new Set(Object.values(after.matches).map((match) => match.stage))
  return Object.values(after.stages).flatMap((stage): Event[] => {
    if (stage.created || !stagesWithMatches.has(stage.id) || stage === t.stages[stage.id]) return []
    const record = { ...stage, created: true } as never
    return [{ type: 'Restored', v: 1, kind: 'stages', id: `${stage.id}`, record }]
  })
}

/** A timer that was tried in vain is still the same one. */
function sameTimer(is: unknown, became: unknown): boolean {
  return (is as Timer | undefined)?.dueAt === (became as Timer | undefined)?.dueAt
}

/**
 * The restored record. Expired timers stay ended; a game whose count is undone becomes a proposal.
 */
function restored(
  kind: StateTable,
  { was, became, now, unqueued }: Between & { now: string; unqueued: number[] },
): unknown {
  if (kind === 'queues' && was) return withoutStarted({ was, became }, unqueued)
  if (kind === 'timers' && was && (was as Timer).dueAt <= now) return null
  if (kind !== 'games' || !was || !became) return was ?? null
  const [before, game] = [was as PlayedGame, became as PlayedGame]
  if (!isOpen(before) || isOpen(game) || game.status === 'void') return was
  if (game.status === 'proposed') return game
  const { outcome } = game
  const message = say('countUndone')
  return { ...before, status: 'proposed', reason: english(message), message, outcome }
}

type Between = { was: unknown; became: unknown }

/**
 * A match that left the queue since, by a start or for another queue, stays out (R-ST-1, R-QU-1).
 */
function withoutStarted({ was, became }: Between, unqueued: number[]): Queue {
  const queue = was as Queue
  const kept = (became as Queue | undefined)?.matches ?? []
  const matches = queue.matches.filter((id) => kept.includes(id) || !unqueued.includes(id))
  return { ...queue, matches }
}

function isOpen({ status }: PlayedGame): boolean {
  return status === 'running' || status === 'unfinished'
}

/** Restores the tournament's own settings that this commit changed. */
function restoredSettings(
  t: Tournament,
  { before, after, again }: { before: Tournament; after: Tournament; again: Set<string> },
): EventOf<'TournamentChanged'> | Refusal | null {
  const changed = ownSettings.filter((field) => before[field] !== after[field])
  if (changed.length === 0) return null
  if (changed.some((field) => t[field] !== after[field] || again.has(`settings ${field}`))) {
    return refuse('CHANGED_SINCE', say('settingsChangedSince'))
  }
  const settings = Object.fromEntries(changed.map((field) => [field, before[field]]))
  return { type: 'TournamentChanged', v: 1, ...settings }
}

/** Ends timers of cabinets on which a restored match is active, and of held cabinets. */
function timersOfBusy(t: Tournament): Event[] {
  const busy = new Set(Object.values(t.matches).map((match) => match.cabinet))
  return Object.values(t.timers).flatMap(({ cabinet }) => {
    if (busy.has(cabinet)) return [timerCancelled(cabinet, 'another match is on it now')]
    const held = t.cabinets[cabinet]?.held
    return held ? [timerCancelled(cabinet, held.reason)] : []
  })
}

function changedSinceRefusal(t: Tournament, kind: StateTable, id: string): Refusal {
  const match = kind === 'matches' ? t.matches[Number(id)] : undefined
  return refuse(
    'CHANGED_SINCE',
    match
      ? say('changedSince', { what: matchIn(t, match) })
      : `${records[kind].label} has changed since. Undo the later step first.`,
  )
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
