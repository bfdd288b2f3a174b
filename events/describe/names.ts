// Names for the descriptions of commits. A record that does not exist gets a generic name.
import { matchIn, matchLabelIn, sidesOf } from '../bracket/bracket.ts'
import type { CabinetId, MatchId, StageId, TeamId } from '../ids.ts'
import { englishOfRows } from '../messages/english-of-rows.ts'
import { say } from '../messages/message.ts'
import type { Argument } from '../messages/message.ts'
import type { Match } from '../state/match.ts'
import type { Tournament } from '../state/tournament.ts'

export function matchNamed(t: Tournament, id: MatchId): Argument {
  const match = t.matches[id]
  return match ? matchIn(t, match) : say('someMatch')
}

export function stageNamed(t: Tournament, id: StageId): Argument {
  return t.stages[id]?.name ?? say('someStage')
}

export function teamNamed(t: Tournament, id: TeamId | null): Argument {
  return t.teams[id ?? 0]?.name ?? say('someTeam')
}

export function cabinetName(t: Tournament, id: CabinetId): string {
  return t.cabinets[id]?.name ?? `Cabinet ${id}`
}

/** In English, for texts without a translation. */
export function teamName(t: Tournament, id: TeamId | null): string {
  return englishOfRows(teamNamed(t, id))
}

type TeamNames = { blue: string | null | undefined; gold: string | null | undefined }

const unknownTeam = '(unknown team)'

/** `M3 of Finals (Bees v Wasps)`, blue first: what officials of other tournaments read. */
export function matchWithTeams(label: string, { blue, gold }: TeamNames): string {
  return `${label} (${blue ?? unknownTeam} v ${gold ?? unknownTeam})`
}

export function matchWithTeamsIn(t: Tournament, match: Match): string {
  return matchWithTeams(matchLabelIn(t, match), teamNamesIn(t, match.id))
}

/** The teams of a match by the names that people read. */
export function sideNames(t: Tournament, id: MatchId): { blue: string; gold: string } {
  const { blue, gold } = teamNamesIn(t, id)
  return { blue: blue ?? unknownTeam, gold: gold ?? unknownTeam }
}

function teamNamesIn(t: Tournament, id: MatchId): TeamNames {
  const match = t.matches[id]
  const teams = match && sidesOf(t, match)
  return { blue: t.teams[teams?.blue ?? 0]?.name, gold: t.teams[teams?.gold ?? 0]?.name }
}
