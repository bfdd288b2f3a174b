import type { CabinetEvent } from '../schema/cabinet-facts.ts'
import { teamWords, colourOf } from './map/field.ts'
import type { Position } from './map/field.ts'
import { berryDeposit, berryKickIn, carryFood, useMaiden } from './berries.ts'
import { getOffSnail, getOnSnail, rideEnds, snailEat, snailEscape } from './snail.ts'
import { positionOf, add, isQueen, without } from './state.ts'
import type { State, WinCondition, Bump } from './state.ts'

const assistMs = 2000

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

type Values = readonly string[]

function recentBumps(bumps: readonly Bump[], ms: number): readonly Bump[] {
  return bumps.filter((bump) => ms - bump.atMs <= assistMs)
}

function glance(state: State, values: Values, ms: number): State {
  const one = positionOf(values[2])
  const other = positionOf(values[3])
  if (!one || !other || colourOf(one) === colourOf(other)) return state
  const bump: Bump = { atMs: ms, players: [one, other] }
  return { ...state, bumps: [...recentBumps(state.bumps, ms), bump] }
}

function assists(state: State, killer: Position, victim: Position, ms: number): Set<Position> {
  const bumpers = recentBumps(state.bumps, ms)
    .filter((bump) => bump.players.includes(victim))
    .map(({ players: [one, other] }) => (one === victim ? other : one))
  return new Set(bumpers.filter((bumper) => bumper !== killer))
}

function landed(state: State, position: Position, ms: number): State {
  const since = state.winged[position]
  if (since === undefined) return state
  const warriorUptime = add(state.warriorUptime, position, ms - since)
  return { ...state, warriorUptime, winged: without(state.winged, position) }
}

function died(state: State, victim: Position, ms: number): State {
  const colour = colourOf(victim)
  return landed(
    {
      ...state,
      deaths: add(state.deaths, victim),
      fast: without(state.fast, victim),
      carrying: state.carrying.filter((carrier) => carrier !== victim),
      queenDeaths: isQueen(victim)
        ? { ...state.queenDeaths, [colour]: state.queenDeaths[colour] + 1 }
        : state.queenDeaths,
    },
    victim,
    ms,
  )
}

/** Cabinets of 2018 do not send the victim's type. */
function victimType(state: State, victim: Position, sent: string | undefined): string {
  if (isQueen(victim)) return 'Queen'
  if (sent) return sent
  return state.winged[victim] === undefined ? 'Worker' : 'Soldier'
}

function playerKill(state: State, values: Values, ms: number): State {
  const killer = positionOf(values[2])
  const victim = positionOf(values[3])
  if (!killer || !victim) return state
  const type = victimType(state, victim, values[4])
  const military = type === 'Worker' ? 0 : 1
  const caught = state.snail.eating === victim
  const eaten = caught && state.snail.rider === killer
  let { bumpAssists } = state
  for (const bumper of assists(state, killer, victim, ms)) bumpAssists = add(bumpAssists, bumper)
  return {
    ...died(state, victim, ms),
    bumpAssists,
    kills: add(state.kills, killer),
    militaryKills: add(state.militaryKills, killer, military),
    militaryDeaths: add(state.militaryDeaths, victim, military),
    queenKills: add(state.queenKills, killer, type === 'Queen' ? 1 : 0),
    killsAsQueen: add(state.killsAsQueen, killer, isQueen(killer) ? 1 : 0),
    eatenBySnail: add(state.eatenBySnail, victim, eaten ? 1 : 0),
    snail: caught ? { ...state.snail, eating: null } : state.snail,
  }
}
