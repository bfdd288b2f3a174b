import { seedsOf } from '../../../events/bracket.ts'
import type { CommandOf } from '../../../events/command.ts'
import type { Event } from '../../../events/event.ts'
import type { Seed } from '../../../events/stage.ts'
import type { Tournament } from '../../../events/tournament.ts'
import { accept, refuse } from './decision.ts'
import type { Circumstances, Decision, Refusal } from './decision.ts'
import { seeded } from './plan.ts'
import { unsettled } from './settle.ts'
import { cancel } from './timer.ts'

export function createTournament(t: Tournament, command: CommandOf<'CreateTournament'>): Decision {
  if (t.version > 0) return refuse('TOURNAMENT_EXISTS', 'This tournament exists already.')
  const { scene, name, slug, date, linkType, cabinets } = command
  return accept(
    { type: 'TournamentCreated', v: 1, scene, name, slug, date, linkType },
    { type: 'CabinetsAssigned', v: 1, cabinets },
  )
}

export function changeTournament(t: Tournament, command: CommandOf<'ChangeTournament'>): Decision {
  const { type: _, ...wanted } = command
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && value !== t[field as keyof Tournament],
  )
  if (changed.length === 0) return accept()
  return accept({ type: 'TournamentChanged', v: 1, ...Object.fromEntries(changed) })
}

export function deleteTournament(t: Tournament): Decision {
  if (t.deleted) return accept()
  const active = Object.values(t.matches).find((match) => match.cabinet !== null)
  if (!active) return accept({ type: 'TournamentDeleted', v: 1 })
  return refuse('MATCH_ACTIVE', `M${active.num} is being played. Stop it first.`)
}

export function assignCabinets(t: Tournament, command: CommandOf<'AssignCabinets'>): Decision {
  const kept = new Set(command.cabinets.map((cabinet) => cabinet.id))
  const stuck = Object.values(t.matches).find(
    (match) => match.cabinet !== null && !kept.has(match.cabinet),
  )
  if (stuck) {
    const cabinet = t.cabinets[stuck.cabinet ?? 0]?.name ?? 'a cabinet'
    return refuse('MATCH_ACTIVE', `M${stuck.num} is being played on ${cabinet}. Stop it first.`)
  }
  const assigned = Object.values(t.cabinets).toSorted((a, b) => a.place - b.place)
  const order = (cabinets: { id: number; name: string }[]) =>
    JSON.stringify(cabinets.map(({ id, name }) => [id, name]))
  if (order(assigned) === order(command.cabinets)) return accept()
  const timers = Object.values(t.timers).filter((timer) => !kept.has(timer.cabinet))
  return accept(
    { type: 'CabinetsAssigned', v: 1, cabinets: command.cabinets },
    ...timers.map((timer) => cancel(timer.cabinet, 'the cabinet was taken away')),
  )
}

export function addTeam(
  _t: Tournament,
  command: CommandOf<'AddTeam'>,
  { ids }: Circumstances,
): Decision {
  const [team] = ids
  if (team === undefined) return idsShort(1)
  return {
    ...accept({ type: 'TeamAdded', v: 1, team, name: command.name }),
    answer: { ids: [team] },
  }
}

export function renameTeam(t: Tournament, command: CommandOf<'RenameTeam'>): Decision {
  const team = t.teams[command.team]
  if (!team) return noSuchTeam(command.team)
  if (team.name === command.name) return accept()
  return accept({ type: 'TeamRenamed', v: 1, team: team.id, name: command.name })
}

export function removeTeam(t: Tournament, command: CommandOf<'RemoveTeam'>): Decision {
  const team = t.teams[command.team]
  if (!team) return noSuchTeam(command.team)
  const stages = Object.values(t.stages).filter((stage) => stage.teams.includes(team.id))
  const used = stages.find((stage) => stage.created)
  if (used) return refuse('TEAM_IN_USE', `${team.name} have matches in ${used.name}.`)
  const named = Object.values(t.matches).find((match) =>
    match.slots.some((slot) => 'team' in slot && slot.team === team.id),
  )
  if (named) return refuse('TEAM_IN_USE', `${team.name} stand in M${named.num}.`)
  const others = (seed: Seed) => !('team' in seed && seed.team === team.id)
  const events: Event[] = [
    ...stages.map((stage) => seeded(stage.id, seedsOf(stage).filter(others))),
    { type: 'TeamRemoved', v: 1, team: team.id },
  ]
  return unsettled(t, events) ?? accept(...events)
}

export function noSuchTeam(team: number): Refusal {
  return refuse('NO_SUCH_TEAM', `Team ${team} is not in this tournament.`)
}

/** The desk's caller draws ids and asks again; how many are needed only the decision knows. */
export function idsShort(needed: number): Refusal {
  return refuse('IDS_SHORT', `${needed} new ids are needed.`, { needed })
}
