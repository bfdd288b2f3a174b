import { kind, type Happening } from './evolve.ts'
import { eventsOf, stateOf, type GameFold } from './fold.ts'
import { after, beforeAll, type ReplayState } from './replay-state.ts'

/** A game in order, with what is known every so many events: any moment of it is near. */
export type Replay = {
  happenings: readonly Happening[]
  every: readonly ReplayState[]
  endMs: number
  last: ReplayState
}

const every = 32

/** A game's events as a screen draws them: counted from its start, in order. */
export function happeningsOf(game: GameFold): Happening[] {
  const { startMs } = stateOf(game)
  if (startMs === null) return []
  return eventsOf(game).map((event) => {
    const { time, values } = event
    return { ms: Date.parse(time) - startMs, type: kind(event), values }
  })
}

export function openReplay(happenings: readonly Happening[]): Replay {
  const moments: ReplayState[] = []
  let last = beforeAll
  for (const [index, happening] of happenings.entries()) {
    if (index % every === 0) moments.push(last)
    last = after(last, happening)
  }
  const { endMs, gameendMs, lastMs } = last.state
  return {
    happenings,
    every: moments,
    endMs: Math.max(0, endMs ?? gameendMs ?? lastMs ?? 0),
    last,
  }
}

/** How many of them have happened by then. */
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
  const from = Math.floor(count / every)
  const near = replay.every[from] ?? beforeAll
  return replay.happenings.slice(from * every, count).reduce(after, near)
}
