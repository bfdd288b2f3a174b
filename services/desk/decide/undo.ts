import { label } from '../../../events/bracket.ts'
import type { CommandOf } from '../../../events/command.ts'
import { Kind } from '../../../events/event.ts'
import type { Event, EventOf } from '../../../events/event.ts'
import { evolve } from '../../../events/tournament.ts'
import type { Timer } from '../../../events/queue.ts'
import type { PlayedGame } from '../../../events/played.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { accept, refuse } from './decision.ts'
import type { Circumstances, Decision, Refusal } from './decision.ts'
import { dependent } from './depend.ts'
import { cancel } from './timer.ts'

/**
 * Undo is a new commit that puts back every record the old one changed (R-UN-1). It is refused where
 * such a record has changed again since, and where something that came later rests on it.
 */
export function undo(
  t: Tournament,
  command: CommandOf<'Undo'>,
  { past, now }: Circumstances,
): Decision {
  if (!past) return refuse('NO_SUCH_VERSION', `This tournament has no version ${command.version}.`)
  const { before, after } = past
  if (before.version === 0) {
    return refuse('NOT_UNDOABLE', 'The creation of a tournament cannot be undone; delete it.')
  }
  const events: Event[] = []
  const settings = settingsBack(t, before, after)
  if (settings && 'refused' in settings) return settings
  if (settings) events.push(settings)
  for (const kind of Kind.options) {
    for (const id of ids(before[kind], after[kind])) {
      const [was, became, is] = [before[kind][id], after[kind][id], t[kind][id]]
      if (same(was, became)) continue
      // A timer that has ended by itself is what the undo of its arming wants.
      if (kind === 'timers' && same(is, was)) continue
      if (!same(is, became) && !(kind === 'timers' && sameTimer(is, became))) {
        return changedSince(t, kind, id)
      }
      const record = restored(kind, { was, became, now })
      if (same(record ?? undefined, is)) continue
      events.push({ type: 'Restored', v: 1, kind, id, record: record as never })
    }
  }
  if (events.length === 0)
    return refuse('NOTHING_TO_UNDO', 'There is nothing left to undo in that.')
  events.push(...timersOfBusy(events.reduce(evolve, t)))
  return dependent({ now: t, past: before, after: events.reduce(evolve, t) }) ?? accept(...events)
}

/** One that has been tried in vain is still the same timer. */
function sameTimer(is: unknown, became: unknown): boolean {
  return (is as Timer | undefined)?.dueAt === (became as Timer | undefined)?.dueAt
}

/** A timer that has run out stays ended; a finished game, taken back, waits for a person. */
function restored(
  kind: Kind,
  { was, became, now }: { was: unknown; became: unknown; now: string },
): unknown {
  if (kind === 'timers' && was && (was as Timer).dueAt <= now) return null
  if (kind !== 'games' || !was || !became) return was ?? null
  const [before, game] = [was as PlayedGame, became as PlayedGame]
  if (!isOpen(before) || isOpen(game) || game.status === 'void') return was
  if (game.status === 'proposed') return game
  const { outcome } = game
  return { ...before, status: 'proposed', reason: 'its count was undone', outcome }
}

function isOpen({ status }: PlayedGame): boolean {
  return status === 'running' || status === 'unfinished'
}

/** The tournament's own settings as they were, where this commit changed them. */
function settingsBack(
  t: Tournament,
  before: Tournament,
  after: Tournament,
): EventOf<'TournamentChanged'> | Refusal | null {
  const fields = ['name', 'date', 'linkType', 'isActive'] as const
  const changed = fields.filter((field) => before[field] !== after[field])
  if (changed.length === 0) return null
  if (changed.some((field) => t[field] !== after[field])) {
    return refuse('CHANGED_SINCE', 'The settings have changed since. Undo the later step first.')
  }
  const settings = Object.fromEntries(changed.map((field) => [field, before[field]]))
  return { type: 'TournamentChanged', v: 1, ...settings }
}

/** A match that is on again ends the timer of its cabinet, as a start does. */
function timersOfBusy(t: Tournament): Event[] {
  const busy = new Set(Object.values(t.matches).map((match) => match.cabinet))
  const timers = Object.values(t.timers).filter((timer) => busy.has(timer.cabinet))
  return timers.map((timer) => cancel(timer.cabinet, 'a match is on it again'))
}

function changedSince(t: Tournament, kind: Kind, id: string): Refusal {
  const match = kind === 'matches' ? t.matches[id] : undefined
  const what = match ? label(match) : names[kind]
  return refuse('CHANGED_SINCE', `${what} has changed since. Undo the later step first.`)
}

const names: Record<Kind, string> = {
  teams: 'The team',
  stages: 'The stage',
  matches: 'The match',
  queues: 'The queue',
  timers: 'The queue timer',
  games: 'The game',
  cabinets: 'The choice of cabinets',
}

function ids(...records: Record<string, unknown>[]): Set<string> {
  return new Set(records.flatMap(Object.keys))
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
