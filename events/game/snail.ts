import { snailPixelsPerSecond } from './map/field.ts'
import { positionOf, add, type State } from './state.ts'
import type { Position } from './map/field.ts'

type Values = readonly string[]

export function snailSpeed(state: State, rider: Position): number {
  return snailPixelsPerSecond[state.fast[rider] === undefined ? 'plain' : 'fast']
}

function snailX(state: State, values: Values): number {
  const x = Number.parseFloat(values[0] ?? '')
  return Number.isFinite(x) ? x : state.snail.x
}

/** Adds the distance since the last known position to the rider's total. */
function withRide(state: State, rider: Position, x: number): State {
  if (state.snail.rider !== rider) return state
  const distance = Math.abs(x - state.snail.x)
  return { ...state, snailDistance: add(state.snailDistance, rider, distance) }
}

export function getOnSnail(state: State, values: Values, ms: number): State {
  const rider = positionOf(values[2])
  if (!rider) return state
  return { ...state, snail: { x: snailX(state, values), rider, eating: null, atMs: ms } }
}

export function getOffSnail(state: State, values: Values, ms: number): State {
  const rider = positionOf(values[3])
  if (!rider) return state
  const x = snailX(state, values)
  const next = withRide(state, rider, x)
  return { ...next, snail: { x, rider: null, eating: null, atMs: ms } }
}

export function snailEat(state: State, values: Values, ms: number): State {
  const rider = positionOf(values[2])
  const eating = positionOf(values[3])
  if (!rider) return state
  const x = snailX(state, values)
  return { ...withRide(state, rider, x), snail: { x, rider, eating, atMs: ms } }
}

export function snailEscape(state: State, values: Values): State {
  if (state.snail.eating === null || positionOf(values[2]) !== state.snail.eating) return state
  return { ...state, snail: { ...state.snail, eating: null } }
}

/** A ride at the end of the game counts at the speed of the rider, in whole pixels. */
export function rideEnds(state: State, ms: number): State {
  const { rider, atMs } = state.snail
  if (rider === null) return state
  const distance = Math.floor((snailSpeed(state, rider) * (ms - atMs)) / 1000)
  return { ...state, snailDistance: add(state.snailDistance, rider, distance) }
}
