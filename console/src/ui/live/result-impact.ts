import { refusalText } from '../../core/text/server-words.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import type { Answer } from '../../core/rest.ts'
import type { Tables } from '../../core/live/rows.ts'
import { matchName, teamName } from '../../core/live/select.ts'
import { impact as words } from '../../core/text/officiate/protests.ts'
import { matchEndIn } from './match-length.ts'

export type ChangePreview = Answer<'/api/tournament/match/:id/preview/'>
type Change = ChangePreview['changes'][number]
type Score = Pick<MatchRow, 'blueScore' | 'goldScore'>

/**
 * The effects of a new score, in words, before it is saved (R-ED-3). `preview` is the server's
 * answer. While it is null, only the effects that follow from the score itself are listed.
 */
export function impactOf(
  rows: Tables,
  match: MatchRow,
  { score, preview }: { score: Score; preview: ChangePreview | null },
): string[] {
  const edited = { ...match, ...score }
  if (!match.isComplete) return matchEndIn(rows, edited).done ? [words.decides] : []
  const winner = winnerOf(edited)
  const isGroup = match.winnerToMatch === null && match.loserToMatch === null
  return [
    winner === null ? words.draw : words.wins(teamName(rows, winner), winner === match.winner),
    ...(preview?.refusal ? [refusalText(preview.refusal)] : []),
    ...othersOf(match, preview).flatMap((change) => changed(rows, change)),
    ...(isGroup ? [words.table(match.stageName)] : []),
    ...(preview?.places ?? []).map((place) => moved(rows, place)),
  ]
}

function winnerOf({ blueTeam, goldTeam, blueScore, goldScore }: MatchRow): number | null {
  if (blueScore === goldScore) return null
  return blueScore > goldScore ? blueTeam : goldTeam
}

/** The changes of other matches. */
function othersOf(match: MatchRow, preview: ChangePreview | null): Change[] {
  return preview?.changes.filter(({ before }) => before.id !== match.id) ?? []
}

function changed(rows: Tables, { before, after }: Change): string[] {
  const row = rows.match[before.id]
  const name = row ? matchName(rows, row) : ''
  const isPlayed = before.isComplete || before.score.some((points) => points > 0)
  const isStopped = before.activeCabinet !== null && after?.activeCabinet !== before.activeCabinet
  const stops = isStopped ? [words.stops(name)] : []
  if (isPlayed || after === null) {
    return [...stops, after ? words.playedAgain(name, before.score.join('-')) : words.leaves(name)]
  }
  const teams = (['blueTeam', 'goldTeam'] as const).flatMap((side) => {
    const [was, is] = [before[side], after[side]]
    return was === is ? [] : [words.gets(name, teamOr(rows, is), teamOr(rows, was))]
  })
  return [...stops, ...teams]
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
