import type { LayoutMatch, LayoutSlot } from './layout-match.ts'

/** A match before it knows its number and where its teams go next. */
export type LayoutBuilder = Omit<LayoutMatch, 'num' | 'winnerTo' | 'loserTo'>

/** What stands on one side of a pairing; null is a bye. */
export type Feed = LayoutSlot | null

export type Outcome = { winner: Feed; loser: Feed }

type Round = Pick<LayoutBuilder, 'type' | 'roundNum'> & Partial<LayoutBuilder>

/** Adds the match unless one side is a bye: then the other side goes on without it (R-BR-2). */
export function play(drafts: LayoutBuilder[], left: Feed, right: Feed, round: Round): Outcome {
  if (!left || !right) return { winner: left ?? right, loser: null }
  const slots: LayoutBuilder['slots'] = known(left) <= known(right) ? [left, right] : [right, left]
  const blank = { roundName: '', winnerPlace: null, loserPlace: null, ifNeeded: false }
  drafts.push({ ...blank, ...round, slots })
  return { winner: { winnerOf: drafts.length - 1 }, loser: { loserOf: drafts.length - 1 } }
}

export function pairs<T>(list: T[]): [T, T][] {
  return Array.from({ length: list.length >> 1 }, (_, i) => [
    list[2 * i] as T,
    list[2 * i + 1] as T,
  ])
}

/** Numbers the drafts in their order and turns each slot's source into an advance. */
export function linked(drafts: LayoutBuilder[]): LayoutMatch[] {
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

// The real brackets put the side that is known first on blue: seeds, then the lower match number.
function known(slot: LayoutSlot): number {
  if ('seed' in slot) return -1
  return 'winnerOf' in slot ? slot.winnerOf : slot.loserOf
}
