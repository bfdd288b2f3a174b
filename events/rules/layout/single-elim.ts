import { linkMatches, pairs, addMatch } from './layout-builder.ts'
import type { MatchDraft, Feed, Outcome } from './layout-builder.ts'
import type { LayoutMatch } from './layout-match.ts'
import { entryFeeds } from './seeds.ts'

/** R-BR-5 */
export const minForThirdPlace = 4
const lateRounds = ['Finals', 'Semifinals', 'Quarterfinals', 'Octofinals']

export function singleElim(entrants: number, thirdPlaceMatch: boolean): LayoutMatch[] {
  const drafts: MatchDraft[] = []
  const thirdPlace = thirdPlaceMatch && entrants >= minForThirdPlace
  let alive: Feed[] = entryFeeds(entrants)
  const rounds = Math.log2(alive.length)
  for (let roundNum = rounds; roundNum > 0; roundNum--) {
    const outcomes = pairs(alive).map(([top, bottom]) =>
      addMatch(drafts, top, bottom, {
        type: null,
        roundNum,
        roundName: lateRounds[roundNum - 1] ?? `Round ${rounds - roundNum + 1}`,
        winnerPlace: roundNum === 1 ? 1 : null,
        loserPlace: roundNum === 2 && thirdPlace ? null : 2 ** (roundNum - 1) + 1,
      }),
    )
    if (roundNum === 2 && thirdPlace) playForThird(drafts, outcomes)
    alive = outcomes.map(({ winner }) => winner)
  }
  return linkMatches(drafts)
}

/** R-BR-5: the losers of the semifinals, numbered before the final. */
function playForThird(drafts: MatchDraft[], semifinals: Outcome[]): void {
  const [top, bottom] = semifinals.map(({ loser }) => loser)
  addMatch(drafts, top ?? null, bottom ?? null, {
    type: 'third_place',
    roundNum: 0,
    roundName: 'Third-Place Match',
    winnerPlace: 3,
    loserPlace: 4,
  })
}
