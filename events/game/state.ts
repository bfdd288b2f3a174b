import type { Colour } from './map/colour.ts'
import type { Position } from './map/field.ts'

export type WinCondition = 'military' | 'economic' | 'snail'

/** A number by position; a position without an entry has zero. */
export type Tally = Readonly<Partial<Record<Position, number>>>
export type ByColour = Readonly<Record<Colour, number>>

type Snail = {
  x: number
  rider: Position | null
  eating: Position | null
  /** When `x` was last reported. */
  atMs: number
}

export type Bump = { atMs: number; players: readonly [Position, Position] }

/** The state of a game after some of its events. */
export type State = {
  cabinetMap: string
  goldOnLeft: boolean
  cabinetVersion: string
  humans: readonly Position[]
  startMs: number | null
  gameendMs: number | null
  endMs: number | null
  lastMs: number | null
  winningTeam: Colour | null
  winCondition: WinCondition | null
  kills: Tally
  deaths: Tally
  militaryKills: Tally
  militaryDeaths: Tally
  queenKills: Tally
  killsAsQueen: Tally
  queenDeaths: ByColour
  bumps: readonly Bump[]
  bumpAssists: Tally
  /** When a position got its wings. */
  winged: Tally
  fast: Tally
  warriorUptime: Tally
  carrying: readonly Position[]
  berriesDeposited: Tally
  berriesKickedIn: Tally
  berries: ByColour
  berriesUsed: number
  /** Used since the start or the last return of all berries. */
  usedOfSupply: number
  famineSinceMs: number | null
  snail: Snail
  snailDistance: Tally
  eatenBySnail: Tally
}

export const initialState: State = {
  cabinetMap: '',
  goldOnLeft: false,
  cabinetVersion: '',
  humans: [],
  startMs: null,
  gameendMs: null,
  endMs: null,
  lastMs: null,
  winningTeam: null,
  winCondition: null,
  kills: {},
  deaths: {},
  militaryKills: {},
  militaryDeaths: {},
  queenKills: {},
  killsAsQueen: {},
  queenDeaths: { blue: 0, gold: 0 },
  bumps: [],
  bumpAssists: {},
  winged: {},
  fast: {},
  warriorUptime: {},
  carrying: [],
  berriesDeposited: {},
  berriesKickedIn: {},
  berries: { blue: 0, gold: 0 },
  berriesUsed: 0,
  usedOfSupply: 0,
  famineSinceMs: null,
  snail: { x: 960, rider: null, eating: null, atMs: 0 },
  snailDistance: {},
  eatenBySnail: {},
}

export function add(tally: Tally, position: Position, amount = 1): Tally {
  if (amount === 0) return tally
  return { ...tally, [position]: (tally[position] ?? 0) + amount }
}

export function without(tally: Tally, position: Position): Tally {
  if (tally[position] === undefined) return tally
  const { [position]: _, ...rest } = tally
  return rest
}

const positionsByText = new Map<string | undefined, Position>(
  ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const).map((position) => [String(position), position]),
)

export function positionOf(text: string | undefined): Position | null {
  return positionsByText.get(text) ?? null
}

export function isQueen(position: Position): boolean {
  return position <= 2
}
