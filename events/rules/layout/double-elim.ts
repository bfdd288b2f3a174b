import { linkMatches, pairs, addMatch } from './layout-builder.ts'
import type { MatchDraft, Feed } from './layout-builder.ts'
import { dropOrder } from './loser-drops.ts'
import type { LayoutMatch } from './layout-match.ts'
import { entryFeeds } from './seeds.ts'

/** R-BR-7; `best_of` is one final that is longer than the other matches. */
export const grandFinals = ['double', 'single', 'none', 'best_of'] as const
export type GrandFinal = (typeof grandFinals)[number]
export const defaultGrandFinal: GrandFinal = 'double'

/** Each winners round is followed by the losers rounds it feeds; this is also the order of play. */
export function doubleElim(entrants: number, grandFinal: GrandFinal): LayoutMatch[] {
  const drafts: MatchDraft[] = []
  let winners = entryFeeds(entrants)
  let losers: Feed[] = []
  const size = winners.length
  const rounds = Math.log2(size)
  for (let round = 1; round <= rounds; round++) {
    const left = rounds - round
    const outcomes = pairs(winners).map(([top, bottom]) =>
      addMatch(drafts, top, bottom, { type: 'winners', roundNum: left + 1 }),
    )
    winners = outcomes.map(({ winner }) => winner)
    const newLosers = outcomes.map(({ loser }) => loser)
    const drops = dropOrder(size, round, newLosers)
    losers = round === 1 ? drops : survivors(drafts, zipped(losers, drops), 2 * left + 1)
    if (left > 0) losers = survivors(drafts, pairs(losers), 2 * left)
  }
  playFinals(drafts, winners[0]!, losers[0]!, grandFinal)
  return linkMatches(withNames(drafts))
}

/**
 * R-BR-8: the last losers rounds give places 3 and 4, the earlier ones shared places 5, 7, 9, 13 …
 */
function survivors(drafts: MatchDraft[], pairings: [Feed, Feed][], roundNum: number): Feed[] {
  const loserPlace = (roundNum % 2 === 1 ? 2 : 3) * 2 ** ((roundNum - 1) >> 1) + 1
  return pairings.map(
    ([left, right]) =>
      addMatch(drafts, left, right, { type: 'losers', roundNum, loserPlace }).winner,
  )
}

function zipped(losers: Feed[], drops: Feed[]): [Feed, Feed][] {
  return losers.map((feed, index) => [feed, drops[index]!])
}

function playFinals(drafts: MatchDraft[], upper: Feed, lower: Feed, grandFinal: GrandFinal): void {
  if (grandFinal === 'none') return setPlacesWithoutFinal(drafts)
  const decisive = { winnerPlace: 1, loserPlace: 2, roundNum: 0 }
  if (grandFinal !== 'double') {
    addMatch(drafts, upper, lower, { ...decisive, type: 'first_final', roundName: 'Grand Finals' })
    return
  }
  const first = addMatch(drafts, upper, lower, {
    type: 'first_final',
    roundNum: 0,
    roundName: 'Grand Finals (First Match)',
  })
  addMatch(drafts, first.winner, first.loser, {
    ...decisive,
    type: 'second_final',
    roundName: 'Grand Finals (Second Match)',
    ifNeeded: true,
  })
}

/** The winners-bracket champion is first, the losers-bracket champion second. */
function setPlacesWithoutFinal(drafts: MatchDraft[]): void {
  const upper = drafts.findLast(({ type }) => type === 'winners')
  const lower = drafts.findLast(({ type }) => type === 'losers')
  if (upper) upper.winnerPlace = 1
  if (lower) lower.winnerPlace = 2
  else if (upper) upper.loserPlace = 2
}

// The number of losers rounds is only known once byes have removed some of them (R-BR-4).
function withNames(drafts: MatchDraft[]): MatchDraft[] {
  const rounds = (type: string) => drafts.find((draft) => draft.type === type)?.roundNum ?? 0
  const totals = { winners: rounds('winners'), losers: rounds('losers') }
  return drafts.map((draft) => {
    if (draft.type !== 'winners' && draft.type !== 'losers') return draft
    const total = totals[draft.type]
    const side = draft.type === 'winners' ? 'Championship' : 'Elimination'
    return { ...draft, roundName: `${side} Round ${total - draft.roundNum! + 1} of ${total}` }
  })
}
