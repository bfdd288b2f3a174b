import { useNow } from '../../hooks/useNow.ts'

const pageMs = 15_000

/** Which part is shown now: all screens of a hall turn at the same moment. */
export function useScreenRotation(count: number): number {
  const now = useNow(count > 1, pageMs)
  return count > 1 ? Math.floor(now / pageMs) % count : 0
}
