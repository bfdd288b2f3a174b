import { expect, test } from 'vitest'
import { scorePairsOf, teamNameOf, textOf } from './untrusted-json.ts'

test('a text has no characters that Postgres cannot store', () =>
  expect([textOf(' a\0b '), textOf('a\uD83D'), textOf(7)]).toEqual(['ab', 'a\uFFFD', '']))

test('a long name is cut with an ellipsis, not in the middle of a surrogate pair', () => {
  const long = teamNameOf(`${'x'.repeat(98)}🐝🐝`)
  expect(long).toBe(`${'x'.repeat(98)}…`)
  expect([teamNameOf(''), teamNameOf('Bees')]).toEqual(['(no name)', 'Bees'])
})

test('scores are pairs, player 1 first', () =>
  expect(scorePairsOf('3-1, 3 – 2,x,-1-0')).toEqual([
    [3, 1],
    [3, 2],
    [-1, 0],
  ]))
