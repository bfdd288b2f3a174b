import { teamAt, turnOf } from '#events/rules/pick-order.ts'
import type { PickOrder } from '#events/rules/pick-order.ts'
import type { DraftRow } from '#events/schema/rows.ts'
import { draft as words } from '../../core/text/organize/teams.ts'

export type Cell = { team: number; player: number | null; pick: number; isTurn: boolean }
type Round = { round: number; isReversed: boolean; cells: Cell[] }
export type Turn = { round: number; index: number; team: number }

/** The cells of the board by round and team, each with the number of its pick. */
export function boardOf(draft: DraftRow): Round[] {
  const { draftOrder, teams, lastRound } = draft
  const turn = turnIn(draft)
  return Array.from({ length: lastRound + 1 }, (_, round) => ({
    round,
    isReversed: isReversed(draftOrder, teams.length, round),
    cells: teams.map(({ players }, team) => ({
      team,
      player: players[round] ?? null,
      pick: round * teams.length + turnOf(draftOrder, teams.length, round, team) + 1,
      isTurn: turn?.round === round && turn.team === team,
    })),
  }))
}

function isReversed(order: PickOrder, teams: number, round: number): boolean {
  return teams > 1 && teamAt(order, teams, round, 0) !== 0
}

/** Whose turn it is; null when every pick is made or the teams are created. */
export function turnIn(draft: DraftRow): Turn | null {
  const { draftOrder, teams, selectedRound: round, currentIdx: index, createdTeams } = draft
  if (createdTeams !== null || index >= teams.length) return null
  return { round, index, team: teamAt(draftOrder, teams.length, round, index) }
}

/** The next open pick after the current one. */
export function nextIn(draft: DraftRow): Turn | null {
  const turn = turnIn(draft)
  if (!turn) return null
  const { draftOrder, teams, lastRound } = draft
  const turns = (lastRound + 1) * teams.length
  for (let at = turn.round * teams.length + turn.index + 1; at < turns; at++) {
    const [round, index] = [Math.floor(at / teams.length), at % teams.length]
    const team = teamAt(draftOrder, teams.length, round, index)
    if ((teams[team]?.players[round] ?? null) === null) return { round, index, team }
  }
  return null
}

export function teamName({ teams }: Pick<DraftRow, 'teams'>, team: number): string {
  return teams[team]?.name || words.team(team + 1)
}

/** `1234 4321 1234 4321`, the notation of R-DR-1 for a pick order. */
export function vector(order: PickOrder, teams: number): string[] {
  return [1, 2, 3, 4].map((round) =>
    Array.from({ length: teams }, (_, index) => teamAt(order, teams, round, index) + 1).join(''),
  )
}

const warningMs = 10_000
export type Phase = 'off' | 'runs' | 'soon' | 'over'

/** The state of the pick clock (R-DR-5). */
export function phaseOf(dueAt: string | null, now: number): { phase: Phase; seconds: number } {
  if (dueAt === null) return { phase: 'off', seconds: 0 }
  const leftMs = Date.parse(dueAt) - now
  const phase = leftMs <= 0 ? 'over' : leftMs <= warningMs ? 'soon' : 'runs'
  return { phase, seconds: Math.max(0, Math.ceil(leftMs / 1_000)) }
}
