import { mapOf, teamWords, type Colour, type Place, type Position } from './map/field.ts'
import { happen, type Happening } from './evolve.ts'
import { nothingYet, positionOf, type State } from './state.ts'

/** A berry in a hive. */
type Berry = { x: number; y: number; colour: Colour }
type Kill = { ms: number; x: number; y: number; killer: Position; victim: Position }
/** Where and when somebody was last told of. */
type Sight = { x: number; y: number; ms: number }

/** What is known of a game at one moment, with all that can be drawn of it. */
export type ReplayState = {
  state: State
  /** By `x,y`: which queen tagged the gate last. */
  gates: Readonly<Record<string, Colour>>
  /** Who is inside which gate, by `x,y`. */
  entering: Readonly<Partial<Record<Position, string>>>
  berries: readonly Berry[]
  /** The last ones, the newest last. */
  kills: readonly Kill[]
  seen: Readonly<Partial<Record<Position, Sight>>>
  /** The client had lost the cabinet. */
  isGap: boolean
}

export const width = 1920
const keptKills = 8

export const beforeAll: ReplayState = {
  state: nothingYet,
  gates: {},
  entering: {},
  berries: [],
  kills: [],
  seen: {},
  isGap: false,
}

type Values = readonly string[]
type Draw = (moment: ReplayState, values: Values, at: Sight, before: State) => ReplayState

const drawn: Readonly<Record<string, Draw>> = {
  gamestart: (moment) => ({ ...moment, isGap: false }),
  cabinetOffline: (moment) => ({ ...moment, isGap: true }),
  cabinetOnline: (moment) => ({ ...moment, isGap: false }),
  berryDeposit: fallen,
  berryKickIn: fallen,
  blessMaiden: tagged,
  reserveMaiden: (moment, values, at) => entered(moment, positionOf(values[2]), keyOf(at)),
  unreserveMaiden: (moment, values) => entered(moment, positionOf(values[3]), null),
  useMaiden: (moment, values) => entered(moment, positionOf(values[3]), null),
  playerKill: killed,
}

/** Which of its values say who was there. */
const witnesses: Readonly<Record<string, readonly number[]>> = {
  berryDeposit: [2],
  berryKickIn: [2],
  reserveMaiden: [2],
  unreserveMaiden: [3],
  useMaiden: [3],
  getOnSnail: [2],
  getOffSnail: [3],
  snailEat: [2, 3],
  snailEscape: [2],
  glance: [2, 3],
  playerKill: [2],
}

export function after(moment: ReplayState, happening: Happening): ReplayState {
  const { type, values, ms } = happening
  const before = moment.state
  const state = happen(before, happening)
  // What is told after the victory belongs to no game.
  if (before.endMs !== null) return { ...moment, state }
  const at = { ...placeOf(values), ms }
  const next = watched({ ...moment, state }, happening, at)
  return Object.hasOwn(drawn, type) ? drawn[type]!(next, values, at, before) : next
}

function placeOf([x = '', y = '']: Values): { x: number; y: number } {
  return { x: Number.parseFloat(x), y: Number.parseFloat(y) }
}

function isPlace({ x, y }: Sight): boolean {
  return Number.isFinite(x) && Number.isFinite(y)
}

export function keyOf({ x, y }: { x: number; y: number }): string {
  return `${x},${y}`
}

function watched(moment: ReplayState, { type, values }: Happening, at: Sight): ReplayState {
  const places = Object.hasOwn(witnesses, type) ? (witnesses[type] ?? []) : []
  if (places.length === 0 || !isPlace(at)) return moment
  const positions = places.map((place) => positionOf(values[place])).filter((one) => one !== null)
  const seen = { ...moment.seen }
  for (const position of positions) seen[position] = at
  return { ...moment, seen }
}

/** Cabinets before 17.26 tell where the bee stood, not which hole it used: then the next is taken. */
function fallen(moment: ReplayState, _values: Values, at: Sight, before: State): ReplayState {
  const { state } = moment
  const colour = (['blue', 'gold'] as const).find((one) => state.berries[one] > before.berries[one])
  if (!colour || !isPlace(at)) return moment
  const [x, y] = holeFor(moment, colour, at) ?? [at.x, at.y]
  return { ...moment, berries: [...moment.berries, { x, y, colour }] }
}

function holeFor({ state, berries }: ReplayState, colour: Colour, at: Sight): Place | undefined {
  const full = new Set(berries.map(keyOf))
  const open = hiveOf(state, colour).filter(([x, y]) => !full.has(keyOf({ x, y })))
  return open.find(([x, y]) => x === at.x && y === at.y) ?? open[0]
}

/** The holes of a team's hive; none where the map's are not known. */
export function hiveOf({ cabinetMap, goldOnLeft }: State, colour: Colour): readonly Place[] {
  const holes = mapOf(cabinetMap)?.holes ?? []
  const isLeft = (colour === 'gold') === goldOnLeft
  return isLeft ? holes : holes.map(([x, y]): Place => [width - x, y])
}

function tagged(moment: ReplayState, values: Values, at: Sight): ReplayState {
  const colour = teamWords[values[2] ?? '']
  if (!colour || !isPlace(at)) return moment
  const queen = colour === 'blue' ? 2 : 1
  const positions = { ...moment.seen, [queen]: at }
  return { ...moment, seen: positions, gates: { ...moment.gates, [keyOf(at)]: colour } }
}

function entered(moment: ReplayState, position: Position | null, gate: string | null): ReplayState {
  if (!position) return moment
  const { [position]: _, ...others } = moment.entering
  return { ...moment, entering: gate === null ? others : { ...others, [position]: gate } }
}

function killed(moment: ReplayState, values: Values, at: Sight): ReplayState {
  const [killer, victim] = [positionOf(values[2]), positionOf(values[3])]
  if (!killer || !victim) return moment
  const next = entered(moment, victim, null)
  if (!isPlace(at)) return next
  const { [victim]: _, ...seen } = next.seen
  const kills = [...next.kills.slice(1 - keptKills), { ...at, killer, victim }]
  return { ...next, seen, kills }
}
