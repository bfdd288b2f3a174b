import { describe, expect, test } from 'vitest'
import { layout } from '#events/rules/stage-types/layouts.ts'
import type { LayoutStage } from '#events/rules/stage-types/layouts.ts'
import type { StageType } from '#events/rules/stage-types/stage-types.ts'
import { draw, pathFrom, roundsOf } from './bracket-layout.ts'
import type { Drawable, Drawing } from './bracket-layout.ts'

const stage = (stageType: StageType): LayoutStage => {
  return { stageType, matchesPerOpponent: 1, thirdPlaceMatch: true, grandFinal: 'double' }
}

/** Matches as in the rows, with ids from 1 in the order of their numbers. */
function matchesOf(stageType: StageType, entrants: number): Drawable[] {
  return layout(stage(stageType), entrants).map((match, index) => ({
    id: index + 1,
    matchNum: match.num,
    matchType: match.type,
    roundNum: match.roundNum,
    roundName: match.roundName,
    roundMessage: null,
    winnerToMatch: match.winnerTo && match.winnerTo.match + 1,
  }))
}

function expectApart({ boxes }: Drawing): void {
  for (const a of boxes) {
    for (const b of boxes.filter(({ match, column }) => match > a.match && column === a.column)) {
      expect(Math.abs(a.row - b.row), `${a.match} and ${b.match}`).toBeGreaterThanOrEqual(1)
    }
  }
}

describe.each(['single_elim', 'double_elim', 'ladder'] as const)('a drawing of %s', (type) => {
  test('every match has its own position inside the drawing, to the right of those that lead to it', () => {
    for (let entrants = 2; entrants <= 65; entrants++) {
      const matches = matchesOf(type, entrants)
      const drawing = draw(matches, type === 'ladder')
      const { boxes, lines, columns, rows } = drawing
      expect(boxes.map(({ match }) => match).toSorted((a, b) => a - b)).toEqual(
        matches.map(({ id }) => id),
      )
      expectApart(drawing)
      const at = new Map(boxes.map((box) => [box.match, box]))
      for (const { column, row } of boxes) {
        expect(column).toBeLessThan(columns)
        expect(row).toBeLessThanOrEqual(rows - 1)
      }
      for (const { from, to } of lines) {
        const [a, b] = [at.get(from)!, at.get(to)!]
        expect(type === 'ladder' ? b.row < a.row : b.column > a.column).toBe(true)
      }
      const winners = matches.filter(({ winnerToMatch }) => winnerToMatch !== null)
      expect(lines).toHaveLength(winners.length)
    }
  })
})

test('a match is in the middle of the two that lead to it', () => {
  const { boxes } = draw(matchesOf('single_elim', 4))
  expect(boxes).toEqual([
    { match: 1, column: 0, row: 0 },
    { match: 2, column: 0, row: 1 },
    { match: 4, column: 1, row: 0.5 },
    { match: 3, column: 1, row: 2 },
  ])
})

test('the match for third place is below the final, with its own heading', () => {
  const { headings } = draw(matchesOf('single_elim', 4))
  expect(headings.at(-1)).toEqual({ name: 'Third-Place Match', column: 1, row: 2 })
})

test('the finals of a double elimination follow both sides', () => {
  const { headings, columns } = draw(matchesOf('double_elim', 8))
  expect(headings.slice(-2)).toEqual([
    { name: 'Grand Finals (First Match)', column: columns - 2, row: 0 },
    { name: 'Grand Finals (Second Match)', column: columns - 1, row: 0 },
  ])
})

test('matches made by hand without rounds are in the order in which they depend on each other', () => {
  const byHand = (id: number, winnerToMatch: number | null): Drawable => {
    const round = { matchType: null, roundNum: null, roundName: '', roundMessage: null }
    return { id, matchNum: id, winnerToMatch, ...round }
  }
  const { boxes } = draw([byHand(1, 3), byHand(2, 3), byHand(3, null), byHand(4, null)])
  expect(boxes.map(({ match, column }) => [match, column])).toEqual([
    [1, 0],
    [2, 0],
    [3, 1],
    [4, 0],
  ])
})

test('rounds are listed in playing order', () => {
  const rounds = roundsOf(matchesOf('double_elim', 4))
  expect(rounds.map(({ name }) => name)).toEqual([
    'Championship Round 1 of 2',
    'Elimination Round 1 of 2',
    'Championship Round 2 of 2',
    'Elimination Round 2 of 2',
    'Grand Finals (First Match)',
    'Grand Finals (Second Match)',
  ])
})

test('a path has the matches that the winner would play, up to the last', () => {
  expect(pathFrom(matchesOf('single_elim', 8), 1)).toEqual([1, 5, 8])
  expect(pathFrom([], 1)).toEqual([])
})
