import { expect, test } from 'vitest'
import { fakeClock } from '#test/support/console-session.ts'
import { closeWhileHidden, hiddenMs } from './useConnection.ts'

function page() {
  const calls: string[] = []
  const note = (call: string) => () => void calls.push(call)
  const clock = fakeClock()
  const watching = { open: note('open'), close: note('close'), tryNow: note('try') }
  return { calls, clock, ...closeWhileHidden(watching, clock) }
}

test('the connection of a page is closed once after a long time hidden, and reopened when shown', async () => {
  const { calls, clock, hidden, shown } = page()
  hidden()
  await clock.turn(hiddenMs - 1)
  expect(calls).toEqual([])
  await clock.turn(hiddenMs)
  expect(calls).toEqual(['close'])
  shown()
  await clock.turn(hiddenMs * 2)
  expect(calls).toEqual(['close', 'open'])
})

test('a page hidden for a moment stays connected, and a stopped one is not closed later', async () => {
  const { calls, clock, hidden, shown, stop } = page()
  hidden()
  await clock.turn(hiddenMs / 2)
  shown()
  await clock.turn(hiddenMs * 2)
  hidden()
  stop()
  await clock.turn(hiddenMs * 2)
  expect(calls).toEqual(['try'])
})
