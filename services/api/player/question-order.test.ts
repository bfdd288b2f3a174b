import { expect, test } from 'vitest'
import { lcg } from '#test/support/random.ts'
import { orderRefusal } from './question.ts'

const codeOf = (questions: number[], order: number[]) =>
  orderRefusal(questions, order)?.body['code'] ?? null

test('an order contains every question once and nothing else', () => {
  expect(codeOf([], [])).toBeNull()
  expect(codeOf([1, 2, 3], [3, 1, 2])).toBeNull()
  expect(codeOf([1, 2], [1, 2, 9])).toBe('QUESTION_UNKNOWN')
  expect(codeOf([1, 2], [1, 1, 2])).toBe('QUESTION_TWICE')
  expect(codeOf([1, 2], [2])).toBe('QUESTION_MISSING')
})

test('only permutations are accepted', () => {
  const dice = lcg(20_260_301)
  const below = (n: number) => Math.floor(dice() * n)
  let accepted = 0
  for (let round = 0; round < 20_000; round++) {
    const questions = Array.from({ length: below(4) }, (_, index) => index + 1)
    const order = Array.from({ length: below(5) }, () => 1 + below(4))
    const isPermutation = order.toSorted((a, b) => a - b).join() === questions.join()
    expect(codeOf(questions, order) === null).toBe(isPermutation)
    if (isPermutation) accepted++
  }
  expect(accepted).toBeGreaterThan(100)
})
