import { expect, test } from 'vitest'
import { dayEstimate } from '#events/estimate/day-plan.ts'
import { clockOf, firstFormats, planOf } from './day-format.ts'

const minutes = (count: number) => count * 60_000
const day = { teams: 8, cabinets: 2, startsAt: '19:00', breaks: [] }

test('times before the start belong to the next day, and a break may cross midnight', () => {
  const breaks = [
    { from: '20:30', to: '21:00' },
    { from: '23:45', to: '00:15' },
    { from: '01:00', to: '01:30' },
  ]
  const { startMs, breaks: found } = planOf({ ...day, breaks }, firstFormats[0]!)
  expect(startMs).toBe(minutes(19 * 60))
  expect(found.map(({ fromMs, toMs }) => [clockOf(fromMs), clockOf(toMs)])).toEqual([
    [at('20:30'), at('21:00')],
    [at('23:45'), at('00:15', 1)],
    [at('01:00', 1), at('01:30', 1)],
  ])
})

test('an incomplete break is ignored', () => {
  const breaks = [{ from: '20:30', to: '' }]
  expect(planOf({ ...day, breaks }, firstFormats[0]!).breaks).toEqual([])
})

test('the first three formats can be played by eight teams', () => {
  const estimates = firstFormats.map((format) => dayEstimate(planOf(day, format)))
  expect(estimates.map((estimate) => 'matches' in estimate && estimate.matches)).toEqual([
    14,
    12 + 6,
    7,
  ])
})

function at(time: string, days = 0) {
  return { time, days }
}
