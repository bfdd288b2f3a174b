import { minutes } from '../text/durations.ts'
import type { Position } from './map/field.ts'
import { stateOf, type GameFold } from './fold.ts'
import type { ByColour, State, Tally } from './state.ts'

export const statNames = [
  'kills',
  'deaths',
  'militaryKills',
  'militaryDeaths',
  'queenKills',
  'killsAsQueen',
  'berries',
  'berriesKicked',
  'snailDistance',
  'warriorUptime',
  'eatenBySnail',
  'bumpAssists',
] as const
export type StatName = (typeof statNames)[number]
export type Stats = {
  byPlayer: Record<StatName, Tally>
  humanPlayers: readonly Position[]
  berries: ByColour
  lengthSec: number
  length: string
}

/** For a running game, the stats up to its last event. */
export function stats(game: GameFold): Stats {
  return statsOf(stateOf(game))
}

export function statsOf(state: State): Stats {
  const untilMs = state.endMs ?? state.gameendMs ?? state.lastMs ?? 0
  const lengthSec = state.startMs === null ? 0 : (untilMs - state.startMs) / 1000
  return {
    byPlayer: {
      kills: state.kills,
      deaths: state.deaths,
      militaryKills: state.militaryKills,
      militaryDeaths: state.militaryDeaths,
      queenKills: state.queenKills,
      killsAsQueen: state.killsAsQueen,
      berries: state.berriesDeposited,
      berriesKicked: state.berriesKickedIn,
      snailDistance: state.snailDistance,
      warriorUptime: state.warriorUptime,
      eatenBySnail: state.eatenBySnail,
      bumpAssists: state.bumpAssists,
    },
    humanPlayers: state.humans,
    berries: state.berries,
    lengthSec,
    length: minutes(lengthSec),
  }
}

/** The sums over several games, by position and by team. */
export function sumStats(games: Pick<Stats, 'byPlayer' | 'berries'>[]) {
  const sums = statNames.map((name) => [name, sumTallies(games.map((game) => game.byPlayer[name]))])
  const sumOf = (colour: keyof ByColour) =>
    games.reduce((sum, { berries }) => sum + berries[colour], 0)
  return {
    byPlayer: Object.fromEntries(sums) as Stats['byPlayer'],
    berries: { blue: sumOf('blue'), gold: sumOf('gold') },
  }
}

function sumTallies(tallies: Tally[]): Tally {
  const sum: Record<string, number> = {}
  for (const [position, amount] of tallies.flatMap((tally) => Object.entries(tally))) {
    sum[position] = (sum[position] ?? 0) + amount
  }
  return sum
}
