import { describe, expect, test } from 'vitest'
import { matchesOf, meetings, played, range } from '#test/support/layouts.ts'
import type { LayoutMatch, LayoutSlot } from './layout-match.ts'
import type { LayoutStage } from '../stage-types/layouts.ts'

const double: Partial<LayoutStage> = { stageType: 'double_elim' }
const sizes = [...range(2, 70), 100, 127, 128, 129, 255, 256, 500, 512, 777, 1024]

describe('R-BR-1 seeding', () => {
  test('better seeds meet as late as possible: without upsets the best seeds remain in every round', () => {
    for (const entrants of sizes) {
      const games = played(matchesOf(entrants, {}), bestSeed)
      for (const { match, seeds } of games) {
        expect(Math.min(...seeds)).toBeLessThanOrEqual(2 ** (match.roundNum! - 1))
        expect(Math.max(...seeds)).toBeLessThanOrEqual(2 ** match.roundNum!)
      }
    }
  })
})

describe('R-BR-1 the best seeds', () => {
  /** By seed: the first round, counted back from the final, in which it can meet a better seed. */
  function firstMeetings(matches: LayoutMatch[]): Map<number, number> {
    const reach: number[][] = []
    const rounds = new Map<number, number>()
    for (const { slots, roundNum } of matches) {
      const [first, second] = slots.map((slot) =>
        'seed' in slot ? [slot.seed] : reach[source(slot)]!,
      )
      reach.push([...first!, ...second!])
      const better = Math.min(...first!, ...second!)
      for (const seed of reach.at(-1)!) {
        if (seed > better && !rounds.has(seed)) rounds.set(seed, roundNum!)
      }
    }
    return rounds
  }

  test.each(sizes)('%i teams: the best remaining seeds meet as late as possible', (entrants) => {
    for (const [seed, roundNum] of firstMeetings(matchesOf(entrants, {}))) {
      // Seed 2 meets a better one in the final, 3 and 4 in the semifinals, 5 to 8 in the
      // quarterfinals
      expect([seed, roundNum]).toEqual([seed, Math.ceil(Math.log2(seed))])
    }
  })
})

describe('R-BR-2 byes', () => {
  test.each(sizes)(
    '%i teams: n-1 matches, 2n-2 in a double elimination, and one more for a bracket reset',
    (entrants) => {
      expect(matchesOf(entrants, {})).toHaveLength(entrants - 1)
      expect(matchesOf(entrants, { ...double, grandFinal: 'single' })).toHaveLength(
        2 * entrants - 2,
      )
      expect(matchesOf(entrants, double)).toHaveLength(2 * entrants - 1)
      expect(matchesOf(entrants, { ...double, grandFinal: 'none' })).toHaveLength(2 * entrants - 3)
    },
  )

  test('fewer than two teams have no matches', () => {
    expect([0, 1].map((entrants) => matchesOf(entrants, double))).toEqual([[], []])
  })

  test('the top seeds have the byes', () => {
    for (const entrants of sizes) {
      const late = matchesOf(entrants, {}).flatMap((match) => {
        const fromStart = match.roundNum === Math.ceil(Math.log2(entrants))
        return fromStart ? [] : match.slots.flatMap((slot) => ('seed' in slot ? slot.seed : []))
      })
      expect(late.toSorted((a, b) => a - b)).toEqual(range(1, late.length))
    }
  })
})

describe('R-BR-3 numbers', () => {
  const stages = [{}, { thirdPlaceMatch: true }, double, { ...double, grandFinal: 'none' as const }]

  test('a match has a higher number than those it waits for, and every seed and advance is used once', () => {
    for (const stage of stages) {
      for (const entrants of sizes) {
        const matches = matchesOf(entrants, stage)
        expect(matches.map(({ num }) => num)).toEqual(range(1, matches.length))
        expect(matches.filter((match, i) => match.slots.some((slot) => source(slot) >= i))).toEqual(
          [],
        )
        const feeds = meetings(matches).flatMap((meeting) => meeting.split('-'))
        expect(new Set(feeds).size).toBe(2 * matches.length)
        expect(feeds.filter((feed) => /^\d/.test(feed))).toHaveLength(entrants)
        expect(advances(matches).toSorted()).toEqual(slotFeeds(matches).toSorted())
      }
    }
  })
})

describe('R-BR-3 adjacent numbers', () => {
  const backToBack = (matches: LayoutMatch[]) =>
    matches.filter((match, index) =>
      match.slots.some((slot) => source(slot) === index - 1 && index > 0),
    )

  // Real brackets number matches round by round, so only the first match of a round can wait for
  // the match with the number before it.
  test('a team has adjacent numbers only where a round begins', () => {
    for (const stage of [{}, double]) {
      for (const entrants of sizes.filter((size) => size > 2)) {
        const matches = matchesOf(entrants, stage)
        for (const match of backToBack(matches)) {
          expect(matches[match.num - 2]!.roundName).not.toBe(match.roundName)
        }
      }
    }
  })

  test('in a full single elimination this only happens in the final, where no other match is left', () => {
    for (const size of [4, 8, 16, 32, 64, 128, 256, 512, 1024]) {
      expect(backToBack(matchesOf(size, {})).map(({ num }) => num)).toEqual([size - 1])
    }
  })
})

describe('R-BR-4 names', () => {
  test('names the rounds of a single elimination', () => {
    expect(names(matchesOf(40, { thirdPlaceMatch: true }))).toEqual([
      'Round 1 (6)',
      'Round 2 (5)',
      'Octofinals (4)',
      'Quarterfinals (3)',
      'Semifinals (2)',
      'Third-Place Match (0)',
      'Finals (1)',
    ])
  })

  test('does not count losers rounds that have only byes', () => {
    expect(names(matchesOf(5, double))).toEqual([
      'Championship Round 1 of 3 (3)',
      'Championship Round 2 of 3 (2)',
      'Elimination Round 1 of 3 (3)',
      'Elimination Round 2 of 3 (2)',
      'Championship Round 3 of 3 (1)',
      'Elimination Round 3 of 3 (1)',
      'Grand Finals (First Match) (0)',
      'Grand Finals (Second Match) (0)',
    ])
  })

  test('4 to 32 teams: rounds count up in their names and down in their numbers', () => {
    for (const entrants of range(4, 32)) {
      const single = names(matchesOf(entrants, {})).toReversed()
      expect(single).toEqual(lateNames(Math.ceil(Math.log2(entrants))))
      const all = names(matchesOf(entrants, double))
      for (const kind of ['Championship', 'Elimination']) {
        const rounds = all.filter((name) => name.startsWith(kind))
        const endings = rounds.map((_, i) => `${i + 1} of ${rounds.length} (${rounds.length - i})`)
        expect(rounds).toEqual(endings.map((ending) => `${kind} Round ${ending}`))
      }
    }
  })
})

describe('R-BR-5 third place', () => {
  test('is played by the losers of the semifinals, before the final', () => {
    const matches = matchesOf(4, { thirdPlaceMatch: true })
    expect(meetings(matches)).toEqual(['1-4', '2-3', 'L1-L2', 'W1-W2'])
    expect(matches[2]).toMatchObject({ type: 'third_place', winnerPlace: 3, loserPlace: 4 })
    expect(matches.map(({ loserPlace }) => loserPlace)).toEqual([null, null, 4, 2])
  })

  test('does not exist for three teams or in a double elimination', () => {
    expect(matchesOf(3, { thirdPlaceMatch: true })).toEqual(matchesOf(3, {}))
    expect(matchesOf(4, { ...double, thirdPlaceMatch: true })).toEqual(matchesOf(4, double))
  })
})

describe('R-BR-7 grand final', () => {
  test('double: the second final has the winner of the first one on blue and decides the places', () => {
    const [first, second] = matchesOf(6, double).slice(-2)
    expect(second!.slots).toEqual([{ winnerOf: 9 }, { loserOf: 9 }])
    expect(first).toMatchObject({ type: 'first_final', winnerPlace: null, loserPlace: null })
    expect(first).toMatchObject({ winnerTo: { match: 10, slot: 0 }, ifNeeded: false })
    expect(second).toMatchObject({ winnerPlace: 1, loserPlace: 2, ifNeeded: true })
  })

  test('single: one match decides', () => {
    const last = matchesOf(6, { ...double, grandFinal: 'single' }).at(-1)
    expect(last).toMatchObject({ type: 'first_final', winnerPlace: 1, loserPlace: 2, num: 10 })
  })

  test('none: the champions of the two brackets are first and second', () => {
    const matches = matchesOf(6, { ...double, grandFinal: 'none' })
    const [upper, lower] = matches.slice(-2)
    expect(upper).toMatchObject({ type: 'winners', winnerPlace: 1, winnerTo: null })
    expect(lower).toMatchObject({ type: 'losers', winnerPlace: 2, loserPlace: 3, winnerTo: null })
    const [only] = matchesOf(2, { ...double, grandFinal: 'none' })
    expect(only).toMatchObject({ winnerPlace: 1, loserPlace: 2 })
  })

  test('two teams meet up to three times', () => {
    expect(meetings(matchesOf(2, double))).toEqual(['1-2', 'W1-L1', 'W2-L2'])
  })
})

describe('R-BR-8 places', () => {
  test('are shared by round in a single elimination', () => {
    expect(places(matchesOf(8, {}))).toEqual([1, 2, 3, 3, 5, 5, 5, 5])
    expect(places(matchesOf(8, { thirdPlaceMatch: true }))).toEqual([1, 2, 3, 4, 5, 5, 5, 5])
    expect(places(matchesOf(11, {}))).toEqual([1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9])
  })

  test('are shared by losers round in a double elimination', () => {
    expect(places(matchesOf(16, double))).toEqual([1, 2, 3, 4, 5, 5, 7, 7, ...nines, ...thirteens])
    expect(places(matchesOf(13, double))).toEqual([1, 2, 3, 4, 5, 5, 7, 7, ...nines, 13])
  })

  test('are one more than the number of teams that advanced further', () => {
    for (const stage of [{}, double, { ...double, grandFinal: 'none' as const }]) {
      for (const entrants of sizes) {
        const all = places(matchesOf(entrants, stage))
        expect(all).toHaveLength(entrants)
        expect(all.map((place) => all.findIndex((other) => other === place) + 1)).toEqual(all)
      }
    }
  })
})

const nines = [9, 9, 9, 9]
const thirteens = [13, 13, 13, 13]

function bestSeed([blue, gold]: number[]): 0 | 1 {
  return blue! < gold! ? 0 : 1
}

function source(slot: LayoutSlot): number {
  if ('seed' in slot) return -1
  return 'winnerOf' in slot ? slot.winnerOf : slot.loserOf
}

/** `W1>4.0` where slots take the winner of match 1 into the first slot of match 4. */
function slotFeeds(matches: LayoutMatch[]): string[] {
  const feeds = matches.flatMap(({ slots, num }) =>
    slots.map((slot, index) =>
      'seed' in slot ? '' : `${'winnerOf' in slot ? 'W' : 'L'}${source(slot) + 1}>${num}.${index}`,
    ),
  )
  return feeds.filter((feed) => feed !== '')
}

function advances(matches: LayoutMatch[]): string[] {
  return matches.flatMap(({ num, winnerTo, loserTo }) => [
    ...(winnerTo ? [`W${num}>${winnerTo.match + 1}.${winnerTo.slot}`] : []),
    ...(loserTo ? [`L${num}>${loserTo.match + 1}.${loserTo.slot}`] : []),
  ])
}

function names(matches: LayoutMatch[]): string[] {
  return [...new Set(matches.map(({ roundName, roundNum }) => `${roundName} (${roundNum})`))]
}

function lateNames(rounds: number): string[] {
  const lateRounds = ['Finals', 'Semifinals', 'Quarterfinals', 'Octofinals']
  return range(1, rounds).map(
    (num) => `${lateRounds[num - 1] ?? `Round ${rounds - num + 1}`} (${num})`,
  )
}

function places(matches: LayoutMatch[]): number[] {
  const all = matches.flatMap(({ winnerPlace, loserPlace }) => [winnerPlace, loserPlace])
  return all.filter((place) => place !== null).toSorted((a, b) => a - b)
}
