import { linkMatches } from './layout-builder.ts'
import type { MatchDraft } from './layout-builder.ts'
import type { LayoutMatch } from './layout-match.ts'

/** blue seed, gold seed */
type Pairing = [number, number]

const bye = 0

/** R-RR-1: the circle method, once per meeting of a pair. */
export function roundRobin(entrants: number, matchesPerOpponent: number): LayoutMatch[] {
  const drafts: MatchDraft[] = []
  let last: Pairing = [bye, bye]
  for (const [index, round] of rounds(entrants, Math.max(1, matchesPerOpponent)).entries()) {
    for (const [blue, gold] of restedFirst(round, last)) {
      last = [blue, gold]
      drafts.push({
        type: null,
        roundNum: index + 1,
        roundName: `Round ${index + 1}`,
        slots: [{ seed: blue }, { seed: gold }],
        winnerPlace: null,
        loserPlace: null,
        ifNeeded: false,
      })
    }
  }
  return linkMatches(drafts)
}

function rounds(entrants: number, cycles: number): Pairing[][] {
  const once = cycle(entrants)
  return Array.from({ length: cycles }, (_, turn) =>
    turn % 2 === 0 ? once : once.map((round) => round.map(swapped)),
  ).flat()
}

/** The circle method: the pivot stays, the others rotate. A bye rotates, so the pivot is a team. */
function cycle(entrants: number): Pairing[][] {
  const seeds = Array.from({ length: entrants }, (_, index) => index + 1)
  const [pivot = bye, ...others] =
    entrants % 2 === 0 ? seeds : [entrants, bye, ...seeds.slice(0, -1)]
  const rotating = [
    ...others.filter((_, index) => index % 2 === 0),
    ...others.filter((_, index) => index % 2 === 1).toReversed(),
  ]
  return rotating.map((opponent, turn) => {
    // R-RR-3: without the flip the pivot would always play on the same side.
    const pairings: Pairing[] = [turn % 2 === 0 ? [pivot, opponent] : [opponent, pivot]]
    for (let step = 1; step <= rotating.length >> 1; step++) {
      pairings.push([rotating.at(turn - step)!, rotating[(turn + step) % rotating.length]!])
    }
    return pairings.filter((pairing) => !pairing.includes(bye))
  })
}

/** Moves a match whose teams did not play in the last match to the start of the round, if any. */
function restedFirst(round: Pairing[], last: Pairing): Pairing[] {
  const first = round.find((pairing) => !pairing.some((seed) => last.includes(seed)))
  return first ? [first, ...round.filter((pairing) => pairing !== first)] : round
}

function swapped([blue, gold]: Pairing): Pairing {
  return [gold, blue]
}
