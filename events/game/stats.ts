import type { Position } from './map/field.ts'
import { stateOf, type GameFold } from './fold.ts'
import type { ByColour, State, Tally } from './state.ts'

export type Stats = {
  byPlayer: {
    kills: Tally
    deaths: Tally
    militaryKills: Tally
    militaryDeaths: Tally
    queenKills: Tally
    killsAsQueen: Tally
    berries: Tally
    berriesKicked: Tally
    snailDistance: Tally
    warriorUptime: Tally
    eatenBySnail: Tally
    bumpAssists: Tally
  }
  humanPlayers: readonly Position[]
  berries: ByColour
  lengthSec: number
  length: string
}

function clock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Of a game still on: what is settled up to its last event. */
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
    length: clock(lengthSec),
  }
}
