import { eventType, type TimedGameEvent } from './evolve.ts'
import { eventsOf, stateOf, type GameFold } from './fold.ts'
import { evolveReplay, initialReplayState, type ReplayState } from './replay-state.ts'

/** The events of a game in order, with a state every few events as a start for any moment. */
export type Replay = {
  happenings: readonly TimedGameEvent[]
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

export function openReplay(happenings: readonly TimedGameEvent[]): Replay {
  const moments: ReplayState[] = []
  let last = initialReplayState
  for (const [index, happening] of happenings.entries()) {
    if (index % snapshotInterval === 0) moments.push(last)
    last = evolveReplay(last, happening)
  }
  const { endMs, gameendMs, lastMs } = last.state
  return {
    happenings,
    every: moments,
    endMs: Math.max(0, endMs ?? gameendMs ?? lastMs ?? 0),
    last,
  }
}

/** The number of events up to a moment. */
export function countAt(happenings: readonly { ms: number }[], ms: number): number {
  let [low, high] = [0, happenings.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (happenings[middle]!.ms <= ms) low = middle + 1
    else high = middle
  }
  return low
}

export function stateAt(replay: Replay, ms: number): ReplayState {
  const count = countAt(replay.happenings, ms)
  if (count === replay.happenings.length) return replay.last
  const index = Math.floor(count / snapshotInterval)
  const snapshot = replay.every[index] ?? initialReplayState
  return replay.happenings.slice(index * snapshotInterval, count).reduce(evolveReplay, snapshot)
}
