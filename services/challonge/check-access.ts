import type { Stage } from '../../events/schema/stage-settings.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { openBracket } from './connection.ts'
import type { Outside } from './connection.ts'
import { ApiError } from './external-bracket.ts'
import type { Participant, BracketReads } from './external-bracket.ts'

/** `isSure` is false if Challonge did not answer, so that nothing is known. */
export type Verdict = { errors: string[]; isSure: boolean }

/** Why a linked stage cannot be played, in words, all at once (R-CL-7). */
export async function checkAccess(outside: Outside, t: Tournament, stage: Stage): Promise<Verdict> {
  const opened = await openBracket(outside, stage)
  if (typeof opened === 'string') return { errors: [opened], isSure: true }
  const { adapter, token } = opened
  const survey = await adapter.survey()
  const errors = [...headingErrors(survey, stage), ...scopeErrors(survey, token)]
  if (!(survey.participants instanceof ApiError)) {
    errors.push(...teamErrors(t, stage, survey.participants))
  }
  const isSure = !Object.values(survey).some((part) => part instanceof ApiError && part.passes)
  return { errors: [...new Set(errors)], isSure }
}

function headingErrors({ heading, participants }: BracketReads, stage: Stage): string[] {
  if (!(heading instanceof ApiError)) {
    return heading.state === 'pending' ? ['The bracket on Challonge has not started yet.'] : []
  }
  if (heading.status !== 404) return [heading.message]
  const name = [stage.linkedOrg, stage.linkedBracketId].filter(Boolean).join('/')
  const others = participants instanceof ApiError && participants.status !== 404
  return [`Challonge has no bracket ${name}.`, ...(others ? [participants.message] : [])]
}

const scope = 'The token for Challonge has to allow reading and reporting matches.'

function scopeErrors({ matches }: BracketReads, token: object): string[] {
  if (matches instanceof ApiError) {
    if (matches.status === 404) return []
    return [matches.status === 403 ? scope : matches.message]
  }
  const told = 'scope' in token && typeof token.scope === 'string' ? token.scope.split(/\s+/) : null
  return told && !told.includes('matches:write') ? [scope] : []
}

/** Every participant there has to be exactly one team here, whatever its name is. */
function teamErrors(t: Tournament, stage: Stage, participants: Participant[]): string[] {
  const known = t.links[stage.id]?.teams ?? {}
  const errors =
    participants.length < 2 ? ['The bracket on Challonge has fewer than two teams.'] : []
  const taken = new Map<number, Participant>()
  for (const one of participants) {
    const teams = new Set(one.ids.flatMap((id) => known[id] ?? []).filter((team) => t.teams[team]))
    if (teams.size > 1) errors.push(`${one.name} on Challonge are two teams here.`)
    for (const team of teams) {
      if (taken.has(team)) errors.push(`${t.teams[team]?.name} stand twice on Challonge.`)
      taken.set(team, one)
    }
  }
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
  for (const one of participants) {
    if (participants.filter((other) => same(other.name, one.name)).length > 1) {
      errors.push(`Challonge has more than one team called ${one.name}.`)
    }
    if ([...taken.values()].includes(one)) continue
    const named = Object.values(t.teams).filter((team) => same(team.name, one.name))
    if (named.length > 1) errors.push(`More than one team here is called ${one.name}.`)
    // A team here has the same name, but is linked to another participant.
    const others = named.filter((team) => taken.has(team.id))
    if (others.length > 0) errors.push(`${one.name} on Challonge are not the ${one.name} here.`)
  }
  return errors
}
