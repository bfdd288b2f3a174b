import { expect, test } from 'vitest'
import { closedReason, mayCheckIn } from './rules.ts'
import { dateInZone } from '#events/text/venue-zone.ts'

const on = { isActive: true, allowRegistration: true, registrationCloseDate: '2026-03-01' }
const closed = { key: 'registrationClosedOn', args: { day: '2026-03-01' } }

test.each([
  ['the day before', '2026-02-28', null],
  ['the whole last day', '2026-03-01', null],
  ['the day after', '2026-03-02', closed],
  ['a year later', '2027-01-01', closed],
])('registration on %s of its closing date', (_, today, reason) =>
  expect(closedReason({ ...on, today })).toEqual(reason),
)

test('a closing date counts only while registration is on', () => {
  const off = { key: 'registrationClosed' }
  const today = '2026-02-01'
  expect(closedReason({ ...on, allowRegistration: false, today })).toEqual(off)
  expect(closedReason({ ...on, registrationCloseDate: null, today: '2099-01-01' })).toBeNull()
})

test('registration ends with the tournament, also without a closing date', () => {
  const over = { ...on, isActive: false, registrationCloseDate: null, today: '2026-02-01' }
  expect(closedReason(over)).toEqual({ key: 'registrationOver' })
})

test.each([
  ['2026-03-01T23:59:59Z', 'UTC', '2026-03-01'],
  ['2026-03-02T05:59:59Z', 'America/Chicago', '2026-03-01'],
  ['2026-03-02T06:00:00Z', 'America/Chicago', '2026-03-02'],
  ['2026-03-01T11:00:00Z', 'Pacific/Auckland', '2026-03-02'],
])('at %s the date in %s is %s', (at, zone, day) =>
  expect(dateInZone(zone, new Date(at))).toBe(day),
)

test('check-in is open on the day of the tournament, in the time zone of the venue', () => {
  const date = '2026-03-01'
  const days = ['2026-02-28', '2026-03-01', '2026-03-02']
  const open = (isActive: boolean) => days.map((today) => mayCheckIn({ date, today, isActive }))
  expect(open(false)).toEqual([false, true, false])
  // Play goes on after midnight.
  expect(open(true)).toEqual([false, true, true])
})
