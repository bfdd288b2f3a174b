import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { teamWords, type Position } from './map/field.ts'
import { berryDeposit, berryKickIn, carryFood, useMaiden } from './berries.ts'
import { glance, landed, playerKill } from './fight.ts'
import { getOffSnail, getOnSnail, rideEnds, snailEat, snailEscape } from './snail.ts'
import { positionOf, type State, type WinCondition } from './state.ts'

type Handler = (state: State, values: readonly string[], ms: number) => State

/** A `victory` later than this after `gameend` is not trusted: an official must decide. */
export const victoryWithinMs = 2000

const conditions: readonly WinCondition[] = ['military', 'economic', 'snail']

const handlersBeforeStart: Readonly<Record<string, Handler>> = { spawn, mapstart, gamestart }
const handlersDuringGame: Readonly<Record<string, Handler>> = {
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

/** The type of an event. Old cabinets end some types with a colon and a space. */
export function eventType(event: CabinetEvent): string {
  return event.type.endsWith(' ') ? event.type.replace(/[: ]+$/, '') : event.type
}

/** An event of a game with its time: epoch milliseconds, or in a replay since the game's start. */
export type TimedGameEvent = { ms: number; type: string; values: readonly string[] }

export function evolve(state: State, event: CabinetEvent): State {
  const ms = Date.parse(event.time)
  return applyGameEvent(state, { ms, type: eventType(event), values: event.values })
}

/** Before its start a game has only a map and players. After its victory events are ignored. */
export function applyGameEvent(state: State, { ms, type, values }: TimedGameEvent): State {
  const handlers = state.startMs === null ? handlersBeforeStart : handlersDuringGame
  const isHandled = state.endMs === null && Object.hasOwn(handlers, type)
  const handler = isHandled ? handlers[type] : undefined
  const next = handler ? handler(state, values, ms) : state
  return { ...next, lastMs: ms }
}

/** When a person replaces a bot, the cabinet sends a second spawn of the position. */
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
