import { expect, test } from 'vitest'
import { settled } from '../../../test/support/console-session.ts'
import { newOrdering, placed, shifted } from './ordering.ts'
import type { Send } from './ordering.ts'

test('one of a list goes a place up or down, and stays at an end', () => {
  expect(shifted([1, 2, 3], 2, -1)).toEqual([2, 1, 3])
  expect(shifted([1, 2, 3], 2, 1)).toEqual([1, 3, 2])
  expect(shifted([1, 2, 3], 1, -1)).toEqual([1, 2, 3])
  expect(shifted([1, 2, 3], 3, 1)).toEqual([1, 2, 3])
  expect(shifted([1, 2, 3], 9, 1)).toEqual([1, 2, 3])
  expect(placed([1, 2, 3], 3, 0)).toEqual([3, 1, 2])
})

/** A server that answers when it is told to. */
function stage() {
  const sent: string[] = []
  const drawn: (number[] | null)[] = []
  const answers: ((isTaken: boolean) => void)[] = []
  const ordering = newOrdering((ahead) => drawn.push(ahead))
  const send: Send = (order, expected) => {
    sent.push(`${order.join('')} for ${expected.join('')}`)
    return new Promise((resolve) => answers.push(resolve))
  }
  const order = (order: number[]) => ordering.order({ order, send }, [1, 2, 3])
  const answer = async (isTaken: boolean) => {
    answers.shift()?.(isTaken)
    await settled()
  }
  return { order, sent, drawn, answer }
}

test('orders made while one is on its way go out as the last of them', async () => {
  const { order, sent, drawn, answer } = stage()
  const done = order([2, 1, 3])
  void order([2, 3, 1])
  void order([3, 2, 1])
  expect(sent).toEqual(['213 for 123'])
  await answer(true)
  expect(sent).toEqual(['213 for 123', '321 for 213'])
  expect(drawn.at(-1)).toEqual([3, 2, 1])
  await answer(true)
  await done
  expect(drawn.at(-1)).toBeNull()
})

test('after a refusal nothing that was built on it is sent', async () => {
  const { order, sent, drawn, answer } = stage()
  void order([2, 1, 3])
  void order([2, 3, 1])
  await answer(false)
  expect(sent).toEqual(['213 for 123'])
  expect(drawn.at(-1)).toBeNull()
  void order([1, 3, 2])
  expect(sent.at(-1)).toBe('132 for 123')
})
