import type { Event, EventOf } from './event.ts'
import { evolveMatch, planned } from './match.ts'
import type { Match } from './match.ts'
import { evolveQueues, withoutMatch } from './queue.ts'
import type { Queue, Timer } from './queue.ts'
import type { Stage } from './stage.ts'

/**
 * The state of one tournament, folded from its events and from nothing else (P6). Records are by
 * id; a part that did not change keeps its identity, which is what the views compare by.
 */
export type Tournament = {
  id: number
  scene: number
  name: string
  slug: string
  date: string
  linkType: 'manual' | 'challonge' | 'hivemind'
  isActive: boolean
  deleted: boolean
  version: number
  cabinets: Record<string, Cabinet>
  teams: Record<string, Team>
  stages: Record<string, Stage>
  matches: Record<string, Match>
  queues: Record<string, Queue>
  /** by cabinet id */
  timers: Record<string, Timer>
  /** by the client's gameID: games that began under a match of this tournament */
  games: Record<string, PlayedGame>
}
export type Cabinet = { id: number; name: string; place: number }
export type Team = { id: number; name: string }
export type PlayedGame = {
  game: string
  match: number
  cabinet: number
  /** the slot on blue when the game began */
  blue: 0 | 1
  status: 'running' | 'counted' | 'warmup' | 'proposed' | 'unfinished'
  reason: string | null
}

export function emptyTournament(id: number): Tournament {
  return {
    id,
    scene: 0,
    name: '',
    slug: '',
    date: '',
    linkType: 'hivemind',
    isActive: true,
    deleted: false,
    version: 0,
    cabinets: {},
    teams: {},
    stages: {},
    matches: {},
    queues: {},
    timers: {},
    games: {},
  }
}

export function fold(state: Tournament, commit: { version: number; events: Event[] }): Tournament {
  const next = commit.events.reduce(evolve, state)
  return { ...next, version: commit.version }
}

export function evolve(state: Tournament, event: Event): Tournament {
  switch (event.type) {
    case 'TournamentCreated': {
      const { scene, name, slug, date, linkType } = event
      return { ...state, scene, name, slug, date, linkType }
    }
    case 'TournamentChanged': {
      const { type: _, v: __, ...changes } = event
      return { ...state, ...changes }
    }
    case 'TournamentDeleted':
      return { ...state, deleted: true, isActive: false, timers: {} }
    case 'CabinetsAssigned': {
      const cabinets = event.cabinets.map(({ id, name }, place) => [id, { id, name, place }])
      return { ...state, cabinets: Object.fromEntries(cabinets) }
    }
    case 'TeamAdded':
    case 'TeamRenamed': {
      const team = { id: event.team, name: event.name }
      return { ...state, teams: { ...state.teams, [event.team]: team } }
    }
    case 'TeamRemoved':
      return { ...state, teams: without(state.teams, event.team) }
    case 'StageCreated':
    case 'StageChanged':
    case 'StageSeeded':
    case 'StagePlaced':
    case 'StageDeleted':
    case 'MatchesDropped':
    case 'MatchesCreated':
      return evolveStage(state, event)
    case 'QueueCreated':
    case 'QueueCabinetsSet':
    case 'QueueEnabled':
    case 'QueueOrdered':
    case 'QueueDeleted':
      return { ...state, queues: evolveQueues(state.queues, event) }
    case 'TimerArmed': {
      const { cabinet, after, dueAt } = event
      const timer = { cabinet, after, dueAt, waits: null }
      return { ...state, timers: { ...state.timers, [event.cabinet]: timer } }
    }
    case 'TimerWaits': {
      const timer = state.timers[event.cabinet]
      if (!timer) return state
      const waiting = { ...timer, waits: event.reason }
      return { ...state, timers: { ...state.timers, [event.cabinet]: waiting } }
    }
    case 'TimerCancelled':
      return { ...state, timers: without(state.timers, event.cabinet) }
    case 'Restored':
      return restore(state, event)
    default:
      return evolvePlay(state, event)
  }
}

type StageEvent = EventOf<
  | 'StageCreated'
  | 'StageChanged'
  | 'StageSeeded'
  | 'StagePlaced'
  | 'StageDeleted'
  | 'MatchesDropped'
  | 'MatchesCreated'
>

function evolveStage(state: Tournament, event: StageEvent): Tournament {
  if (event.type === 'StageCreated') {
    const stage = {
      ...event.settings,
      id: event.stage,
      teams: [],
      created: false,
      dice: event.dice,
    }
    return { ...state, stages: { ...state.stages, [event.stage]: stage } }
  }
  if (event.type === 'StageDeleted') {
    return { ...dropMatches(state, event.stage), stages: without(state.stages, event.stage) }
  }
  const stage = state.stages[event.stage]
  if (!stage) return state
  const put = (changed: Stage) => ({ ...state.stages, [event.stage]: changed })
  if (event.type === 'StageChanged') {
    return { ...state, stages: put({ ...stage, ...event.settings }) }
  }
  if (event.type === 'StageSeeded') {
    const { seeds: _, ...rest } = stage
    return { ...state, stages: put({ ...rest, teams: event.teams }) }
  }
  if (event.type === 'StagePlaced') {
    const teams = event.seeds.flatMap((seed) => ('team' in seed ? [seed.team] : []))
    return { ...state, stages: put({ ...stage, teams, seeds: event.seeds }) }
  }
  if (event.type === 'MatchesDropped') {
    return { ...dropMatches(state, stage.id), stages: put({ ...stage, created: false }) }
  }
  const made = event.matches.map((plan) => [plan.match, planned(stage.id, plan)])
  return {
    ...state,
    stages: put({ ...stage, created: true }),
    matches: { ...state.matches, ...Object.fromEntries(made) },
  }
}

function dropMatches(state: Tournament, stage: number): Tournament {
  const all = Object.entries(state.matches)
  const gone = all.filter(([, match]) => match.stage === stage)
  return {
    ...state,
    matches: Object.fromEntries(all.filter(([, match]) => match.stage !== stage)),
    queues: gone.reduce((queues, [, match]) => withoutMatch(queues, match.id), state.queues),
    games: gamesWithout(state.games, new Set(gone.map(([, match]) => match.id))),
  }
}

function gamesWithout(games: Tournament['games'], matches: Set<number>): Tournament['games'] {
  const kept = Object.entries(games).filter(([, game]) => !matches.has(game.match))
  return kept.length === Object.keys(games).length ? games : Object.fromEntries(kept)
}

type PlayEvent = EventOf<
  | 'SlotFilled'
  | 'MatchStarted'
  | 'MatchStopped'
  | 'SidesSet'
  | 'WarmupSet'
  | 'ScoreAdjusted'
  | 'MatchCompleted'
  | 'MatchReopened'
  | 'GameBegan'
  | 'GameCounted'
  | 'GameProposed'
>

/** What touches one match; starting and completing also take it out of queues and end timers. */
function evolvePlay(state: Tournament, event: PlayEvent): Tournament {
  const match = state.matches[event.match]
  if (!match) return state
  const changed = evolveMatch(match, event)
  let next =
    changed === match ? state : { ...state, matches: { ...state.matches, [event.match]: changed } }
  if (event.type === 'MatchStarted' || event.type === 'MatchCompleted') {
    next = { ...next, queues: withoutMatch(next.queues, event.match) }
  }
  if (event.type === 'MatchStarted' && next.timers[event.cabinet]) {
    next = { ...next, timers: without(next.timers, event.cabinet) }
  }
  if ('game' in event) next = { ...next, games: evolveGames(next.games, event) }
  return next
}

function evolveGames(
  games: Tournament['games'],
  event: EventOf<'GameBegan' | 'GameCounted' | 'GameProposed'>,
): Tournament['games'] {
  const { game, match, cabinet } = event
  const before = games[game]
  if (event.type === 'GameBegan') {
    // A cabinet plays one game at a time: one that never ended is over when the next begins.
    const running = Object.values(games).find(
      (g) => g.cabinet === cabinet && g.status === 'running',
    )
    const ended = running ? { [running.game]: { ...running, status: 'unfinished' as const } } : {}
    const began = {
      game,
      match,
      cabinet,
      blue: event.blue,
      status: 'running' as const,
      reason: null,
    }
    return { ...games, ...ended, [game]: began }
  }
  const status = event.type === 'GameProposed' ? 'proposed' : event.counted ? 'counted' : 'warmup'
  const reason = event.type === 'GameProposed' ? event.reason : null
  const blue = before?.blue ?? 0
  return { ...games, [game]: { game, match, cabinet, blue, status, reason } }
}

/** An undo puts back records as they were; the desk has checked that nothing came after. */
function restore(state: Tournament, event: EventOf<'Restored'>): Tournament {
  const records = without<unknown>(state[event.kind], event.id)
  if (event.record !== null) records[event.id] = event.record
  return { ...state, [event.kind]: records }
}

function without<T>(records: Record<string, T>, id: number | string): Record<string, T> {
  const { [id]: _, ...rest } = records
  return rest
}
