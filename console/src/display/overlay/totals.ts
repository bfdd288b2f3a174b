import type { Answer } from '../../core/rest.ts'

type Stats = Answer<'/api/game/game/:id/stats/'>
type Team = number | null
/** A game that counts, and which team played which colour in it. */
export type CountedGame = {
  id: number
  mapName: string
  winCondition: string | null
  winner: Team
  seats: { blue: Team; gold: Team }
  stats: Pick<Stats, 'militaryKills' | 'berries' | 'snailMeters' | 'byPlayer'>
}
type Totals = Record<'militaryKills' | 'queenKills' | 'berries' | 'snailMeters', number>

/** Totals of both teams over all games, whichever colour they played in each. */
export function totalsOf(games: CountedGame[], teams: [Team, Team]): [Totals, Totals] {
  return [totalOf(games, teams[0]), totalOf(games, teams[1])]
}

function totalOf(games: CountedGame[], team: Team): Totals {
  const sum: Totals = { militaryKills: 0, queenKills: 0, berries: 0, snailMeters: 0 }
  for (const { seats, stats } of games) {
    if (team === null || (seats.blue !== team && seats.gold !== team)) continue
    const colour = seats.blue === team ? 'blue' : 'gold'
    sum.militaryKills += stats.militaryKills[colour]
    sum.berries += stats.berries[colour]
    sum.snailMeters += Math.round(stats.snailMeters[colour])
    // Even positions are blue.
    const parity = colour === 'blue' ? 0 : 1
    for (const [seat, kills] of Object.entries(stats.byPlayer['queenKills'] ?? {})) {
      if (Number(seat) % 2 === parity) sum.queenKills += kills
    }
  }
  return sum
}
