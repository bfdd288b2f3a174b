import type { Colour } from './map/colour.ts'
import { colourOf, mapOf } from './map/field.ts'
import type { Position } from './map/field.ts'
import { eventType } from './evolve.ts'
import type { TimedGameEvent } from './evolve.ts'
import { livesLeft, snailAt } from './live-game.ts'
import { evolveReplay, initialReplayState, keyOf } from './replay-state.ts'
import type { ReplayState } from './replay-state.ts'
import { positionOf } from './state.ts'
import type { ByColour, WinCondition } from './state.ts'
import { eventsOf, stateOf } from './fold.ts'
import type { GameFold } from './fold.ts'

const snapshotInterval = 32

/** The kinds of events that a viewer can jump to. */
export const jumpKinds = ['kill', 'berry', 'gate'] as const

const storyRules: Readonly<Record<string, StoryRule>> = {
  gamestart: ({ before }) => (before.state.startMs === null ? { kind: 'start' } : null),
  playerKill: kill,
  berryDeposit: (change) => berry(change, false),
  berryKickIn: (change) => berry(change, true),
  blessMaiden: gate,
  useMaiden: ({ values }) => {
    const by = positionOf(values[3])
    return by && { kind: values[2] === 'maiden_wings' ? 'wings' : 'speed', by }
  },
  getOnSnail: ({ values }) => rider('on', values[2]),
  getOffSnail: ({ values }) => rider('off', values[3]),
  snailEscape: ({ values }) => rider('escape', values[2]),
  snailEat: ({ values }) => {
    const [by, victim] = [positionOf(values[2]), positionOf(values[3])]
    return by && victim && { kind: 'eat', by, victim }
  },
  cabinetOffline: () => ({ kind: 'gap' }),
  cabinetOnline: () => ({ kind: 'back' }),
  victory: ({ after: { state } }) =>
    state.winningTeam && { kind: 'end', winner: state.winningTeam, how: state.winCondition },
}

const intervalMs = 1000

// A finished or running game as a screen draws it: its state at any moment, and its story. Public
// pages import this, so it must not need the schema library.
export type { TimedGameEvent } from './evolve.ts'
export { livesLeft, snailAt } from './live-game.ts'
export { hiveOf, keyOf, width, type ReplayState } from './replay-state.ts'

export { statsOf, type Stats } from './stats.ts'

/** An event in the story of a game. */
type StoryEventKind =
  | { kind: 'start' | 'famine' | 'gap' | 'back' }
  | { kind: 'kill'; killer: Position; victim: Position; isWarrior: boolean; livesLeft: number }
  | { kind: 'berry'; by: Position; colour: Colour; isKick: boolean; count: number }
  | { kind: 'gate'; colour: Colour; isSpeed: boolean; x: number; from: Colour | null }
  | { kind: 'wings' | 'speed' | 'on' | 'off' | 'escape'; by: Position }
  | { kind: 'eat'; by: Position; victim: Position }
  | { kind: 'end'; winner: Colour; how: WinCondition | null }

export type StoryEvent = StoryEventKind & { ms: number }
export type Jump = (typeof jumpKinds)[number]
type StateChange = { before: ReplayState; after: ReplayState; values: readonly string[] }
type StoryRule = (change: StateChange) => StoryEventKind | null

function rider(kind: 'on' | 'off' | 'escape', position: string | undefined): StoryEventKind | null {
  const by = positionOf(position)
  return by && { kind, by }
}

function kill({ before, after, values }: StateChange): StoryEventKind | null {
  const [killer, victim] = [positionOf(values[2]), positionOf(values[3])]
  if (!killer || !victim) return null
  const isWarrior = before.state.winged[victim] !== undefined
  return {
    kind: 'kill',
    killer,
    victim,
    isWarrior,
    livesLeft: livesLeft(after.state)[colourOf(victim)],
  }
}

function berry({ before, after, values }: StateChange, isKick: boolean): StoryEventKind | null {
  const by = positionOf(/^\d+/.exec(values[2] ?? '')?.[0])
  const [old, current] = [before.state.berries, after.state.berries]
  const colour = (['blue', 'gold'] as const).find((team) => current[team] > old[team])
  return by && colour ? { kind: 'berry', by, colour, isKick, count: current[colour] } : null
}

/** A queen touches her own gates all the time. Only a change of the owner is a story event. */
function gate({ before, after, values: [x = '', y = ''] }: StateChange): StoryEventKind | null {
  const key = keyOf({ x: Number.parseFloat(x), y: Number.parseFloat(y) })
  const [from, colour] = [before.gates[key] ?? null, after.gates[key]]
  if (!colour || colour === from) return null
  return { kind: 'gate', colour, isSpeed: isSpeedGate(after, key), x: Number.parseFloat(x), from }
}

function isSpeedGate({ state }: ReplayState, key: string): boolean {
  const gates = mapOf(state.cabinetMap)?.gates ?? []
  return gates.some((other) => keyOf(other) === key && other.type === 'maiden_speed')
}

/** The story of a game in order, from its start on. */
export function storyOf({ gameEvents }: Pick<Replay, 'gameEvents'>): StoryEvent[] {
  const storyEvents: StoryEvent[] = []
  let before = initialReplayState
  for (const gameEvent of gameEvents) {
    const after = evolveReplay(before, gameEvent)
    storyEvents.push(...storyEventsOf({ before, after, gameEvent }))
    before = after
  }
  return storyEvents
}

function storyEventsOf(change: {
  before: ReplayState
  after: ReplayState
  gameEvent: TimedGameEvent
}): StoryEvent[] {
  const { before, after, gameEvent } = change
  const { ms, type, values } = gameEvent
  const isRunning = after.state.startMs !== null && before.state.endMs === null
  if (!isRunning) return []
  const rule = Object.hasOwn(storyRules, type) ? storyRules[type] : undefined
  const event = rule?.({ before, after, values })
  const ranOut = before.state.famineSinceMs === null && after.state.famineSinceMs !== null
  return [
    ...(event ? [{ ...event, ms }] : []),
    ...(ranOut ? [{ kind: 'famine' as const, ms }] : []),
  ]
}

/**
 * The state of both teams at a moment. `snail` goes from -1 at gold's end of the track to 1 at
 * blue's.
 */
export type Score = { ms: number; berries: ByColour; lives: ByColour; snail: number }

export function scoreAt({ state }: ReplayState, ms: number): Score {
  const snail = snailAt(state, ms).progress
  return { ms, berries: state.berries, lives: livesLeft(state), snail }
}

/** The scores at every second from the start to the end. */
export function scoresOf({ gameEvents, endMs }: Replay): Score[] {
  const scores: Score[] = []
  let [moment, count] = [initialReplayState, 0]
  const points = Math.ceil(endMs / intervalMs)
  for (let point = 0; point <= points; point += 1) {
    const ms = Math.min(point * intervalMs, endMs)
    while (count < gameEvents.length && gameEvents[count]!.ms <= ms) {
      moment = evolveReplay(moment, gameEvents[count]!)
      count += 1
    }
    scores.push(scoreAt(moment, ms))
  }
  return scores
}

/** The events of a game in order, with a state every few events as a start for any moment. */
export type Replay = {
  gameEvents: readonly TimedGameEvent[]
  /** the state before every `snapshotInterval` events */
  every: readonly ReplayState[]
  endMs: number
  last: ReplayState
}

/** The events of a game in order, with times since its start; empty without a start. */
export function timedEventsOf(game: GameFold): TimedGameEvent[] {
  const { startMs } = stateOf(game)
  if (startMs === null) return []
  return eventsOf(game).map((event) => {
    const { time, values } = event
    return { ms: Date.parse(time) - startMs, type: eventType(event), values }
  })
}

export function openReplay(gameEvents: readonly TimedGameEvent[]): Replay {
  const moments: ReplayState[] = []
  let last = initialReplayState
  for (const [index, gameEvent] of gameEvents.entries()) {
    if (index % snapshotInterval === 0) moments.push(last)
    last = evolveReplay(last, gameEvent)
  }
  const { endMs, gameendMs, lastMs } = last.state
  return {
    gameEvents,
    every: moments,
    endMs: Math.max(0, endMs ?? gameendMs ?? lastMs ?? 0),
    last,
  }
}

/** The number of events up to a moment. */
export function countAt(gameEvents: readonly { ms: number }[], ms: number): number {
  let [low, high] = [0, gameEvents.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (gameEvents[middle]!.ms <= ms) low = middle + 1
    else high = middle
  }
  return low
}

export function stateAt(replay: Replay, ms: number): ReplayState {
  const count = countAt(replay.gameEvents, ms)
  if (count === replay.gameEvents.length) return replay.last
  const index = Math.floor(count / snapshotInterval)
  const snapshot = replay.every[index] ?? initialReplayState
  return replay.gameEvents.slice(index * snapshotInterval, count).reduce(evolveReplay, snapshot)
}
