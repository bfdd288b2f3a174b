import { expect, test } from 'vitest'
import { bannerProblem, paymentsProblem } from './validators.ts'

test('a banner is a URL or a data URI of an image', () => {
  expect(bannerProblem('https://example.org/a.png')).toBeNull()
  expect(bannerProblem('data:image/png;base64,AAAA')).toBeNull()
  expect(bannerProblem(null)).toBeNull()
  expect(bannerProblem('data:text/html,<b>')).toBe('Must be a valid data URI')
  expect(bannerProblem('javascript:alert(1)')).toBe('Must be a valid URL')
  expect(bannerProblem('nonsense')).toBe('Must be a valid URL')
})

test('payments need both registration and a configured provider', () => {
  const stripe = 'Stripe needs to be configured before payments can be accepted.'
  const registration = 'Registration needs to be enabled before payments can be accepted.'
  const problem = (allowRegistration: boolean, stripeConfigured: boolean) =>
    paymentsProblem({ allowRegistration, stripeConfigured })
  expect(problem(true, true)).toBeNull()
  expect(problem(false, true)).toBe(registration)
  expect(problem(true, false)).toBe(stripe)
  expect(problem(false, false)).toBe(stripe)
})
