import type { MatchId, TeamId } from '../ids.ts'

/** The result of a complete match; score, winner and games are by slot. */
export type Result = {
  match: MatchId
  teams: [TeamId, TeamId]
  score: [number, number]
  /** null is a draw */
  winner: 0 | 1 | null
  /** no winner and no draw: both teams forfeited (R-ST-10) */
  bothLost?: boolean
  /** counted games only; the score may include wins without a game */
  games: { winner: 0 | 1; seconds: number | null }[]
}

export type Tally = {
  matchesPlayed: number
  matchesWon: number
  matchesTied: number
  matchesLost: number
  gamesWon: number
  gamesLost: number
  /** the total length of all lost games; null if one of them has no length */
  lostMs: number | null
}

export function tallyResults(teams: TeamId[], results: Result[]): Map<TeamId, Tally> {
  const tallies = new Map(teams.map((team) => [team, emptyTally()]))
  for (const result of results) {
    for (const slot of [0, 1] as const) {
      const tally = tallies.get(result.teams[slot])
      if (tally) add(tally, result, slot)
    }
  }
  return tallies
}

function emptyTally(): Tally {
  return {
    matchesPlayed: 0,
    matchesWon: 0,
    matchesTied: 0,
    matchesLost: 0,
    gamesWon: 0,
    gamesLost: 0,
    lostMs: 0,
  }
}

function add(tally: Tally, result: Result, slot: 0 | 1): void {
  const other = slot === 0 ? 1 : 0
  tally.matchesPlayed += 1
  tally.matchesWon += result.winner === slot ? 1 : 0
  tally.matchesTied += result.winner === null && !result.bothLost ? 1 : 0
  tally.matchesLost += result.winner === other || result.bothLost ? 1 : 0
  tally.gamesWon += result.score[slot]
  tally.gamesLost += result.score[other]
  const lost = lostMs(result, other)
  tally.lostMs = tally.lostMs === null || lost === null ? null : tally.lostMs + lost
}

/** Null if the score was changed by hand: then the losses do not match the games. */
function lostMs({ score, games }: Result, winner: 0 | 1): number | null {
  const lost = games.filter((game) => game.winner === winner)
  if (lost.length !== score[winner]) return null
  return lost.reduce<number | null>(
    (sum, { seconds }) =>
      sum === null || seconds === null ? null : sum + Math.round(seconds * 1000),
    0,
  )
}
