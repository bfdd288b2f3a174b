import { matchLabelIn, seedsOf, teamsOf } from '#events/bracket/bracket.ts'
import type { CommandOf } from '#events/schema/command.ts'
import type { Event } from '#events/schema/event.ts'
import type { Seed, Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { queuesWith } from './cabinet-queues.ts'
import { accept, idsShort, isRefusal, refuse } from './decision.ts'
import type { Decision, DecisionInputs, Refusal } from './decision.ts'
import { nameTakenRefusal, ofTeam } from './lookups.ts'
import { activeMatchRefusal, matchesIn, seedEvent } from './layout-plan.ts'
import { placementRefusal } from './slot-validity.ts'
import type { TeamId } from '#events/ids.ts'

export function createTournament(
  t: Tournament,
  command: CommandOf<'CreateTournament'>,
  { queueIds }: DecisionInputs,
): Decision {
  if (t.version > 0) return refuse('TOURNAMENT_EXISTS')
  const { scene, name, slug, date, linkType, cabinets, protestDeadline, rulingSigners } = command
  const queues = queuesWith(t, cabinets, queueIds)
  if (isRefusal(queues)) return queues
  return accept(
    { type: 'TournamentCreated', v: 1, scene, name, slug, date, linkType },
    { type: 'CabinetsAssigned', v: 1, cabinets },
    ...queues,
    ...settingsChanged(t, { protestDeadline, rulingSigners }),
  )
}

export function changeTournament(t: Tournament, command: CommandOf<'ChangeTournament'>): Decision {
  const { type: _, ...settings } = command
  return accept(...settingsChanged(t, settings))
}

/** An event with the changed settings only. */
export function settingsChanged(
  t: Tournament,
  settings: Omit<CommandOf<'ChangeTournament'>, 'type'>,
): Event[] {
  const changed = Object.entries(settings).filter(
    ([field, value]) => value !== undefined && value !== t[field as keyof Tournament],
  )
  if (changed.length === 0) return []
  return [{ type: 'TournamentChanged', v: 1, ...Object.fromEntries(changed) }]
}

/**
 * `force` stops active matches, because a match of a deleted tournament must not stay on a cabinet.
 */
export function deleteTournament(t: Tournament, command: CommandOf<'DeleteTournament'>): Decision {
  if (t.deleted) return accept()
  const active = Object.values(t.matches).filter((match) => match.cabinet !== null)
  const refusal = command.force ? null : activeMatchRefusal(t, active)
  if (refusal) return refusal
  const stopped = active.map((match): Event => {
    return { type: 'MatchStopped', v: 1, match: match.id, reason: 'stopped' }
  })
  return accept(...stopped, { type: 'TournamentDeleted', v: 1 })
}

export function addTeam(
  t: Tournament,
  command: CommandOf<'AddTeam'>,
  { ids }: DecisionInputs,
): Decision {
  const taken = nameTakenRefusal(t, [command])
  if (taken) return taken
  const [team] = ids
  if (team === undefined) return idsShort(1)
  return {
    ...accept({ type: 'TeamAdded', v: 1, team, name: command.name }),
    answer: { ids: [team] },
  }
}

export const renameTeam = ofTeam<'RenameTeam'>((t, team, command) => {
  if (team.name === command.name) return accept()
  const { [team.id]: _, ...others } = t.teams
  const taken = nameTakenRefusal({ teams: others }, [command])
  if (taken) return taken
  return accept({ type: 'TeamRenamed', v: 1, team: team.id, name: command.name })
})

export const removeTeam = ofTeam<'RemoveTeam'>((t, team) => {
  const stages = Object.values(t.stages).filter((stage) => stage.teams.includes(team.id))
  const used = stages.find((stage) => stage.created)
  if (used) return seededRefusal(t, used, team)
  const match = Object.values(t.matches).find((each) =>
    each.slots.some((slot) => 'team' in slot && slot.team === team.id),
  )
  if (match) return refuse('TEAM_IN_USE', `${team.name} are in ${matchLabelIn(t, match)}.`)
  const others = (seed: Seed) => !('team' in seed && seed.team === team.id)
  const events: Event[] = [
    ...stages.map((stage) => seedEvent(stage.id, seedsOf(stage).filter(others))),
    { type: 'TeamRemoved', v: 1, team: team.id },
  ]
  return placementRefusal(t, events) ?? accept(...events)
})

function seededRefusal(t: Tournament, stage: Stage, team: { id: TeamId; name: string }): Refusal {
  const { name } = stage
  const plays = matchesIn(t, stage).some((match) => teamsOf(t, match).includes(team.id))
  if (plays) return refuse('TEAM_IN_USE', `${team.name} have matches in ${name}.`)
  const detail = `${team.name} are a team of ${name}, which has matches. Take them off its teams first.`
  return refuse('TEAM_IN_USE', detail)
}
