import type { AccessCheck } from '#events/schema/nouns/external-bracket.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { openBracket } from './connection.ts'
import type { SyncContext } from './connection.ts'
import { ApiError } from './external-bracket.ts'
import type { Participant, BracketReads } from './external-bracket.ts'

/** All reasons why a linked stage cannot be played, as sentences (R-CL-7). */
export async function checkAccess(
  context: SyncContext,
  t: Tournament,
  stage: Stage,
): Promise<AccessCheck> {
  const connection = await openBracket(context, stage)
  if (typeof connection === 'string') return { errors: [connection], isSure: true }
  const { adapter, token } = connection
  const bracket = await adapter.readBracket()
  const errors = [...headingErrors(bracket, stage), ...scopeErrors(bracket, token)]
  if (!(bracket.participants instanceof ApiError)) {
    errors.push(...teamErrors(t, stage, bracket.participants))
  }
  const isSure = !Object.values(bracket).some(
    (part) => part instanceof ApiError && part.isRetryable,
  )
  return { errors: [...new Set(errors)], isSure }
}

function headingErrors({ heading, participants }: BracketReads, stage: Stage): string[] {
  if (!(heading instanceof ApiError)) {
    return heading.state === 'pending' ? ['The bracket on Challonge has not started yet.'] : []
  }
  if (heading.status !== 404) return [heading.message]
  const name = [stage.linkedOrg, stage.linkedBracketId].filter(Boolean).join('/')
  const hasOtherError = participants instanceof ApiError && participants.status !== 404
  return [`Challonge has no bracket ${name}.`, ...(hasOtherError ? [participants.message] : [])]
}

const missingScope = 'The token for Challonge must allow reading and reporting matches.'

function scopeErrors({ matches }: BracketReads, token: object): string[] {
  if (matches instanceof ApiError) {
    if (matches.status === 404) return []
    return [matches.status === 403 ? missingScope : matches.message]
  }
  const scopes =
    'scope' in token && typeof token.scope === 'string' ? token.scope.split(/\s+/) : null
  return scopes && !scopes.includes('matches:write') ? [missingScope] : []
}

/** Every participant of the bracket has to match exactly one team here, whatever its name is. */
function teamErrors(t: Tournament, stage: Stage, participants: Participant[]): string[] {
  const linkedTeams = t.links[stage.id]?.teams ?? {}
  const errors =
    participants.length < 2 ? ['The bracket on Challonge has fewer than two teams.'] : []
  const taken = new Map<number, Participant>()
  for (const participant of participants) {
    const teams = new Set(
      participant.ids.flatMap((id) => linkedTeams[id] ?? []).filter((team) => t.teams[team]),
    )
    if (teams.size > 1) errors.push(`${participant.name} on Challonge match two teams here.`)
    for (const team of teams) {
      if (taken.has(team)) errors.push(`${t.teams[team]?.name} are on Challonge twice.`)
      taken.set(team, participant)
    }
  }
  const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()
  for (const participant of participants) {
    if (participants.filter((other) => same(other.name, participant.name)).length > 1) {
      errors.push(`Challonge has more than one team called ${participant.name}.`)
    }
    if ([...taken.values()].includes(participant)) continue
    const namesakes = Object.values(t.teams).filter((team) => same(team.name, participant.name))
    if (namesakes.length > 1) errors.push(`More than one team here is called ${participant.name}.`)
    // The team here with the same name is linked to another participant.
    const others = namesakes.filter((team) => taken.has(team.id))
    if (others.length > 0)
      errors.push(
        `${participant.name} on Challonge are not the same team as ${participant.name} here.`,
      )
  }
  return errors
}
