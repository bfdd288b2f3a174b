import type { LayoutMatch, LayoutSlot } from './layout-match.ts'

/** A match without its number and without its targets, which `linkMatches` adds. */
export type MatchDraft = Omit<LayoutMatch, 'num' | 'winnerTo' | 'loserTo'>

/** The source of the team on one side of a pairing; null is a bye. */
export type Feed = LayoutSlot | null

export type Outcome = { winner: Feed; loser: Feed }

type Round = Pick<MatchDraft, 'type' | 'roundNum'> & Partial<MatchDraft>

/** Adds a match. If one side is a bye, the other side advances without a match (R-BR-2). */
export function addMatch(drafts: MatchDraft[], left: Feed, right: Feed, round: Round): Outcome {
  if (!left || !right) return { winner: left ?? right, loser: null }
  const slots: MatchDraft['slots'] = rank(left) <= rank(right) ? [left, right] : [right, left]
  const defaults = { roundName: '', winnerPlace: null, loserPlace: null, ifNeeded: false }
  drafts.push({ ...defaults, ...round, slots })
  return { winner: { winnerOf: drafts.length - 1 }, loser: { loserOf: drafts.length - 1 } }
}

export function pairs<T>(list: T[]): [T, T][] {
  return Array.from({ length: list.length >> 1 }, (_, i) => [
    list[2 * i] as T,
    list[2 * i + 1] as T,
  ])
}

/** Numbers the drafts in order, and adds the targets of their winners and losers. */
export function linkMatches(drafts: MatchDraft[]): LayoutMatch[] {
  const matches = drafts.map((draft, index): LayoutMatch => {
    return { ...draft, num: index + 1, winnerTo: null, loserTo: null }
  })
  for (const [index, { slots }] of matches.entries()) {
    for (const slot of [0, 1] as const) {
      const feed = slots[slot]
      if ('winnerOf' in feed) matches[feed.winnerOf]!.winnerTo = { match: index, slot }
      if ('loserOf' in feed) matches[feed.loserOf]!.loserTo = { match: index, slot }
    }
  }
  return matches
}

// Real brackets put the team that is known first on blue: seeds, then the lower match number.
function rank(slot: LayoutSlot): number {
  if ('seed' in slot) return -1
  return 'winnerOf' in slot ? slot.winnerOf : slot.loserOf
}
