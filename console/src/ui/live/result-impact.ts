import type { MatchRow } from '../../../../events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import { matchName, sideName, teamName } from '../../core/live/select.ts'
import { impact as words } from '../../core/text/impact.ts'
import type { Colour } from '../../core/text/text.ts'
import { verdictIn } from './verdict.ts'

type Score = Pick<MatchRow, 'blueScore' | 'goldScore'>

/** What another score of a match changes besides it, in words, before it is saved (R-ED-3). */
export function impactOf(rows: Tables, match: MatchRow, score: Score): string[] {
  const is = { ...match, ...score }
  if (!match.isComplete) return verdictIn(rows, is).done ? [words.decides] : []
  const winner = winnerOf(is)
  const later = winner === match.winner ? [] : laterOf(rows, match, winner)
  const table =
    match.winnerToMatch === null && match.loserToMatch === null
      ? [words.table(match.stageName)]
      : []
  const who =
    winner === null ? words.draw : words.wins(teamName(rows, winner), winner === match.winner)
  return [who, ...later, ...table]
}

function winnerOf({ blueTeam, goldTeam, blueScore, goldScore }: MatchRow): number | null {
  if (blueScore === goldScore) return null
  return blueScore > goldScore ? blueTeam : goldTeam
}

/** The matches that get another team, and all that were played on them. */
function laterOf(rows: Tables, match: MatchRow, winner: number | null): string[] {
  const loser = winner === match.blueTeam ? match.goldTeam : match.blueTeam
  const ways: [number | null, Colour | null, number | null][] = [
    [match.winnerToMatch, match.winnerToTeam, winner],
    [match.loserToMatch, match.loserToTeam, winner === null ? null : loser],
  ]
  const moved = ways.flatMap(([to, colour, team]) => {
    const next = rows.match[to ?? 0]
    if (!next || !colour) return []
    const was = sideName(rows, next, colour)
    return isPlayed(next) ? [] : words.gets(matchName(rows, next), teamName(rows, team), was)
  })
  const archived = playedAfter(rows, match).map((next) =>
    words.playedAgain(matchName(rows, next), `${next.blueScore}-${next.goldScore}`),
  )
  return [...moved, ...archived]
}

function playedAfter(rows: Tables, match: MatchRow, seen = new Set<MatchRow>()): MatchRow[] {
  for (const id of [match.winnerToMatch, match.loserToMatch]) {
    const next = rows.match[id ?? 0]
    if (!next || seen.has(next) || !isPlayed(next)) continue
    seen.add(next)
    playedAfter(rows, next, seen)
  }
  return [...seen]
}

function isPlayed({ isComplete, startedAt, blueScore, goldScore }: MatchRow): boolean {
  return isComplete || startedAt !== null || blueScore + goldScore > 0
}
