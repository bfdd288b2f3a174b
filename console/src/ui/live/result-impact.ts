import { said } from '../../core/text/catalogue.ts'
import type { MatchRow } from '../../../../events/schema/rows.ts'
import type { Answer } from '../../core/rest.ts'
import type { Tables } from '../../core/live/rows.ts'
import { matchName, teamName } from '../../core/live/select.ts'
import { impact as words } from '../../core/text/impact.ts'
import { verdictIn } from './match-length.ts'

export type ChangePreview = Answer<'/api/tournament/match/:id/preview/'>
type Change = ChangePreview['changes'][number]
type Score = Pick<MatchRow, 'blueScore' | 'goldScore'>

/**
 * What another score of a match changes besides it, in words, before it is saved (R-ED-3). `foreseen`
 * is the server's answer; null: there is none yet, and only what the score itself says is told.
 */
export function impactOf(
  rows: Tables,
  match: MatchRow,
  { score, foreseen }: { score: Score; foreseen: ChangePreview | null },
): string[] {
  const is = { ...match, ...score }
  if (!match.isComplete) return verdictIn(rows, is).done ? [words.decides] : []
  const winner = winnerOf(is)
  const isGroup = match.winnerToMatch === null && match.loserToMatch === null
  return [
    winner === null ? words.draw : words.wins(teamName(rows, winner), winner === match.winner),
    ...(foreseen?.refusal ? [said(foreseen.refusal.detail, foreseen.refusal.code)] : []),
    ...othersOf(match, foreseen).flatMap((change) => changed(rows, change)),
    ...(isGroup ? [words.table(match.stageName)] : []),
    ...(foreseen?.places ?? []).map((place) => moved(rows, place)),
  ]
}

function winnerOf({ blueTeam, goldTeam, blueScore, goldScore }: MatchRow): number | null {
  if (blueScore === goldScore) return null
  return blueScore > goldScore ? blueTeam : goldTeam
}

/** The own match says its score itself. */
function othersOf(match: MatchRow, foreseen: ChangePreview | null): Change[] {
  return foreseen?.changes.filter(({ before }) => before.id !== match.id) ?? []
}

function changed(rows: Tables, { before, after }: Change): string[] {
  const row = rows.match[before.id]
  const name = row ? matchName(rows, row) : ''
  const isPlayed = before.isComplete || before.score.some((points) => points > 0)
  if (isPlayed || after === null) {
    return [after ? words.playedAgain(name, before.score.join('-')) : words.leaves(name)]
  }
  return (['blueTeam', 'goldTeam'] as const).flatMap((side) => {
    const [was, is] = [before[side], after[side]]
    return was === is ? [] : [words.gets(name, teamOr(rows, is), teamOr(rows, was))]
  })
}

function moved(
  rows: Tables,
  { destBracket, destPlace, was, is }: ChangePreview['places'][number],
): string {
  const place = words.place(destPlace, rows.bracket[destBracket]?.name ?? '')
  return `${place}: ${words.goes(teamOr(rows, was), teamOr(rows, is))}`
}

function teamOr(rows: Tables, team: number | null): string {
  return team === null ? words.nobody : teamName(rows, team)
}
