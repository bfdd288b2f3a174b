import { expect, test } from 'vitest'
import { byesOf } from './byes.ts'

type ByeMatch = Parameters<typeof byesOf>[0][number]

function match(id: number, roundNum: number, part: Partial<ByeMatch>): ByeMatch {
  const undecided = { blueTeam: null, goldTeam: null, blueFrom: null, goldFrom: null }
  return { id, matchNum: id, matchType: null, roundNum, ...undecided, ...part }
}

test('R-BR-2: a team in a later round without an earlier match had a bye', () => {
  const first = match(1, 2, { blueTeam: 2, goldTeam: 3 })
  const undecided = match(2, 1, { blueTeam: 1, goldFrom: 'Winner of M1' })
  expect(byesOf([first, undecided])).toEqual(new Map([[2, [1]]]))
  // A team that won an earlier match had no bye.
  const known = match(2, 1, { blueTeam: 1, goldTeam: 2 })
  expect(byesOf([known, first])).toEqual(new Map([[2, [1]]]))
})

test('both teams of a match may have had a bye', () => {
  const matches = [
    match(1, 3, { blueTeam: 4, goldTeam: 5 }),
    match(2, 2, { blueTeam: 1, goldFrom: 'Winner of M1' }),
    match(3, 2, { blueTeam: 2, goldTeam: 3 }),
  ]
  expect(byesOf(matches)).toEqual(
    new Map([
      [2, [1]],
      [3, [2, 3]],
    ]),
  )
})

test('a team that drops into the losers side had a match and no bye', () => {
  const matches = [
    match(1, 2, { matchType: 'winners', blueTeam: 1, goldTeam: 2 }),
    match(2, 1, { matchType: 'losers', blueTeam: 9, goldFrom: 'Loser of M1' }),
  ]
  expect(byesOf(matches)).toEqual(new Map())
})
