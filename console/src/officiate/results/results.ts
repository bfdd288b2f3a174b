import type { MatchRow } from '#events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { byMatchNumber } from '../../core/live/select.ts'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'

export type Filter = { stage: number | null; team: number | null; number: string }
export const noFilter: Filter = { stage: null, team: null, number: '' }

/** The matches that pass the filter, by stage; stages without any are left out. */
export function filterMatches(
  rows: Pick<Tables, 'match' | 'bracket'>,
  filter: Filter,
): { stage: number; matches: MatchRow[] }[] {
  const num = Number(/\d+/.exec(filter.number)?.[0] ?? Number.NaN)
  const passes = (match: MatchRow) =>
    (filter.stage === null || match.bracket === filter.stage) &&
    (filter.team === null || match.blueTeam === filter.team || match.goldTeam === filter.team) &&
    (Number.isNaN(num) || match.matchNum === num)
  const byStage = Map.groupBy(Object.values(rows.match).filter(passes), (match) => match.bracket)
  return [...byStage]
    .map(([stage, matches]) => ({ stage, matches: matches.toSorted(byMatchNumber) }))
    .toSorted((a, b) => a.stage - b.stage)
}

/** Entered scores by team, so that a swap of sides does not move them to the other team. */
export type EnteredScores = Readonly<Record<number, { value: number; typed: boolean }>>
export type ScoreJump = { team: number; from: number; to: number }

export function scoreOf(match: MatchRow, team: number): number {
  return team === match.blueTeam ? match.blueScore : match.goldScore
}

function teamsOf(match: MatchRow): number[] {
  return [match.blueTeam, match.goldTeam].filter((team) => team !== null)
}

/** Scores that were typed and differ from the current score by more than one (ux 36). */
export function scoreJumps(match: MatchRow, entered: EnteredScores): ScoreJump[] {
  return teamsOf(match).flatMap((team) => {
    const from = scoreOf(match, team)
    const { value: to = from, typed = false } = entered[team] ?? {}
    return typed && Math.abs(to - from) > 1 ? [{ team, from, to }] : []
  })
}

/** Both scores after the entered ones are saved. */
export function scoresEntered(match: MatchRow, entered: EnteredScores) {
  const scoreAfter = (team: number | null, score: number) => entered[team ?? 0]?.value ?? score
  return {
    blueScore: scoreAfter(match.blueTeam, match.blueScore),
    goldScore: scoreAfter(match.goldTeam, match.goldScore),
  }
}

/** The entered scores that differ from the current ones; null: none does. */
export function scoresChanged(
  match: MatchRow,
  entered: EnteredScores,
): Record<string, number> | null {
  const { blueTeam, goldTeam } = match
  if (blueTeam === null || goldTeam === null) return null
  const changed = (team: number) => {
    const value = entered[team]?.value
    return value === undefined || value === scoreOf(match, team) ? null : value
  }
  const [blueScore, goldScore] = [changed(blueTeam), changed(goldTeam)]
  if (blueScore === null && goldScore === null) return null
  return {
    ...(blueScore !== null && { blueScore }),
    ...(goldScore !== null && { goldScore }),
  }
}

/**
 * The request that saves scores. It names the teams they were entered for, so that they stay with
 * them if the sides are swapped at the same time (R-ST-7). For a match under review the scores are
 * sent alone, because the server compares a PUT with what the public sees.
 */
export function scoreWrite(match: MatchRow, scores: Record<string, number>): Write {
  const path = '/api/tournament/match/:id/'
  const { id } = match
  if (match.underReview) return rest.patch(path, { id }, scores)
  const { blueTeam, goldTeam } = match
  return rest.put(path, { id }, { blueTeam, goldTeam, ...scores })
}

/** Other matches that are on cabinets while this one is edited (R-ED-5). */
export function otherActiveMatches(rows: Pick<Tables, 'match'>, match: MatchRow): MatchRow[] {
  return Object.values(rows.match)
    .filter((other) => other.id !== match.id && other.activeCabinet !== null)
    .toSorted(byMatchNumber)
}
