import { expect, test } from 'vitest'
import { fakeClock } from '../../../../test/support/console-session.ts'
import { closeWhileHidden, hiddenMs } from './useConnection.ts'

function page() {
  const did: string[] = []
  const note = (what: string) => () => void did.push(what)
  const clock = fakeClock()
  const watching = { open: note('open'), close: note('close'), tryNow: note('try') }
  return { did, clock, ...closeWhileHidden(watching, clock) }
}

test('a page that is hidden for long is closed, once, and opened when it is seen', async () => {
  const { did, clock, hidden, shown } = page()
  hidden()
  await clock.turn(hiddenMs - 1)
  expect(did).toEqual([])
  await clock.turn(hiddenMs)
  expect(did).toEqual(['close'])
  shown()
  await clock.turn(hiddenMs * 2)
  expect(did).toEqual(['close', 'open'])
})

test('who looks away for a moment stays, and one that has left is closed no more', async () => {
  const { did, clock, hidden, shown, stop } = page()
  hidden()
  await clock.turn(hiddenMs / 2)
  shown()
  await clock.turn(hiddenMs * 2)
  hidden()
  stop()
  await clock.turn(hiddenMs * 2)
  expect(did).toEqual(['try'])
})
