import { say } from '#events/messages/message.ts'
import { matchLabel, seedsOf } from '#events/bracket/bracket.ts'
import type { Command, CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import { isLinked, linkOf, reportOf } from '#events/state/external-bracket.ts'
import type { Entrant } from '#events/schema/nouns/external-bracket.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { accept, idsShort, refuse } from '../decision.ts'
import type { Decision, Refusal } from '../decision.ts'
import { ofMatch, ofStage } from '../lookups.ts'
import { seedEvent } from '../layout-plan.ts'
import { placementRefusal } from '../slot-validity.ts'

/** Stores whether an external bracket is valid; by now the stage may name another one (R-CL-7). */
export const noteCheck = ofStage<'NoteCheck'>((t, stage, { org, bracket, isValid }) => {
  const known = t.links[stage.id]?.checked
  if (known?.org === org && known.bracket === bracket && known.isValid === isValid) return accept()
  return accept({ type: 'StageChecked', v: 1, stage: stage.id, org, bracket, isValid })
})

/** Imports external teams, matched by id, otherwise by a unique name, otherwise new (R-CL-2). */
export const importTeams = ofStage<'ImportTeams'>((t, stage, command, { ids }) => {
  if (!isLinked(t, stage)) return notLinked(stage)
  const { entrants } = command
  const known = t.links[stage.id]?.teams ?? {}
  const teams = new Map(entrants.map((entrant) => [entrant, teamOf(t, known, entrant, entrants)]))
  const fresh = entrants.filter((entrant) => teams.get(entrant) === null)
  if (ids.length < fresh.length) return idsShort(fresh.length)
  const events: Event[] = fresh.map(({ name }, index) => {
    return { type: 'TeamAdded', v: 1, team: ids[index] ?? 0, name }
  })
  for (const [index, entrant] of fresh.entries()) teams.set(entrant, ids[index] ?? 0)
  const order = entrants.map((entrant) => teams.get(entrant) ?? 0)
  const matched = entrants.flatMap((entrant) => {
    const team = teams.get(entrant) ?? 0
    return entrant.ids.every((id) => known[id] === team) ? [] : [{ team, ids: entrant.ids }]
  })
  if (matched.length > 0) {
    events.push({ type: 'TeamsMatched', v: 1, stage: stage.id, teams: matched })
  }
  const seeds = order.map((team) => ({ team }))
  const isSame = JSON.stringify(seedsOf(stage)) === JSON.stringify(seeds)
  if (!isSame) events.push(seedEvent(stage.id, seeds))
  const answer = { ids: ids.slice(0, fresh.length) }
  return placementRefusal(t, events, stage.id) ?? { events, answer }
})

/** Null if it is not here yet. A name that two teams have, here or there, identifies neither. */
function teamOf(
  t: Tournament,
  known: Record<string, number>,
  { ids, name }: Entrant,
  entrants: Entrant[],
): number | null {
  const byId = ids.map((id) => known[id]).find((team) => team !== undefined && t.teams[team])
  if (byId !== undefined) return byId
  const taken = new Set(entrants.flatMap((entrant) => entrant.ids.map((id) => known[id])))
  const named = Object.values(t.teams).filter((team) => {
    return sameName(team.name, name) && !taken.has(team.id)
  })
  const isTwice = entrants.filter((entrant) => sameName(entrant.name, name)).length > 1
  return named.length === 1 && !isTwice ? (named[0]?.id ?? null) : null
}

function sameName(one: string, two: string): boolean {
  return one.trim().toLowerCase() === two.trim().toLowerCase()
}

/** Requests another report of a result, regardless of earlier ones (R-ST-3). */
export const askReport = ofMatch<'AskReport'>((t, match, command) => {
  const stage = t.stages[match.stage]
  if (!stage || !isLinked(t, stage) || !linkOf(t, match)) {
    const detail = `The stage of ${matchLabel(match)} is not linked to an external bracket.`
    return refuse('NOT_LINKED', detail)
  }
  if (!match.result) {
    return refuse('MATCH_NOT_COMPLETE', say('notComplete', { match: matchLabel(match) }))
  }
  const { cascade: insist = false, reason = '' } = command
  if (insist && reason === '') {
    return refuse('REASON_MISSING')
  }
  return accept({ type: 'ReportAsked', v: 1, stage: stage.id, match: match.id, insist })
})

export function noteReport(t: Tournament, command: CommandOf<'NoteReport'>): Decision {
  const match = t.matches[command.match]
  const link = match && linkOf(t, match)
  if (!match || !link) return accept()
  const { key, status, reason, told } = command
  // A failed report of an older result says nothing about the current one, but a successful one
  // tells what the external bracket has.
  const isCurrent = reportOf(t, match)?.key === key
  if (!isCurrent && status === 'failed') return accept()
  const { noted } = link
  const isKnown = noted?.key === key && noted.status === status && noted.reason === reason
  if (isKnown && !noted.theirs) return accept()
  const event = { type: 'ReportNoted', v: 1, stage: match.stage, match: match.id } as const
  return accept({ ...event, key, status, reason, told })
}

/** A failed mark is shown, but blocks nothing (R-CL-8). */
export function noteMark(t: Tournament, command: CommandOf<'NoteMark'>): Decision {
  const match = t.matches[command.match]
  const link = match && linkOf(t, match)
  if (!match || !link || link.markFailed === command.failed) return accept()
  const { failed } = command
  return accept({ type: 'MarkNoted', v: 1, stage: match.stage, match: match.id, failed })
}

const fromOutside: Partial<Record<Command['type'], true>> = {
  SeedStage: true,
  CreateMatches: true,
  PlaceStage: true,
  PlaceByDefault: true,
  AddLateTeam: true,
  WithdrawTeam: true,
  AddMatch: true,
  RemoveMatch: true,
  SetTeams: true,
}

/** Refuses commands on the pairings of a linked stage, which come from the external bracket. */
export function linkedStageRefusal(t: Tournament, command: Command): Refusal | null {
  if (!fromOutside[command.type]) return null
  const match = 'match' in command ? t.matches[command.match] : undefined
  const stage = t.stages['stage' in command ? command.stage : (match?.stage ?? 0)]
  if (!stage || !isLinked(t, stage)) return null
  return refuse('STAGE_LINKED', `The teams and matches of ${stage.name} come from Challonge.`)
}

export function notLinked(stage: Stage): Refusal {
  return refuse('NOT_LINKED', `${stage.name} is not linked to an external bracket.`)
}
