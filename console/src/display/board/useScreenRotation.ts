import { useNow } from '../../hooks/useNow.ts'

const pageMs = 15_000
const defaultSeconds = 30

/** The page to show now. It depends on the clock only, so all screens change at the same moment. */
export function useScreenRotation(count: number): number {
  const now = useNow(count > 1, pageMs)
  return count > 1 ? Math.floor(now / pageMs) % count : 0
}

type Timed = { seconds?: number | undefined }

/** The same for the list that a display shows in turn, each for its seconds; also the next one. */
export function useTurns<T extends Timed>(turns: [T, ...T[]]): [now: T, next: T] {
  return turnAt(useNow(turns.length > 1, 1_000), turns)
}

export function turnAt<T extends Timed>(now: number, turns: [T, ...T[]]): [now: T, next: T] {
  const ends: number[] = []
  for (const { seconds = defaultSeconds } of turns) ends.push((ends.at(-1) ?? 0) + seconds)
  const seconds = Math.floor(now / 1_000) % (ends.at(-1) ?? 1)
  const index = ends.findIndex((end) => seconds < end)
  return [turns[index] ?? turns[0], turns[index + 1] ?? turns[0]]
}
