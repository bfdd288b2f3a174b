import type { MatchRow } from '../../../../events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { inOrder } from '../../core/live/select.ts'
import { rest } from '../../core/rest.ts'
import type { Write } from '../../core/rest.ts'

export type Filter = { stage: number | null; team: number | null; number: string }
export const everything: Filter = { stage: null, team: null, number: '' }

/** Matches by stage as the filter leaves them; stages without any are left out. */
export function filtered(
  rows: Pick<Tables, 'match' | 'bracket'>,
  filter: Filter,
): { stage: number; matches: MatchRow[] }[] {
  const num = Number(/\d+/.exec(filter.number)?.[0] ?? Number.NaN)
  const isWanted = (match: MatchRow) =>
    (filter.stage === null || match.bracket === filter.stage) &&
    (filter.team === null || match.blueTeam === filter.team || match.goldTeam === filter.team) &&
    (Number.isNaN(num) || match.matchNum === num)
  const byStage = Map.groupBy(Object.values(rows.match).filter(isWanted), (match) => match.bracket)
  return [...byStage]
    .map(([stage, matches]) => ({ stage, matches: matches.toSorted(inOrder) }))
    .toSorted((a, b) => a.stage - b.stage)
}

/** What a person has entered, by team: a swap of sides moves nothing to the other one. */
export type Entered = Readonly<Record<number, { value: number; typed: boolean }>>
export type Jump = { team: number; from: number; to: number }

export function scoreOf(match: MatchRow, team: number): number {
  return team === match.blueTeam ? match.blueScore : match.goldScore
}

function teamsOf(match: MatchRow): number[] {
  return [match.blueTeam, match.goldTeam].filter((team) => team !== null)
}

/** Scores that were typed and are further than one from what is there (ux 36). */
export function jumps(match: MatchRow, entered: Entered): Jump[] {
  return teamsOf(match).flatMap((team) => {
    const from = scoreOf(match, team)
    const { value: to = from, typed = false } = entered[team] ?? {}
    return typed && Math.abs(to - from) > 1 ? [{ team, from, to }] : []
  })
}

/** Both scores as they would be saved. */
export function scoresEntered(match: MatchRow, entered: Entered) {
  const of = (team: number | null, score: number) => entered[team ?? 0]?.value ?? score
  return {
    blueScore: of(match.blueTeam, match.blueScore),
    goldScore: of(match.goldTeam, match.goldScore),
  }
}

/** Only the scores that differ; null: none does. */
export function scoresChanged(match: MatchRow, entered: Entered): Record<string, number> | null {
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
 * The change as it is sent: with the teams the scores were entered for, so that they follow them
 * should the sides be swapped on the way (R-ST-7). Of a match under review the server compares a
 * whole match with what the public sees, so there the scores go alone.
 */
export function scoreWrite(match: MatchRow, scores: Record<string, number>): Write {
  const path = '/api/tournament/match/:id/'
  const { id } = match
  if (match.underReview) return rest.patch(path, { id }, scores)
  const { blueTeam, goldTeam } = match
  return rest.put(path, { id }, { blueTeam, goldTeam, ...scores })
}

/** Other matches that are on cabinets while this one is edited (R-ED-5). */
export function playedMeanwhile(rows: Pick<Tables, 'match'>, match: MatchRow): MatchRow[] {
  return Object.values(rows.match)
    .filter((other) => other.id !== match.id && other.activeCabinet !== null)
    .toSorted(inOrder)
}
