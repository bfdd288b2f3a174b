import type { TeamId } from '../ids.ts'
import { isElimination } from './stage-types/stage-types.ts'

export type Ranked = { team: TeamId; place?: number | null; decidedBy: { over: TeamId } | null }

/**
 * The rows of a table in order, with their ranks. A row names the team above it (R-TB-8) instead of
 * its own rank, so that a result changes few rows. A final place is the rank; teams that share a
 * place have the same rank.
 */
export function inRankOrder<Row extends Ranked>(rows: Row[]): (Row & { rank: number })[] {
  const below = new Map(rows.map((row) => [row.decidedBy?.over ?? null, row]))
  const ranked: (Row & { rank: number })[] = []
  for (
    let next = below.get(null);
    next && ranked.length < rows.length;
    next = below.get(next.team)
  ) {
    ranked.push({ rank: next.place ?? ranked.length + 1, ...next })
  }
  return ranked
}

type Placed = { rank: number | null; place: number | null; sharedPlace: string | null }

/**
 * The rank in tables; `2-3` if teams share it, in an elimination or until their tie-break is played.
 * In an elimination a team has a place only once it is eliminated or has won.
 */
export function rankText(stage: Parameters<typeof isElimination>[0], row: Placed): string {
  const hasNone = row.rank === null || (isElimination(stage) && row.place === null)
  return row.sharedPlace ?? (hasNone ? '–' : `${row.rank}`)
}

type Played = { place?: number | null; matchesPlayed: number; gamesWon: number; gamesLost: number }

/** Where nobody has a place or has played, the order is that of dice, which is no ranking yet. */
export function isRanked(rows: readonly Played[]): boolean {
  return rows.some(
    (row) => (row.place ?? null) !== null || row.matchesPlayed + row.gamesWon + row.gamesLost > 0,
  )
}

/** In order, but without ranks before the first result. */
export function withRanksOncePlayed<Row extends Ranked & Played>(
  rows: Row[],
): (Row & { rank: number | null })[] {
  const ranked = inRankOrder(rows)
  return isRanked(rows) ? ranked : ranked.map((row) => ({ ...row, rank: null }))
}
