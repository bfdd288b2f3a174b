import { expect, test } from 'vitest'
import { openLeases } from './cabinet-leases.ts'

/** Looks every second from one second to another; the answer is when each cabinet had lapsed. */
function looked(leases: ReturnType<typeof openLeases>, from: number, to: number, online = [1, 2]) {
  const found: [number, number][] = []
  for (let second = from; second <= to; second++) {
    if (second % 3 === 0 && second <= 30) leases.renew(1, second * 1_000)
    for (const cabinet of leases.lapsed(online, second * 1_000)) found.push([cabinet, second])
  }
  return found
}

test('R-GE-2: a cabinet that no intake speaks for lapses after twelve seconds, another does not', () => {
  const leases = openLeases()
  leases.renew(2, 0)
  expect(looked(leases, 0, 13)).toEqual([[2, 13]])
})

test('a cabinet that nobody was ever heard of has its twelve seconds first', () => {
  expect(looked(openLeases(), 100, 112, [3])).toEqual([])
  expect(looked(openLeases(), 100, 113, [3])).toEqual([[3, 113]])
})

test('P17: who was stopped itself, or could hear nobody, ends nothing for it', () => {
  const leases = openLeases()
  expect(looked(leases, 0, 10)).toEqual([])
  // Stopped for a minute.
  expect(looked(leases, 70, 82)).toEqual([])
  expect(looked(leases, 83, 83)).toEqual([
    [1, 83],
    [2, 83],
  ])
  leases.restart()
  expect(looked(leases, 84, 96)).toEqual([])
})
