import { useNow } from '../../hooks/useNow.ts'

const pageMs = 15_000
const usualSeconds = 30

/** Which part is shown now: all screens of a hall turn at the same moment. */
export function useScreenRotation(count: number): number {
  const now = useNow(count > 1, pageMs)
  return count > 1 ? Math.floor(now / pageMs) % count : 0
}

type Timed = { seconds?: number | undefined }

/** The same of what a display shows in turn, each as long as was chosen; and what comes next. */
export function useTurns<T extends Timed>(turns: [T, ...T[]]): [now: T, next: T] {
  return turnAt(useNow(turns.length > 1, 1_000), turns)
}

export function turnAt<T extends Timed>(now: number, turns: [T, ...T[]]): [now: T, next: T] {
  const ends: number[] = []
  for (const { seconds = usualSeconds } of turns) ends.push((ends.at(-1) ?? 0) + seconds)
  const at = Math.floor(now / 1_000) % (ends.at(-1) ?? 1)
  const index = ends.findIndex((end) => at < end)
  return [turns[index] ?? turns[0], turns[index + 1] ?? turns[0]]
}
