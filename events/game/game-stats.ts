import { snailPixelsPerSecond } from './map/field.ts'
import type { Colour } from './map/colour.ts'
import { colourOf, type Position } from './map/field.ts'
import { isQueen, type ByColour, type Tally } from './state.ts'
import type { Game } from './result.ts'
import type { Stats } from './stats.ts'

type Award = { title: string; players?: Position[]; teams?: Colour[] }
/** Signed-in players by position. */
type SignedIn = Record<string, { id: number; name: string }>
type GameStats = Stats & {
  militaryKills: ByColour
  militaryDeaths: ByColour
  snailMeters: ByColour
  map: string
  winCondition: Game['winCondition'] | null
  winningTeam: Colour | null
  signedIn: SignedIn
  awards: Award[]
}
type Played = { mapName: string; winCondition: string | null; winningTeam: string | null }

/** All numbers of a game, those of the teams first (wire 6.4). */
export function gameStats(stats: Stats, game: Played, signedIn: SignedIn): GameStats {
  const { militaryKills, militaryDeaths, snailDistance } = stats.byPlayer
  return {
    militaryKills: byTeam(militaryKills),
    militaryDeaths: byTeam(militaryDeaths),
    snailMeters: byTeam(snailDistance, snailPixelsPerSecond.plain),
    berries: stats.berries,
    map: game.mapName,
    winCondition: game.winCondition as GameStats['winCondition'],
    winningTeam: game.winningTeam as Colour | null,
    length: stats.length,
    lengthSec: stats.lengthSec,
    humanPlayers: stats.humanPlayers,
    signedIn,
    awards: awardsOf(stats),
    byPlayer: stats.byPlayer,
  }
}

function byTeam(tally: Tally, unit = 1): ByColour {
  const sum = (colour: Colour) =>
    entriesOf(tally)
      .filter(([position]) => colourOf(position) === colour)
      .reduce((all, [, amount]) => all + amount, 0)
  return { blue: Math.round(sum('blue') / unit), gold: Math.round(sum('gold') / unit) }
}

const awardStats: [title: string, stat: keyof Stats['byPlayer']][] = [
  ['Most kills', 'kills'],
  ['Most military kills', 'militaryKills'],
  ['Most queen kills', 'queenKills'],
  ['Most berries', 'berries'],
  ['Most berries kicked in', 'berriesKicked'],
  ['Longest way on the snail', 'snailDistance'],
  ['Longest time as a warrior', 'warriorUptime'],
  ['Most bump assists', 'bumpAssists'],
]

function awardsOf({ byPlayer }: Stats): Award[] {
  const players = awardStats.flatMap(([title, stat]) => {
    const max = Math.max(0, ...entriesOf(byPlayer[stat]).map(([, amount]) => amount))
    if (max === 0) return []
    const best = entriesOf(byPlayer[stat]).filter(([, amount]) => amount === max)
    return [{ title, players: best.map(([position]) => position) }]
  })
  const dead = entriesOf(byPlayer.deaths).map(([position]) => position)
  const teams = (['blue', 'gold'] as const).filter(
    (colour) => !dead.some((position) => isQueen(position) && colourOf(position) === colour),
  )
  return teams.length === 0 ? players : [...players, { title: 'Untouched queen', teams }]
}

function entriesOf(tally: Tally): [Position, number][] {
  return Object.entries(tally).map(([position, amount]) => [Number(position) as Position, amount])
}
