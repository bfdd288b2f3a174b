import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eveningSeconds, needsOf, partsIn, watchedAt } from './needs.ts'
import type { Assumptions, Units } from './needs.ts'
import { report, table } from './report.ts'
import { failureHours, weekOf, zipf } from './week.ts'

const peak = {
  tournaments: 100,
  cabinets: 200,
  eventsPerSecond: 1_000,
  commandsPerSecond: 20,
  viewers: 10_000,
}
const units: Units = {
  commandServicesMs: 3,
  commandPostgresMs: 2,
  commandNatsMs: 1,
  commitProjectedMs: 0.5,
  eventTakenMs: 0.02,
  eventProjectedMs: 0.03,
  liveShownMs: 0.05,
  liveHeardMs: 0.01,
  frameSentMs: 0.01,
  reconnectMs: 1,
  socketBytes: 10_000,
  stateBytes: 50_000,
  commitDiskBytes: 5_000,
  eventDiskBytes: 500,
  frameBytes: 800,
  liveBytes: 1_000,
  streamAppends: 4_000,
}
const assumptions: Assumptions = {
  livePerSecond: 2,
  calmPerSecond: 1,
  viewersAProcess: 1_000,
  coresAMachine: 4,
  maxUtilisation: 0.5,
  machineDiesEveryDays: 90,
  eurosACoreMonth: 10,
  eurosAGibMonth: 0,
  eurosADiskGbMonth: 0,
  eurosATbSent: 0,
}
const week = weekOf(peak)
const peakHour = week.find(({ tournaments }) => tournaments === peak.tournaments)!

test('the busiest hour of a week is the given peak, and most hours are nearly empty', () => {
  expect(peakHour).toMatchObject({ ...peak, watched: { length: 100 } })
  expect(week.filter(({ tournaments }) => tournaments === 0).length).toBeGreaterThan(24)
  expect(Math.max(...week.map(({ viewers }) => viewers))).toBe(peak.viewers)
})

test('every viewer watches a tournament, and the second tournament has half the viewers of the first', () => {
  const watched = zipf(100, 10_000)
  expect(watched.reduce((sum, each) => sum + each)).toBeCloseTo(10_000)
  expect(watched[1]).toBeCloseTo(watched[0]! / 2)
  expect(watchedAt(peakHour, 1)).toBe(100)
  expect(watchedAt(peakHour, 10)).toBeLessThan(100)
  expect(watchedAt(peakHour, 10)).toBeGreaterThan(10_000 / 10 / watched[0]!)
})

test('processor time is rate times unit cost, and twice the load needs twice the time', () => {
  const parts = (times: number) => {
    const [hour] = weekOf({ ...peak, commandsPerSecond: 20 * times }).filter(
      ({ tournaments }) => tournaments === peak.tournaments,
    )
    return Object.fromEntries(
      partsIn(hour!, units, assumptions).map(({ name, cores }) => [name, cores]),
    )
  }
  expect(parts(1)).toMatchObject({
    'api and desk': 0.06,
    'projector of commits': 0.01,
    'projector of cabinet events': 0.03,
    intake: 0.02,
    Postgres: 0.04,
    NATS: 0.02,
  })
  expect(parts(2)['api and desk']).toBeCloseTo(0.12)
  // 400 updates a second, received by ten processes; 12,000 writes.
  const fanout = 10 * (0.4 * 0.01 + 0.4 * 0.05) + 12_000 * 0.00001
  expect(parts(1)['fan-out (10 processes)']).toBeLessThanOrEqual(fanout)
  expect(parts(1)['fan-out (10 processes)']).toBeGreaterThan(10 * 0.004 + 0.12)
})

test('non-parallel parts are listed, highest utilisation first', () => {
  const { single } = needsOf(week, units, assumptions)
  const utilisations = single.map(({ utilisation }) => utilisation)
  expect(utilisations).toEqual(utilisations.toSorted((a, b) => b - a))
  expect(single.map(({ name }) => name)).toContain('projector of cabinet events')
  expect(single.find(({ name }) => name === 'NATS')?.utilisation).toBeCloseTo(20 / 4_000)
})

test('one spare machine is included, and each venue pays its share', () => {
  const needs = needsOf(week, units, assumptions)
  const busy = partsIn(peakHour, units, assumptions).reduce((sum, { cores }) => sum + cores, 0)
  expect(needs.machines).toBe(Math.ceil(busy / 0.5 / 4) + 1)
  expect(needs.eurosAMonth).toBe(needs.machines * 4 * 10)
  expect(needs.eurosAVenueMonth * needs.venueEvenings).toBeCloseTo(needs.eurosAMonth, -1)
  // A process has 1,000 viewers; the free cores handle their reconnects.
  expect(needs.reconnectSeconds).toBeCloseTo(1 / (needs.cores - busy))
})

test('an evening costs its commands, its events, and a write a second per viewer', () => {
  const none = { games: 0, eventsAGame: 700, commits: 0, viewers: 0, hours: 3 }
  const cost = (more: Partial<typeof none>) =>
    eveningSeconds({ ...none, ...more }, units, assumptions)
  expect(cost({ commits: 1_000 })).toBeCloseTo(6)
  expect(cost({ games: 10 })).toBeCloseTo(7_000 * 0.00005)
  expect(cost({ viewers: 10 })).toBeCloseTo(10 * 3 * 3_600 * 1.2 * 0.00001)
})

test('machines fail at the assumed rate, and the same seed gives the same failures', () => {
  expect(failureHours(100, 90, 7)).toEqual(failureHours(100, 90, 7))
  const weeks = Array.from({ length: 200 }, (_, seed) => failureHours(100, 90, seed).length)
  const mean = weeks.reduce((sum, each) => sum + each) / weeks.length
  expect(mean).toBeGreaterThan(6)
  expect(mean).toBeLessThan(9.5)
})

test('docs/scale.md shows the calculated tables, figure for figure', () => {
  const plan = readFileSync(join(import.meta.dirname, '../../docs/scale.md'), 'utf8')
  const { costs, parts, single, needs } = report()
  for (const row of [...costs, ...parts, ...single, ...needs]) {
    expect(plan).toContain(table([], [row]).split('\n').at(-1))
  }
})
