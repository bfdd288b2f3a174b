import type { MatchRow } from '#events/schema/rows.ts'
import type { Tables } from '../../core/live/rows.ts'
import type { Live } from '../../core/live/rows-state.ts'
import { activeMatchOn, matchName, teamName } from '../../core/live/select.ts'
import { referee as words } from '../../core/text/officiate/referee.ts'

// The state of a cabinet without a match of this tournament, for officials.

/** The match that ended last on a cabinet, if nothing was done there since. */
export function lastMatchOn({ rows, recent }: Live, cabinet: number): MatchRow | undefined {
  if (activeMatchOn(rows, cabinet)) return undefined
  const last = recent.find(({ commit }) => {
    return commit.cabinets.includes(cabinet) && commit.matches.length > 0
  })
  return last?.commit.matches.map((id) => rows.match[id]).find((match) => match?.isComplete)
}

/** `FINAL M3: Bees wins 3-0` */
export function finalText(rows: Tables, match: MatchRow): string {
  const name = matchName(rows, match)
  if (match.forfeit) return words.forfeit(name)
  if (match.winner === null) return words.finalDraw(name, scoreOf(match))
  return words.final(name, teamName(rows, match.winner), scoreOf(match))
}

/** The score with that of the winner first. */
export function scoreOf({ blueScore, goldScore }: MatchRow): string {
  return `${Math.max(blueScore, goldScore)}-${Math.min(blueScore, goldScore)}`
}
