import { describe, expect, test } from 'vitest'
import type { BracketRow, MatchRow } from '#events/schema/rows.ts'
import {
  noFilter,
  filterMatches,
  scoreJumps,
  otherActiveMatches,
  scoreWrite,
  scoresChanged,
} from './results.ts'

const [bees, wasps, badgers] = [1, 2, 3]

function match(part: Partial<MatchRow> & { id: number }): MatchRow {
  const stage = { bracket: 7, matchNum: part.id, roundNum: 1, roundName: 'Round 1' }
  const teams = { blueTeam: bees, goldTeam: wasps, blueScore: 0, goldScore: 0 }
  return { ...stage, ...teams, activeCabinet: null, underReview: false, ...part } as MatchRow
}

function rowsOf(matches: MatchRow[]) {
  return {
    match: Object.fromEntries(matches.map((row) => [row.id, row])),
    bracket: {} as Record<string, BracketRow>,
  }
}

describe('the filter of the results', () => {
  const rows = rowsOf([
    match({ id: 3, bracket: 8, matchNum: 1 }),
    match({ id: 2, goldTeam: badgers }),
    match({ id: 1 }),
  ])
  const ids = (filter: Partial<typeof noFilter>) =>
    filterMatches(rows, { ...noFilter, ...filter }).map(({ matches }) =>
      matches.map(({ id }) => id),
    )

  test('is empty: all matches, by stage and number', () => {
    expect(ids({})).toEqual([[1, 2], [3]])
  })
  test('selects by stage, by team on either side, and by number with and without its M', () => {
    expect(ids({ stage: 8 })).toEqual([[3]])
    expect(ids({ team: badgers })).toEqual([[2]])
    expect(ids({ number: 'M1' })).toEqual([[1], [3]])
    expect(ids({ number: '2' })).toEqual([[2]])
    expect(ids({ number: 'x' })).toEqual([[1, 2], [3]])
  })
})

describe('an entered score', () => {
  const row = match({ id: 5, blueScore: 1, goldScore: 0 })

  test('belongs to its team: after a swap of sides it is sent for the other colour', () => {
    const entered = { [bees]: { value: 2, typed: false } }
    expect(scoresChanged(row, entered)).toEqual({ blueScore: 2 })
    const swapped = { blueTeam: wasps, goldTeam: bees, blueScore: 0, goldScore: 1 }
    expect(scoresChanged({ ...row, ...swapped }, entered)).toEqual({ goldScore: 2 })
  })
  test('is not sent if somebody else has saved the same score', () => {
    expect(
      scoresChanged({ ...row, blueScore: 2 }, { [bees]: { value: 2, typed: true } }),
    ).toBeNull()
  })
  test('is sent with its teams, or alone for a match under review (R-CMD-4)', () => {
    const teams = { blueTeam: bees, goldTeam: wasps }
    expect(scoreWrite(row, { blueScore: 2 })).toMatchObject({
      method: 'PUT',
      body: { ...teams, blueScore: 2 },
    })
    expect(scoreWrite({ ...row, underReview: true }, { blueScore: 2 })).toMatchObject({
      method: 'PATCH',
      body: { blueScore: 2 },
    })
  })
  test('needs confirmation if it was typed and differs from the score by more than one (ux 36)', () => {
    const typed = (value: number) => ({ [bees]: { value, typed: true } })
    expect(scoreJumps(row, typed(3))).toEqual([{ team: bees, from: 1, to: 3 }])
    expect(scoreJumps(row, typed(2))).toEqual([])
    expect(scoreJumps(row, typed(0))).toEqual([])
    expect(scoreJumps(row, { [bees]: { value: 9, typed: false } })).toEqual([])
  })
})

test('R-ED-5: the other matches on cabinets are named, the edited one is not', () => {
  const five = match({ id: 5, activeCabinet: 1 })
  const rows = rowsOf([five, match({ id: 9, activeCabinet: 2 }), match({ id: 6 })])
  expect(otherActiveMatches(rows, five).map(({ id }) => id)).toEqual([9])
})
