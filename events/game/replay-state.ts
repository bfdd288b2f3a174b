import type { Colour } from './map/colour.ts'
import { mapOf, teamWords, type Position } from './map/field.ts'
import type { Point } from './map/hives.ts'
import { applyGameEvent, type TimedGameEvent } from './evolve.ts'
import { initialState, positionOf, type State } from './state.ts'

/** A berry in a hive. */
type Berry = { x: number; y: number; colour: Colour }
type Kill = { ms: number; x: number; y: number; killer: Position; victim: Position }
/** Where and when a player was last reported. */
type Sight = { x: number; y: number; ms: number }

/** The state of a game at one moment, with everything that can be drawn. */
export type ReplayState = {
  state: State
  /** By `x,y` of the gate: the team whose queen tagged it last. */
  gates: Readonly<Record<string, Colour>>
  /** The gate, as `x,y`, that a player is inside of. */
  entering: Readonly<Partial<Record<Position, string>>>
  berries: readonly Berry[]
  /** The most recent kills, the newest last. */
  kills: readonly Kill[]
  seen: Readonly<Partial<Record<Position, Sight>>>
  /** The client had no connection to the cabinet. */
  isGap: boolean
}

export const width = 1920
const maxKills = 8

export const initialReplayState: ReplayState = {
  state: initialState,
  gates: {},
  entering: {},
  berries: [],
  kills: [],
  seen: {},
  isGap: false,
}

type Values = readonly string[]
type Handler = (moment: ReplayState, values: Values, at: Sight, before: State) => ReplayState

const handlers: Readonly<Record<string, Handler>> = {
  gamestart: (moment) => ({ ...moment, isGap: false }),
  cabinetOffline: (moment) => ({ ...moment, isGap: true }),
  cabinetOnline: (moment) => ({ ...moment, isGap: false }),
  berryDeposit: berryLanded,
  berryKickIn: berryLanded,
  blessMaiden: gateTagged,
  reserveMaiden: (moment, values, at) => withGate(moment, positionOf(values[2]), keyOf(at)),
  unreserveMaiden: (moment, values) => withGate(moment, positionOf(values[3]), null),
  useMaiden: (moment, values) => withGate(moment, positionOf(values[3]), null),
  playerKill: playerKilled,
}

/** By event type: the indexes of the values that name the players at the event's position. */
const playerValues: Readonly<Record<string, readonly number[]>> = {
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

export function evolveReplay(moment: ReplayState, gameEvent: TimedGameEvent): ReplayState {
  const { type, values, ms } = gameEvent
  const before = moment.state
  const state = applyGameEvent(before, gameEvent)
  // Events after the victory belong to no game.
  if (before.endMs !== null) return { ...moment, state }
  const at = { ...pointOf(values), ms }
  const next = withPlayersSeen({ ...moment, state }, gameEvent, at)
  return Object.hasOwn(handlers, type) ? handlers[type]!(next, values, at, before) : next
}

function pointOf([x = '', y = '']: Values): { x: number; y: number } {
  return { x: Number.parseFloat(x), y: Number.parseFloat(y) }
}

function isPoint({ x, y }: Sight): boolean {
  return Number.isFinite(x) && Number.isFinite(y)
}

export function keyOf({ x, y }: { x: number; y: number }): string {
  return `${x},${y}`
}

function withPlayersSeen(
  moment: ReplayState,
  { type, values }: TimedGameEvent,
  at: Sight,
): ReplayState {
  const indexes = Object.hasOwn(playerValues, type) ? (playerValues[type] ?? []) : []
  if (indexes.length === 0 || !isPoint(at)) return moment
  const positions = indexes
    .map((index) => positionOf(values[index]))
    .filter((position) => position !== null)
  const seen = { ...moment.seen }
  for (const position of positions) seen[position] = at
  return { ...moment, seen }
}

/** Cabinets before 17.26 send the bee's position, not the hole: then the next free hole is used. */
function berryLanded(moment: ReplayState, _values: Values, at: Sight, before: State): ReplayState {
  const { state } = moment
  const colour = (['blue', 'gold'] as const).find(
    (team) => state.berries[team] > before.berries[team],
  )
  if (!colour || !isPoint(at)) return moment
  const [x, y] = holeFor(moment, colour, at) ?? [at.x, at.y]
  return { ...moment, berries: [...moment.berries, { x, y, colour }] }
}

function holeFor({ state, berries }: ReplayState, colour: Colour, at: Sight): Point | undefined {
  const full = new Set(berries.map(keyOf))
  const open = hiveOf(state, colour).filter(([x, y]) => !full.has(keyOf({ x, y })))
  return open.find(([x, y]) => x === at.x && y === at.y) ?? open[0]
}

/** The holes of a team's hive; empty if those of the map are not known. */
export function hiveOf({ cabinetMap, goldOnLeft }: State, colour: Colour): readonly Point[] {
  const holes = mapOf(cabinetMap)?.holes ?? []
  const isLeft = (colour === 'gold') === goldOnLeft
  return isLeft ? holes : holes.map(([x, y]): Point => [width - x, y])
}

function gateTagged(moment: ReplayState, values: Values, at: Sight): ReplayState {
  const colour = teamWords[values[2] ?? '']
  if (!colour || !isPoint(at)) return moment
  const queen = colour === 'blue' ? 2 : 1
  const positions = { ...moment.seen, [queen]: at }
  return { ...moment, seen: positions, gates: { ...moment.gates, [keyOf(at)]: colour } }
}

function withGate(
  moment: ReplayState,
  position: Position | null,
  gate: string | null,
): ReplayState {
  if (!position) return moment
  const { [position]: _, ...others } = moment.entering
  return { ...moment, entering: gate === null ? others : { ...others, [position]: gate } }
}

function playerKilled(moment: ReplayState, values: Values, at: Sight): ReplayState {
  const [killer, victim] = [positionOf(values[2]), positionOf(values[3])]
  if (!killer || !victim) return moment
  const next = withGate(moment, victim, null)
  if (!isPoint(at)) return next
  const { [victim]: _, ...seen } = next.seen
  const kills = [...next.kills.slice(1 - maxKills), { ...at, killer, victim }]
  return { ...next, seen, kills }
}
