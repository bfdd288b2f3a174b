import { sidesOf } from '#events/bracket/bracket.ts'
import { blueSlot, otherSlot, score } from '#events/state/match.ts'
import type { Match } from '#events/state/match.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { linkRow } from '#events/view/tournament-rows.ts'

/** A match as shown in a confirmation; the score is in the order blue, gold. */
export function matchSummary(t: Tournament, match: Match) {
  const { blue: blueTeam, gold: goldTeam } = sidesOf(t, match)
  const points = match.result?.score ?? score(match)
  const blue = blueSlot(match)
  return {
    id: match.id,
    matchNum: match.num,
    blueTeam,
    goldTeam,
    score: [points[blue], points[otherSlot(blue)]],
    activeCabinet: match.cabinet,
    isComplete: match.result !== null,
    /** its state at an external bracket; null if there is none */
    link: linkRow(t, match),
  }
}
