import { evolveAnnouncements } from './announcement.ts'
import type { Announcements } from './announcement.ts'
import { evolveDraft, isDraftEvent } from './draft.ts'
import type { Drafts } from './draft.ts'
import type { Event, EventOf, StateTable } from '../schema/event.ts'
import { evolveLinks, isLinkEvent } from './external-bracket.ts'
import type { Links } from './external-bracket.ts'
import { evolveMatch, matchInCurrentForm } from './match.ts'
import type { Match, MatchEvent } from './match.ts'
import { evolveGames, withOutcome, voidGames } from './games.ts'
import type { PlayedGame } from './games.ts'
import { evolveOnSite, isOnSiteEvent } from './on-site.ts'
import type { OnSite } from './on-site.ts'
import { evolveProtests, isProtestEvent } from './protest.ts'
import type { Protests } from './protest.ts'
import { evolveQueues, withoutMatch } from './queue.ts'
import type { Queue, Timer } from './queue.ts'
import { evolveTeams } from './roster.ts'
import type { Rosters } from './roster.ts'
import type { ProtestDeadline, RulingSigners } from '../schema/ruling.ts'
import { evolveStage, withRolls } from './stage-matches.ts'
import type { LinkType, Stage } from '../schema/stage-settings.ts'
import type {
  CabinetId,
  MatchId,
  ProtestId,
  QueueId,
  Records,
  SceneId,
  StageId,
  TeamId,
  TournamentId,
} from '../ids.ts'

/**
 * The state of a tournament, folded only from its events (P6). Records are by id. A part that did
 * not change stays the same object, and the views compare parts by identity.
 */
export type Tournament = {
  id: TournamentId
  scene: SceneId
  name: string
  slug: string
  date: string
  linkType: LinkType
  isActive: boolean
  protestDeadline: ProtestDeadline
  rulingSigners: RulingSigners
  deleted: boolean
  version: number
  /** the version at which its name, date or address last changed, as calendars show them */
  detailsVersion: number
  cabinets: Records<CabinetId, Cabinet>
  teams: Records<TeamId, Team>
  stages: Records<StageId, Stage>
  matches: Records<MatchId, Match>
  queues: Records<QueueId, Queue>
  timers: Records<CabinetId, Timer>
  /** games that began during a match of this tournament, by the client's gameID */
  games: Record<string, PlayedGame>
  rosters: Rosters
  drafts: Drafts
  /** links to external brackets */
  links: Links
  protests: Protests
  announcements: Announcements
  /**
   * the tournament is imported from another Waggle with its history, in so many commits (R-IM-1)
   */
  imported?: { commits: number; rollsAs: Records<TeamId, number> }
} & OnSite
export type Cabinet = {
  id: CabinetId
  name: string
  place: number
  /** no match starts by itself on it (R-QT-2) */
  held?: HoldRecord
}
/** `protest`: the protest whose end releases the cabinet */
type HoldRecord = { reason: string; since: string; protest?: ProtestId }
type Team = { id: TeamId; name: string }

export function emptyTournament(id: TournamentId): Tournament {
  return {
    id,
    scene: 0,
    name: '',
    slug: '',
    date: '',
    linkType: 'hivemind',
    isActive: true,
    protestDeadline: 'next_match',
    rulingSigners: 'one',
    deleted: false,
    version: 0,
    detailsVersion: 0,
    cabinets: {},
    teams: {},
    stages: {},
    matches: {},
    queues: {},
    timers: {},
    games: {},
    rosters: {},
    drafts: {},
    links: {},
    protests: {},
    announcements: {},
    attendances: {},
    officialCalls: {},
    warnings: {},
  }
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

export function evolve(state: Tournament, event: Event): Tournament {
  if (isDraftEvent(event)) return { ...state, drafts: evolveDraft(state.drafts, event) }
  if (isLinkEvent(event)) return { ...state, links: evolveLinks(state.links, event) }
  if (isProtestEvent(event)) return { ...state, protests: evolveProtests(state.protests, event) }
  if (isOnSiteEvent(event)) return { ...state, ...evolveOnSite(state, event) }
  switch (event.type) {
    case 'TournamentCreated': {
      const { scene, name, slug, date, linkType } = event
      return { ...state, scene, name, slug, date, linkType }
    }
    case 'TournamentImported': {
      const { commits, rollsAs } = event
      return { ...state, imported: { commits, rollsAs: Object.fromEntries(rollsAs) } }
    }
    case 'TournamentChanged': {
      const { type: _, v: __, ...changes } = event
      return { ...state, ...changes }
    }
    case 'TournamentDeleted':
      return { ...state, deleted: true, isActive: false, timers: {} }
    case 'CabinetsAssigned': {
      const cabinets = event.cabinets.map(({ id, name }, place) => {
        const held = state.cabinets[id]?.held
        return [id, { id, name, place, ...(held ? { held } : {}) }]
      })
      return { ...state, cabinets: Object.fromEntries(cabinets) }
    }
    case 'TeamAdded':
    case 'TeamRenamed':
    case 'TeamRemoved':
    case 'PlayersMoved':
      return evolveTeams(state, event)
    case 'StageCreated':
    case 'StageChanged':
    case 'StageSeeded':
    case 'StagePlaced':
    case 'StageDeleted':
    case 'MatchesDropped':
    case 'MatchesCreated':
    case 'MatchesReplanned':
    case 'MatchesRemoved':
    case 'GroupsLinked':
    case 'TiebreakLinked':
    case 'TeamWithdrawn':
      return evolveStage(state, event)
    case 'QueueCreated':
    case 'QueueCabinetsSet':
    case 'QueueRenamed':
    case 'QueueEnabled':
    case 'QueueOrdered':
    case 'QueueDeleted':
      return { ...state, queues: evolveQueues(state.queues, event) }
    case 'TimerArmed':
    case 'TimerWaits':
    case 'TimerCancelled':
      return { ...state, timers: evolveTimers(state.timers, event) }
    case 'CabinetHeld':
    case 'CabinetReleased':
      return { ...state, cabinets: evolveHolds(state.cabinets, event) }
    case 'AnnouncementWritten':
    case 'AnnouncementEnded':
      return { ...state, announcements: evolveAnnouncements(state.announcements, event) }
    case 'Restored':
      return restore(state, event)
    default:
      return evolvePlay(state, event)
  }
}

/** Events of a match. Starting and completing it also remove it from queues and end timers. */
function evolvePlay(state: Tournament, event: MatchEvent): Tournament {
  const match = state.matches[event.match]
  if (!match) return state
  const changed = evolveMatch(match, event)
  let next =
    changed === match ? state : { ...state, matches: { ...state.matches, [event.match]: changed } }
  if (['MatchStarted', 'MatchCompleted', 'MatchForfeited'].includes(event.type)) {
    next = { ...next, queues: withoutMatch(next.queues, event.match) }
  }
  if (event.type === 'MatchStarted' && next.timers[event.cabinet]) {
    next = { ...next, timers: without(next.timers, event.cabinet) }
  }
  if (event.type === 'MatchVoided') {
    next = { ...next, games: voidGames(next.games, event.match) }
  }
  if ('game' in event) next = { ...next, games: evolveGames(next.games, event) }
  return next
}

function evolveTimers(
  timers: Tournament['timers'],
  event: EventOf<'TimerArmed' | 'TimerWaits' | 'TimerCancelled'>,
): Tournament['timers'] {
  const { cabinet } = event
  if (event.type === 'TimerCancelled') return without(timers, cabinet)
  if (event.type === 'TimerArmed') {
    const { after, dueAt } = event
    return { ...timers, [cabinet]: { cabinet, after, dueAt, waits: null } }
  }
  const timer = timers[cabinet]
  return timer ? { ...timers, [cabinet]: { ...timer, waits: event.reason } } : timers
}

function evolveHolds(
  cabinets: Tournament['cabinets'],
  event: EventOf<'CabinetHeld' | 'CabinetReleased'>,
): Tournament['cabinets'] {
  const cabinet = cabinets[event.cabinet]
  if (!cabinet) return cabinets
  const { held: _, ...rest } = cabinet
  if (event.type === 'CabinetReleased') return { ...cabinets, [cabinet.id]: rest }
  const { reason, at: since, protest } = event
  const held = { reason, since, ...(protest === undefined ? {} : { protest }) }
  return { ...cabinets, [cabinet.id]: { ...rest, held } }
}

/** An undo restores earlier records. The desk has checked that no later commit depends on them. */
function restore(state: Tournament, event: EventOf<'Restored'>): Tournament {
  const { kind, id, record } = event
  // A restored game becomes the last one. Other records are ordered by their numeric ids.
  const records: Record<string, unknown> =
    record === null || kind === 'games' ? without<unknown>(state[kind], id) : { ...state[kind] }
  if (record !== null) records[id] = inCurrentForm(state, kind, record)
  return { ...state, [kind]: records }
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

function without<T>(records: Record<string, T>, id: number | string): Record<string, T> {
  const { [id]: _, ...rest } = records
  return rest
}
