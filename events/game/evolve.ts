import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { teamWords, type Position } from './map/field.ts'
import { berryDeposit, berryKickIn, carryFood, useMaiden } from './berries.ts'
import { glance, landed, playerKill } from './fight.ts'
import { getOffSnail, getOnSnail, rideEnds, snailEat, snailEscape } from './snail.ts'
import { positionOf, type State, type WinCondition } from './state.ts'

type Fold = (state: State, values: readonly string[], ms: number) => State

/** A `victory` later than this after `gameend` does not belong to it: a person must look. */
export const victoryWithinMs = 2000

const conditions: readonly WinCondition[] = ['military', 'economic', 'snail']

const before: Readonly<Record<string, Fold>> = { spawn, mapstart, gamestart }
const during: Readonly<Record<string, Fold>> = {
  spawn,
  carryFood,
  berryDeposit,
  berryKickIn,
  useMaiden,
  glance,
  playerKill,
  getOnSnail,
  getOffSnail,
  snailEat,
  snailEscape,
  gameend,
  victory,
}

/** Old cabinets end some names in a colon and a space. */
export function kind(event: CabinetEvent): string {
  return event.type.endsWith(' ') ? event.type.replace(/[: ]+$/, '') : event.type
}

/** An event with its moment, by whichever clock the game is told. */
export type Happening = { ms: number; type: string; values: readonly string[] }

export function evolve(state: State, event: CabinetEvent): State {
  const ms = Date.parse(event.time)
  return happen(state, { ms, type: kind(event), values: event.values })
}

/** Before its start a game has only a map and players; after its victory nothing happens in it. */
export function happen(state: State, { ms, type, values }: Happening): State {
  const folds = state.startMs === null ? before : during
  const known = state.endMs === null && Object.hasOwn(folds, type) ? folds[type] : undefined
  const next = known ? known(state, values, ms) : state
  return { ...next, lastMs: ms }
}

/** A bot replaced by a person is told as a second spawn of the position. */
function spawn(state: State, values: readonly string[]): State {
  const position = positionOf(values[0])
  if (!position || values[1] !== 'False' || state.humans.includes(position)) return state
  return { ...state, humans: [...state.humans, position].toSorted((a, b) => a - b) }
}

function mapstart(state: State, values: readonly string[]): State {
  const [cabinetMap = '', goldOnLeft, , , cabinetVersion = ''] = values
  return { ...state, cabinetMap, goldOnLeft: goldOnLeft === 'True', cabinetVersion }
}

function gamestart(state: State, values: readonly string[], ms: number): State {
  if (values[3] === 'True') return state
  const cabinetVersion = values[4] ?? state.cabinetVersion
  return { ...mapstart(state, values), cabinetVersion, startMs: ms }
}

function gameend(state: State, _values: readonly string[], ms: number): State {
  return state.gameendMs === null ? { ...state, gameendMs: ms } : state
}

function victory(state: State, values: readonly string[], ms: number): State {
  const winningTeam = teamWords[values[0] ?? '']
  if (!winningTeam) return state
  if (state.gameendMs !== null && ms - state.gameendMs > victoryWithinMs) return state
  const winCondition = conditions.find((condition) => condition === values[1]) ?? null
  let next = rideEnds({ ...state, winningTeam, winCondition, endMs: ms }, ms)
  for (const winged of Object.keys(state.winged))
    next = landed(next, Number(winged) as Position, ms)
  return next
}
