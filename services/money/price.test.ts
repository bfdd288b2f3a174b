import { expect, test } from 'vitest'
import { dateInZone } from '#events/text/venue-zone.ts'
import { centsOf, dollarsOf, feeOf } from './price.ts'

test('R-PM-4: dollars are converted to whole cents exactly', () => {
  expect(centsOf('19.99')).toBe(1999)
  expect(centsOf(19.99)).toBe(1999)
  expect(centsOf('25')).toBe(2500)
  expect(centsOf('0.5')).toBe(50)
  expect(centsOf(' 1.15 ')).toBe(115)
})

test('R-PM-4: anything but a positive price in whole cents is refused', () => {
  for (const price of ['', '0', '0.00', '-1', '1.999', '1e3', 'ten', '1,50', 0.1 + 0.2, -5]) {
    expect([price, centsOf(price)]).toEqual([price, null])
  }
})

test('R-PM-4: every price survives formatting and parsing', () => {
  for (let cents = 1; cents < 30_000; cents += 7) {
    expect(centsOf(dollarsOf(cents))).toBe(cents)
    expect(centsOf(cents / 100)).toBe(cents)
  }
})

test.each([
  [1250, 13],
  [1249, 12],
  [50, 1],
  [49, 0],
  [40, 0],
  [1, 0],
  [99_999_999, 1_000_000],
])('R-PM-3: the fee for %i cents is %i', (cents, fee) =>
  expect(feeOf(cents, '2026-06-01')).toBe(fee),
)

test.each([
  ['2024-12-31T23:59:59.999Z', 'UTC', 0],
  ['2025-01-01T00:00:00Z', 'UTC', 13],
  // Chicago is six hours behind, Auckland thirteen ahead.
  ['2025-01-01T05:59:59.999Z', 'America/Chicago', 0],
  ['2025-01-01T06:00:00Z', 'America/Chicago', 13],
  ['2024-12-31T10:59:59.999Z', 'Pacific/Auckland', 0],
  ['2024-12-31T11:00:00Z', 'Pacific/Auckland', 13],
])('R-PM-3: at %s in %s the fee of 12.50 is %i', (at, zone, fee) =>
  expect(feeOf(1250, dateInZone(zone, new Date(at)))).toBe(fee),
)
