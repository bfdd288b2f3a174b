import { expect, test } from 'vitest'
import { openLeases } from './offline-cabinets.ts'

/** Checks every second in a range; returns the second at which each cabinet lapsed. */
function lapses(leases: ReturnType<typeof openLeases>, from: number, to: number, online = [1, 2]) {
  const found: [number, number][] = []
  for (let second = from; second <= to; second++) {
    if (second % 3 === 0 && second <= 30) leases.renew(1, second * 1_000)
    for (const cabinet of leases.lapsed(online, second * 1_000)) found.push([cabinet, second])
  }
  return found
}

test('R-GE-2: a cabinet that no intake reports lapses after twelve seconds, another does not', () => {
  const leases = openLeases()
  leases.renew(2, 0)
  expect(lapses(leases, 0, 13)).toEqual([[2, 13]])
})

test('a cabinet that was never reported gets twelve seconds first', () => {
  expect(lapses(openLeases(), 100, 112, [3])).toEqual([])
  expect(lapses(openLeases(), 100, 113, [3])).toEqual([[3, 113]])
})

test('P17: no cabinet lapses because the referee itself was stopped or disconnected', () => {
  const leases = openLeases()
  expect(lapses(leases, 0, 10)).toEqual([])
  // Stopped for a minute.
  expect(lapses(leases, 70, 82)).toEqual([])
  expect(lapses(leases, 83, 83)).toEqual([
    [1, 83],
    [2, 83],
  ])
  leases.restart()
  expect(lapses(leases, 84, 96)).toEqual([])
})
