import { eventType, type TimedGameEvent } from './evolve.ts'
import { eventsOf, stateOf, type GameFold } from './fold.ts'
import { evolveReplay, initialReplayState, type ReplayState } from './replay-state.ts'

/** The events of a game in order, with a state every few events as a start for any moment. */
export type Replay = {
  gameEvents: readonly TimedGameEvent[]
  /** the state before every `snapshotInterval` events */
  every: readonly ReplayState[]
  endMs: number
  last: ReplayState
}

const snapshotInterval = 32

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
