import { colourOf, mapName, mapOf, type Position } from './map/field.ts'
import { famineIsOver, supply } from './berries.ts'
import { stateOf, type GameFold } from './fold.ts'
import { snailSpeed } from './snail.ts'
import type { ByColour, State, Tally } from './state.ts'

export type Live = {
  mapName: string
  cabinetMap: string
  /** on the cabinet's screen; missing if no event has come since the game was read */
  goldOnLeft?: boolean
  gameTime: number
  berriesRemaining: number
  berries: ByColour
  queenLives: ByColour
  /** `progress` goes from -1 at gold's end of the track over 0 to 1 at blue's. */
  snail: { x: number; rider: Position | null; progress: number }
  berriesDeposited: Tally
  berriesKickedIn: Tally
  totalBerries: Tally
  kills: Tally
  deaths: Tally
  militaryKills: Tally
  militaryDeaths: Tally
  queenKills: Tally
  snailDistance: Tally
  haveBerries: readonly Position[]
}

const middle = 960

/**
 * Cabinets do not send the position of the snail during a ride, so it is extrapolated at the
 * rider's speed.
 */
export function snailAt(state: State, atMs: number): Live['snail'] {
  const { rider, eating, atMs: since } = state.snail
  const track = mapOf(state.cabinetMap)?.trackWidth ?? 900
  const blueward = state.goldOnLeft ? 1 : -1
  const distance = rider && !eating ? (snailSpeed(state, rider) * (atMs - since)) / 1000 : 0
  const forward = rider && colourOf(rider) === 'blue' ? blueward : -blueward
  const guess = Math.round(state.snail.x + forward * Math.max(0, distance))
  const x = Math.min(middle + track, Math.max(middle - track, guess))
  const progress = Math.round((blueward * (x - middle) * 1000) / track) / 1000
  return { x, rider, progress: progress === 0 ? 0 : progress }
}

export function livesLeft(state: State): ByColour {
  const lives = mapOf(state.cabinetMap)?.queenLives ?? 3
  const { blue, gold } = state.queenDeaths
  return { blue: Math.max(0, lives - blue), gold: Math.max(0, lives - gold) }
}

function sum(one: Tally, other: Tally): Tally {
  const all: Partial<Record<Position, number>> = { ...one }
  for (const [position, amount] of Object.entries(other) as unknown as [Position, number][]) {
    all[position] = (all[position] ?? 0) + amount
  }
  return all
}

/** The game as the audience sees it at `atMs`; without `atMs`, at its last event. */
export function live(game: GameFold, atMs?: number): Live {
  const state = stateOf(game)
  const endMs = state.endMs ?? state.gameendMs ?? Number.POSITIVE_INFINITY
  const now = Math.min(atMs ?? state.lastMs ?? 0, endMs)
  const total = supply(state.cabinetMap)
  return {
    mapName: mapName(state.cabinetMap),
    cabinetMap: state.cabinetMap,
    goldOnLeft: state.goldOnLeft,
    gameTime: state.startMs === null ? 0 : Math.max(0, now - state.startMs) / 1000,
    berriesRemaining: famineIsOver(state, now) ? total : total - state.usedOfSupply,
    berries: state.berries,
    queenLives: livesLeft(state),
    snail: snailAt(state, now),
    berriesDeposited: state.berriesDeposited,
    berriesKickedIn: state.berriesKickedIn,
    totalBerries: sum(state.berriesDeposited, state.berriesKickedIn),
    kills: state.kills,
    deaths: state.deaths,
    militaryKills: state.militaryKills,
    militaryDeaths: state.militaryDeaths,
    queenKills: state.queenKills,
    snailDistance: state.snailDistance,
    haveBerries: state.carrying,
  }
}
