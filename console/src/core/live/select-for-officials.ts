import { teamBusy } from '#events/rules/next-match.ts'
import type { MatchRow, PlayedRow, TournamentRow } from '#events/schema/rows.ts'
import type { Tables } from './rows.ts'
import { byMatchNumber, activeMatchesIn } from './select.ts'

// Further queries on the rows, which public pages do not load.

/** Where the matches of the tournament come from; undefined until its row has arrived. */
export function linkTypeOf(rows: Tables): TournamentRow['linkType'] | undefined {
  return Object.values(rows.tournament)[0]?.linkType
}

/**
 * Matches that can be started: not complete, open in an external bracket too, on no cabinet, and
 * with both teams known.
 */
export function startableMatches(rows: Tables): MatchRow[] {
  return Object.values(rows.match)
    .filter((match) => !match.isComplete && match.activeCabinet === null)
    .filter(({ link }) => link === null || link.state === 'open')
    .filter((match) => match.blueTeam !== null && match.goldTeam !== null)
    .toSorted(byMatchNumber)
}

/** A team of the match that plays on another cabinet, which keeps the match from starting. */
export function busyTeam(
  rows: Tables,
  match: MatchRow,
  cabinet: number,
): { team: number; cabinet: number } | null {
  const busy = teamBusy(match, activeMatchesIn(rows), cabinet)
  return busy && { team: busy.team, cabinet: busy.otherMatch.activeCabinet ?? 0 }
}

/** Games of a cabinet that were not counted automatically and need a person's decision. */
export function proposedOn(rows: Tables, cabinet: number): PlayedRow[] {
  return Object.values(rows.played).filter((game) => {
    return game.status === 'proposed' && game.cabinet === cabinet
  })
}

/** Whether the stage says how long its matches are, so that a score can be checked (R-GM-5). */
export function hasLength(rows: Tables, match: MatchRow): boolean {
  const { winsPerMatch = 0, roundsPerMatch = 0 } = rows.bracket[match.bracket] ?? {}
  return winsPerMatch > 0 || roundsPerMatch > 0
}
