import { expect, test } from 'vitest'
import type { RegistrationSettings } from '../../spectate/registration/registration-body.ts'
import { bannerProblem, settingsOf, displayValue } from './registration-settings.ts'

const server: RegistrationSettings = {
  allowRegistration: true,
  registrationCloseDate: null,
  registrationBanner: null,
  registrationMessage: 'Hello',
  tidbitPrompt: 'Tell us',
  acceptPayments: false,
  paymentMessage: '',
  requirePlayerPhoto: false,
  places: null,
  offerHours: 24,
}

test('other fields of a tournament are dropped', () => {
  expect(settingsOf({ ...server, id: 3 } as RegistrationSettings)).toEqual(server)
})

test('a banner is a URL, a data URI or empty', () => {
  const fine = [null, '', 'https://a.example/b.png', 'data:image/png;base64,AAA=', '/api/image/x']
  expect(fine.map(bannerProblem)).toEqual([null, null, null, null, null])
  expect(['data:text/html,x', 'data:image/png;base64,'].map(bannerProblem)).toEqual([
    'badData',
    'badData',
  ])
  expect(['nonsense', 'javascript:alert(1)'].map(bannerProblem)).toEqual(['badUrl', 'badUrl'])
})

test('values set by somebody else are shown in words', () => {
  expect(displayValue('allowRegistration', server)).toBe('on')
  expect(displayValue('acceptPayments', server)).toBe('off')
  expect(displayValue('registrationCloseDate', server)).toBe('(empty)')
  expect(displayValue('tidbitPrompt', server)).toBe('Tell us')
})
