import { expect, test } from 'vitest'
import { centsOf, dollarsOf } from './price.ts'

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
