import { label, needed, slotText, teamsOf } from '../../../events/bracket.ts'
import type { Match } from '../../../events/match.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { refuse } from './decision.ts'
import type { Refusal } from './decision.ts'

/** The matches there are; a second final that is not needed is none (R-BR-7). */
export function find(t: Tournament, id: number): Match | undefined {
  const match = t.matches[id]
  return match && needed(t.matches, match) ? match : undefined
}

export function noSuchMatch(match: number): Refusal {
  return refuse('NO_SUCH_MATCH', `Match ${match} is not in this tournament.`)
}

export function notInMatch(t: Tournament, match: Match, team: number): Refusal {
  const name = t.teams[team]?.name
  if (!name) return refuse('NO_SUCH_TEAM', `Team ${team} is not in this tournament.`)
  return refuse('TEAM_NOT_IN_MATCH', `${name} do not play ${label(match)}.`)
}

export function notAssigned(cabinet: number): Refusal {
  return refuse('CABINET_NOT_ASSIGNED', `Cabinet ${cabinet} is not assigned to this tournament.`)
}

export function matchComplete(match: Match): Refusal {
  return refuse('MATCH_COMPLETE', `${label(match)} is complete already.`)
}

export function missingTeam(t: Tournament, match: Match): Refusal | null {
  const teams = teamsOf(t, match)
  const slot = teams[0] === null ? 0 : teams[1] === null ? 1 : null
  if (slot === null) return null
  const awaited = slotText(t, match, slot) ?? 'a team'
  return refuse('TEAM_MISSING', `${label(match)} still waits for ${lower(awaited)}.`)
}

export function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

export function nameOf(t: Tournament, cabinet: number): string {
  return t.cabinets[cabinet]?.name ?? `Cabinet ${cabinet}`
}
