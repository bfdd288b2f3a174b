import { otherColour } from './map/colour.ts'
import type { Colour } from './map/colour.ts'
import { colourOf, famineSeconds, mapOf, type Position } from './map/field.ts'
import { add, positionOf, type State } from './state.ts'

type Values = readonly string[]

/** For a map with unknown supply, the most common one. */
export function supply(cabinetMap: string): number {
  return mapOf(cabinetMap)?.berries ?? 66
}

export function famineIsOver(state: State, ms: number): boolean {
  return state.famineSinceMs !== null && ms >= state.famineSinceMs + famineSeconds * 1000
}

function withBerryUsed(state: State, ms: number): State {
  const total = supply(state.cabinetMap)
  const before = famineIsOver(state, ms) ? 0 : state.usedOfSupply
  const usedOfSupply = Math.min(before + 1, total)
  const ranOut = usedOfSupply === total && before < total
  const famineSinceMs = ranOut ? ms : usedOfSupply < total ? null : state.famineSinceMs
  return { ...state, berriesUsed: state.berriesUsed + 1, usedOfSupply, famineSinceMs }
}

function withBerryDropped(state: State, position: Position): State {
  return { ...state, carrying: state.carrying.filter((carrier) => carrier !== position) }
}

function withScore(state: State, colour: Colour): State {
  return { ...state, berries: { ...state.berries, [colour]: state.berries[colour] + 1 } }
}

export function carryFood(state: State, values: Values): State {
  const position = positionOf(values[0])
  if (!position || state.carrying.includes(position)) return state
  return { ...state, carrying: [...state.carrying, position].toSorted((a, b) => a - b) }
}

export function berryDeposit(state: State, values: Values, ms: number): State {
  const position = positionOf(values[2])
  if (!position) return state
  const deposited = add(state.berriesDeposited, position)
  const next = withBerryDropped({ ...state, berriesDeposited: deposited }, position)
  return withBerryUsed(withScore(next, colourOf(position)), ms)
}

/**
 * Cabinets of 2018 send three values. The last one is the position, sometimes with `True` or
 * `False` appended: whether the berry fell into the kicker's own hive.
 */
function kick(state: State, values: Values): { position: Position | null; own: boolean } {
  const [, digits, suffix] = /^(\d+)(True|False)?$/.exec(values[2] ?? '') ?? []
  const position = positionOf(digits)
  const flag = values[3] ?? suffix
  if (flag || !position) return { position, own: flag === 'True' }
  const hive: Colour = Number(values[0]) < 960 === state.goldOnLeft ? 'gold' : 'blue'
  return { position, own: hive === colourOf(position) }
}

export function berryKickIn(state: State, values: Values, ms: number): State {
  const { position, own } = kick(state, values)
  if (!position) return state
  if (!own) return withBerryUsed(withScore(state, otherColour(colourOf(position))), ms)
  const berriesKickedIn = add(state.berriesKickedIn, position)
  return withBerryUsed(withScore({ ...state, berriesKickedIn }, colourOf(position)), ms)
}

/** Using a gate costs the carried berry. */
export function useMaiden(state: State, values: Values, ms: number): State {
  const position = positionOf(values[3])
  if (!position) return state
  const next = withBerryDropped(state, position)
  if (values[2] === 'maiden_wings') {
    return withBerryUsed({ ...next, winged: { ...next.winged, [position]: ms } }, ms)
  }
  return withBerryUsed({ ...next, fast: { ...next.fast, [position]: 1 } }, ms)
}
