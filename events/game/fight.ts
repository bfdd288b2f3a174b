import { colourOf, type Position } from './map/field.ts'
import { add, isQueen, positionOf, type Bump, type State, without } from './state.ts'

type Values = readonly string[]

const assistMs = 2000

function recentBumps(bumps: readonly Bump[], ms: number): readonly Bump[] {
  return bumps.filter((bump) => ms - bump.atMs <= assistMs)
}

export function glance(state: State, values: Values, ms: number): State {
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

export function landed(state: State, position: Position, ms: number): State {
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

export function playerKill(state: State, values: Values, ms: number): State {
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
