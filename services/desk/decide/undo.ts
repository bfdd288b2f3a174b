import { label, needed, played, teamsOf } from '../../../events/bracket.ts'
import type { CommandOf } from '../../../events/command.ts'
import { Kind } from '../../../events/event.ts'
import type { Event } from '../../../events/event.ts'
import { evolve } from '../../../events/tournament.ts'
import type { Timer } from '../../../events/queue.ts'
import type { PlayedGame, Tournament } from '../../../events/tournament.ts'
import { accept, refuse } from './decision.ts'
import type { Circumstances, Decision, Refusal } from './decision.ts'

/**
 * Undo is a new commit that puts back every record the old one changed (R-UN-1). It is refused where
 * such a record has changed again since, and where a played match would lose or change a team.
 */
export function undo(
  t: Tournament,
  command: CommandOf<'Undo'>,
  { past, now }: Circumstances,
): Decision {
  if (!past) return refuse('NO_SUCH_VERSION', `This tournament has no version ${command.version}.`)
  if (past.before.version === 0) {
    return refuse('NOT_UNDOABLE', 'The creation of a tournament cannot be undone; delete it.')
  }
  if (JSON.stringify(root(past.before)) !== JSON.stringify(root(past.after))) {
    return refuse('NOT_UNDOABLE', 'Change the settings of the tournament back instead.')
  }
  const events: Event[] = []
  for (const kind of Kind.options) {
    for (const id of ids(past.before[kind], past.after[kind])) {
      const was = past.before[kind][id]
      const became = past.after[kind][id]
      if (same(was, became)) continue
      if (!same(t[kind][id], became)) return changedSince(t, kind, id)
      events.push({
        type: 'Restored',
        v: 1,
        kind,
        id,
        record: restored(kind, { was, became, now }) as never,
      })
    }
  }
  if (events.length === 0) return refuse('NOTHING_TO_UNDO', 'That changed nothing.')
  const undone = events.reduce(evolve, t)
  return conflict(t, undone) ?? accept(...events)
}

/** A timer that has run out stays ended; a finished game, taken back, waits for a person. */
function restored(
  kind: Kind,
  { was, became, now }: { was: unknown; became: unknown; now: string },
): unknown {
  if (kind === 'timers' && was && (was as Timer).dueAt <= now) return null
  if (kind !== 'games' || !was || !became) return was ?? null
  const game = became as PlayedGame
  if ((was as PlayedGame).status !== 'running') return was
  return { ...game, status: 'proposed', reason: 'its count was undone' }
}

function changedSince(t: Tournament, kind: Kind, id: string): Refusal {
  const match = kind === 'matches' ? t.matches[id] : undefined
  const what = match ? label(match) : names[kind]
  return refuse('CHANGED_SINCE', `${what} has changed since. Undo the later step first.`)
}

const names: Record<Kind, string> = {
  teams: 'A team',
  stages: 'The stage',
  matches: 'The match',
  queues: 'The queue',
  timers: 'The queue timer',
  games: 'The game',
  cabinets: 'The cabinets',
}

/** What an undo may not leave behind. */
function conflict(before: Tournament, after: Tournament): Refusal | null {
  const onCabinet = new Map<number, string>()
  for (const match of Object.values(after.matches)) {
    if (match.cabinet !== null) {
      const rival = onCabinet.get(match.cabinet)
      if (rival) {
        const where = after.cabinets[match.cabinet]?.name ?? 'that cabinet'
        return refuse('CABINET_BUSY', `${rival} and ${label(match)} cannot both be on ${where}.`)
      }
      onCabinet.set(match.cabinet, label(match))
    }
    const was = before.matches[match.id]
    if (!was || !played(match)) continue
    const gone = needed(before.matches, was) && !needed(after.matches, match)
    if (gone || !same(teamsOf(before.matches, was), teamsOf(after.matches, match))) {
      return refuse('RESULT_IN_USE', `${label(match)} has been played on this result.`, {
        matches: [match.id],
      })
    }
  }
  return null
}

function root(t: Tournament): unknown {
  const { name, date, linkType, isActive, deleted } = t
  return { name, date, linkType, isActive, deleted }
}

function ids(...records: Record<string, unknown>[]): Set<string> {
  return new Set(records.flatMap(Object.keys))
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b)
}
