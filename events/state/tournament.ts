import { states } from './nouns.ts'
import { joined } from '../joined.ts'
import type { Joined } from '../joined.ts'
import type { Event, EventOf, StateTable } from '../schema/event.ts'
import type { Stage } from '../schema/parts/stage-settings.ts'
import type { TournamentId } from '../ids.ts'
import { withOutcome } from './games.ts'
import type { PlayedGame } from './games.ts'
import { matchInCurrentForm } from './match.ts'
import type { Match } from './match.ts'
import { without } from './noun.ts'
import { withRolls } from './stage-matches.ts'

type NounState = (typeof states)[keyof typeof states]

/**
 * The state of a tournament, folded only from its events (P6). Records are by id. A part that did
 * not change stays the same object, and the views compare parts by identity.
 */
export type Tournament = {
  id: TournamentId
  version: number
  /** the version at which its name, date or address last changed, as calendars show them */
  detailsVersion: number
} & Joined<NounState['empty']>

const empty = joined(Object.values(states).map((noun) => noun.empty))

export function emptyTournament(id: TournamentId): Tournament {
  return { id, version: 0, detailsVersion: 0, ...empty }
}

/** Whether an import is incomplete: the tournament is hidden and takes no commands (R-IM-1). */
export function isImportIncomplete({ version, imported }: Tournament): boolean {
  return imported !== undefined && version < imported.commits
}

/** The tournament for readers: empty while its import is incomplete. */
export function forReaders(t: Tournament): Tournament {
  return isImportIncomplete(t) ? { ...emptyTournament(t.id), version: t.version } : t
}

export function fold(state: Tournament, commit: { version: number; events: Event[] }): Tournament {
  const { version } = commit
  const next = commit.events.reduce(evolve, state)
  const hasNewDetails = details.some((field) => next[field] !== state[field])
  return { ...next, version, detailsVersion: hasNewDetails ? version : state.detailsVersion }
}
const details = ['name', 'date', 'slug'] as const

type Change<T extends Event['type']> = (t: Tournament, event: EventOf<T>) => Partial<Tournament>
const changes: { [T in Event['type']]: Change<T> } = {
  ...joined(Object.values(states).map((noun): NounState['on'] => noun.on)),
  Restored: restored,
}

export function evolve(state: Tournament, event: Event): Tournament {
  const changed = (changes[event.type] as Change<Event['type']>)(state, event)
  return Object.keys(changed).length > 0 ? { ...state, ...changed } : state
}

/** An undo restores earlier records. The desk has checked that no later commit depends on them. */
function restored(
  state: Tournament,
  { kind, id, record }: EventOf<'Restored'>,
): Partial<Tournament> {
  // A restored game becomes the last one. Other records are ordered by their numeric ids.
  const records: Record<string, unknown> =
    record === null || kind === 'games' ? without<unknown>(state[kind], id) : { ...state[kind] }
  if (record !== null) records[id] = inCurrentForm(state, kind, record)
  return { [kind]: records }
}

/** A record of any kind, by its id in the form that `Restored` events have. */
export function recordOf(t: Tournament, kind: StateTable, id: string): unknown {
  return (t[kind] as Record<string, unknown>)[id]
}

function inCurrentForm(state: Tournament, kind: StateTable, record: unknown): unknown {
  if (kind === 'matches') return matchInCurrentForm(record as Match)
  if (kind === 'stages') return withRolls(state, record as Stage)
  return kind === 'games' ? withOutcome(record as PlayedGame) : record
}
