import { expect, test } from 'vitest'
import { settled } from '#test/support/console-session.ts'
import { newOrdering, movedTo, movedBy } from './ordering.ts'
import type { Send } from './ordering.ts'

test('an id moves up or down by one place, and stays where it is at an end', () => {
  expect(movedBy([1, 2, 3], 2, -1)).toEqual([2, 1, 3])
  expect(movedBy([1, 2, 3], 2, 1)).toEqual([1, 3, 2])
  expect(movedBy([1, 2, 3], 1, -1)).toEqual([1, 2, 3])
  expect(movedBy([1, 2, 3], 3, 1)).toEqual([1, 2, 3])
  expect(movedBy([1, 2, 3], 9, 1)).toEqual([1, 2, 3])
  expect(movedTo([1, 2, 3], 3, 0)).toEqual([3, 1, 2])
})

/** An ordering with a server whose answers the test triggers. */
function setup() {
  const sent: string[] = []
  const shown: (number[] | null)[] = []
  const answers: ((isAccepted: boolean) => void)[] = []
  const ordering = newOrdering((pending) => shown.push(pending))
  const send: Send = (order, expected) => {
    sent.push(`${order.join('')} for ${expected.join('')}`)
    return new Promise((resolve) => answers.push(resolve))
  }
  const order = (order: number[]) => ordering.order({ order, send }, [1, 2, 3])
  const answer = async (isAccepted: boolean) => {
    answers.shift()?.(isAccepted)
    await settled()
  }
  return { order, sent, shown, answer }
}

test('if several orders are made while one is being sent, only the last one is sent', async () => {
  const { order, sent, shown, answer } = setup()
  const done = order([2, 1, 3])
  void order([2, 3, 1])
  void order([3, 2, 1])
  expect(sent).toEqual(['213 for 123'])
  await answer(true)
  expect(sent).toEqual(['213 for 123', '321 for 213'])
  expect(shown.at(-1)).toEqual([3, 2, 1])
  await answer(true)
  await done
  expect(shown.at(-1)).toBeNull()
})

test('after a refusal no order that was based on the refused one is sent', async () => {
  const { order, sent, shown, answer } = setup()
  void order([2, 1, 3])
  void order([2, 3, 1])
  await answer(false)
  expect(sent).toEqual(['213 for 123'])
  expect(shown.at(-1)).toBeNull()
  void order([1, 3, 2])
  expect(sent.at(-1)).toBe('132 for 123')
})
