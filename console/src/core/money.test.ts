import { expect, test } from 'vitest'
import { centsIn } from '#events/text/cents.ts'
import { dollars } from './money.ts'

test('R-PM-4: a typed amount is converted to cents exactly', () => {
  expect(['19.99', '5', ' 0.1 ', '0', '999999.99'].map(centsIn)).toEqual([
    1999, 500, 10, 0, 99_999_999,
  ])
})

test('invalid amounts are null', () => {
  expect(['', '-1', '1.999', '1,50', 'ten', '1e3'].map(centsIn)).toEqual(
    Array.from({ length: 6 }, () => null),
  )
})

test('cents are shown as dollars', () => {
  expect([1250, 0, 123_456].map(dollars)).toEqual(['$12.50', '$0.00', '$1,234.56'])
})
