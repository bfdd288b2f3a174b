import { draftVersion, indexOf, playersOf } from '../state/draft.ts'
import type { Draft } from '../state/draft.ts'
import type { DraftRow } from '../schema/rows.ts'
import type { TournamentId } from '../ids.ts'

export function draftRow(tournament: TournamentId, draft: Draft): DraftRow {
  const { order, teams, turn, lastRound, picks, pickSeconds, dueAt, made } = draft
  const players = playersOf(draft)
  return {
    tournament,
    draftOrder: order,
    teams: teams.map((name, index) => ({ name, players: players[index] ?? [] })),
    currentIdx: turn.index,
    selectedRound: turn.round,
    lastRound,
    picks: picks.map((pick) => ({ ...pick, index: indexOf(draft, pick) })),
    pickSeconds,
    dueAt,
    createdTeams: made,
    version: draftVersion(draft),
  }
}
