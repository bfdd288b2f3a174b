import type { Colour } from './map/colour.ts'
import { mapName } from './map/field.ts'
import { victoryWithinMs } from './evolve.ts'
import { stateOf, type GameFold } from './fold.ts'
import type { ByColour, State, WinCondition } from './state.ts'

export type Game = {
  gameID: string
  status: 'waiting' | 'running' | 'complete' | 'no_result'
  mapName: string
  cabinetMap: string
  goldOnLeft: boolean
  startTime: string | null
  endTime: string | null
  seconds: number | null
  winCondition: WinCondition | null
  winningTeam: Colour | null
  playerCount: number
  berriesUsed: number
  cabinetVersion: string
  queenDeaths: ByColour
  berries: ByColour
}

function status(state: State, atMs: number): Game['status'] {
  if (state.startMs === null) return 'waiting'
  if (state.endMs !== null) return 'complete'
  if (state.gameendMs === null) return 'running'
  return atMs - state.gameendMs > victoryWithinMs ? 'no_result' : 'running'
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

/**
 * `atMs` is the newest time of the cabinet's clock. Once it is more than two seconds after
 * `gameend` without a victory, the game has no result. Without `atMs` the time of the game's last
 * event counts.
 */
export function result(game: GameFold, atMs = 0): Game {
  const state = stateOf(game)
  const gameStatus = status(state, Math.max(atMs, state.lastMs ?? 0))
  const endMs = gameStatus === 'no_result' ? state.gameendMs : state.endMs
  const { startMs } = state
  return {
    gameID: game.gameID,
    status: gameStatus,
    mapName: mapName(state.cabinetMap),
    cabinetMap: state.cabinetMap,
    goldOnLeft: state.goldOnLeft,
    startTime: iso(startMs),
    endTime: iso(endMs),
    seconds: startMs === null || endMs === null ? null : (endMs - startMs) / 1000,
    winCondition: state.winCondition,
    winningTeam: state.winningTeam,
    playerCount: state.humans.length,
    berriesUsed: state.berriesUsed,
    cabinetVersion: state.cabinetVersion,
    queenDeaths: state.queenDeaths,
    berries: state.berries,
  }
}

/** Whether the game can be scored: it has started, and a team has won. */
export function hasEnded(game: GameFold): boolean {
  return stateOf(game).endMs !== null
}
