// Names for the descriptions of commits. A record that does not exist gets a generic name.
import { matchLabelIn } from '../bracket/bracket.ts'
import type { CabinetId, MatchId, StageId, TeamId } from '../ids.ts'
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
