import type { TeamId } from '../ids.ts'
import { isElimination } from './stage-types/stage-types.ts'

type Ranked = { team: TeamId; place?: number | null; decidedBy: { over: TeamId } | null }

/**
 * The rows of a table in its order, with their ranks. A row names the one above it (R-TB-8) and not
 * its number: so a result changes the rows of a few teams, and not those of all it passes. A final
 * place is the rank, and who shares it has the same.
 */
export function inRankOrder<Row extends Ranked>(rows: Row[]): (Row & { rank: number })[] {
  const below = new Map(rows.map((row) => [row.decidedBy?.over ?? null, row]))
  const found: (Row & { rank: number })[] = []
  for (
    let next = below.get(null);
    next && found.length < rows.length;
    next = below.get(next.team)
  ) {
    found.push({ rank: next.place ?? found.length + 1, ...next })
  }
  return found
}

type Placed = { rank: number; place: number | null; sharedPlace: string | null }

/** As tables show it: in an elimination a team has a place only once it is out, or has won. */
export function shownRank(stage: Parameters<typeof isElimination>[0], row: Placed): string {
  if (!isElimination(stage)) return `${row.rank}`
  return row.sharedPlace ?? (row.place === null ? '–' : `${row.place}`)
}
