// Names for the descriptions of commits. A record that does not exist gets a generic name.
import { matchLabelIn, sidesOf } from '../bracket/bracket.ts'
import type { CabinetId, MatchId, StageId, TeamId } from '../ids.ts'
import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'

export function matchName(t: Tournament, id: MatchId): string {
  const match = t.matches[id]
  return match ? matchLabelIn(t, match) : 'a match'
}

export function cabinetName(t: Tournament, id: CabinetId): string {
  return t.cabinets[id]?.name ?? `Cabinet ${id}`
}

export function stageName(t: Tournament, id: StageId): string {
  return t.stages[id]?.name ?? 'a stage'
}

export function teamName(t: Tournament, id: TeamId | null): string {
  return t.teams[id ?? 0]?.name ?? 'A team'
}

type TeamNames = { blue: string | null | undefined; gold: string | null | undefined }

/** `Bees v Wasps`, blue first, for labels and live regions. */
export function pairing(t: Tournament, id: MatchId): string {
  return pairingOf(teamNamesIn(t, id))
}

function pairingOf({ blue, gold }: TeamNames): string {
  const unknown = '(unknown team)'
  return `${blue ?? unknown} v ${gold ?? unknown}`
}

/** `M3 of Finals (Bees v Wasps)`: what officials of other tournaments read. */
export function matchWithTeams(label: string, teams: TeamNames): string {
  return `${label} (${pairingOf(teams)})`
}

export function matchWithTeamsIn(t: Tournament, match: Match): string {
  return matchWithTeams(matchLabelIn(t, match), teamNamesIn(t, match.id))
}

function teamNamesIn(t: Tournament, id: MatchId): TeamNames {
  const match = t.matches[id]
  const teams = match && sidesOf(t, match)
  return { blue: t.teams[teams?.blue ?? 0]?.name, gold: t.teams[teams?.gold ?? 0]?.name }
}
