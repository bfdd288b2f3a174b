import { describe, expect, test } from 'vitest'
import { matchesOf, played, range } from '#test/support/layouts.ts'
import type { LayoutStage } from './stage-types/layouts.ts'
import { byPlace, ordinal, sharedPlaces, sharedText } from './places.ts'
import type { Place } from './places.ts'

/** The places if the better seed wins every match except the first `upsets`. */
function finals(entrants: number, stage: Partial<LayoutStage>, upsets = 0): Map<number, Place> {
  const matches = matchesOf(entrants, stage)
  let left = upsets
  const ended = played(matches, ([first = 0, second = 0]) => {
    const better = first < second ? 0 : 1
    return left-- > 0 ? (better === 0 ? 1 : 0) : better
  })
  const last = ended.at(-1)?.match
  const ends = ended.flatMap(({ match, seeds, winner }) => {
    // A first final that decides the bracket gives the places of the second one.
    const decides = match === last && match.type === 'first_final'
    const { winnerPlace, loserPlace } = decides ? { winnerPlace: 1, loserPlace: 2 } : match
    return seeds.map((team, slot) => ({ team, place: slot === winner ? winnerPlace : loserPlace }))
  })
  const placed = ends.flatMap(({ team, place }) => (place === null ? [] : [{ team, place }]))
  const sizes = [...Map.groupBy(placed, ({ place }) => place)].map(([place, all]) => {
    return [place, all.length] as const
  })
  const places = sharedPlaces(new Map(sizes))
  return new Map(placed.map(({ team, place }) => [team, places.get(place)!]))
}

function placeTexts(places: Map<number, Place>): string[] {
  return [...places.values()]
    .toSorted((a, b) => a.place - b.place)
    .map((place) => sharedText(place) ?? `${place.place}`)
}

describe('R-BR-8: final places', () => {
  test.each([
    [8, {}, ['1', '2', '3-4', '3-4', '5-8', '5-8', '5-8', '5-8']],
    [8, { thirdPlaceMatch: true }, ['1', '2', '3', '4', '5-8', '5-8', '5-8', '5-8']],
    [6, {}, ['1', '2', '3-4', '3-4', '5-6', '5-6']],
    [5, {}, ['1', '2', '3-4', '3-4', '5']],
    [8, { stageType: 'double_elim' }, ['1', '2', '3', '4', '5-6', '5-6', '7-8', '7-8']],
    [5, { stageType: 'ladder' }, ['1', '2', '3', '4', '5']],
  ] as const)('of %i teams, %o', (entrants, stage, expected) =>
    expect(placeTexts(finals(entrants, stage))).toEqual(expected),
  )

  test.each(['single_elim', 'double_elim', 'ladder'] as const)(
    '%s: every team has one, and it is shared by as many teams as it says',
    (stageType) => {
      for (const entrants of range(2, 33)) {
        for (const upsets of [0, 1, 5]) {
          const places = finals(entrants, { stageType }, upsets)
          expect(places.size).toBe(entrants)
          for (const { place, last } of places.values()) {
            const same = [...places.values()].filter((other) => other.place === place)
            expect(same.length).toBe(last - place + 1)
          }
        }
      }
    },
  )

  test('are ordered by seed if they are shared', () =>
    expect(byPlace(range(1, 8), finals(8, {}, 2)).slice(4)).toEqual([1, 4, 6, 7]))

  test('have ordinals', () =>
    expect([1, 2, 3, 4, 11, 12, 13, 21, 22, 103, 111].map(ordinal)).toEqual(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 103rd 111th'.split(' '),
    ))
})
