import { expect, test } from 'vitest'
import type { RegistrationSettings } from '../../spectate/registration/registration-body.ts'
import { bannerProblem, rivals, settingsOf, typed, untouched, without } from './changed-settings.ts'

const server: RegistrationSettings = {
  allowRegistration: true,
  registrationCloseDate: null,
  registrationBanner: null,
  registrationMessage: 'Hello',
  tidbitPrompt: 'Tell us',
  acceptPayments: false,
  paymentMessage: '',
  requirePlayerPhoto: false,
}

test('only what was typed is sent, and typed back it is not', () => {
  const once = typed(untouched, { tidbitPrompt: 'Sing' }, server)
  expect(once.values).toEqual({ tidbitPrompt: 'Sing' })
  expect(typed(once, { tidbitPrompt: 'Tell us' }, server)).toEqual(untouched)
})

test('what somebody else changed to the same is no conflict, to something else it is', () => {
  const mine = typed(untouched, { tidbitPrompt: 'Sing', paymentMessage: 'Cash' }, server)
  expect(rivals(mine, server)).toEqual([])
  expect(rivals(mine, { ...server, tidbitPrompt: 'Sing' })).toEqual([])
  const theirs = { ...server, tidbitPrompt: 'Dance', registrationMessage: 'Bye' }
  expect(rivals(mine, theirs)).toEqual(['tidbitPrompt'])
  expect(without(mine, ['tidbitPrompt']).values).toEqual({ paymentMessage: 'Cash' })
})

test('a tournament brings more than these settings', () => {
  expect(settingsOf({ ...server, id: 3 } as RegistrationSettings)).toEqual(server)
})

test('a banner is an address, data, or nothing', () => {
  const fine = [null, '', 'https://a.example/b.png', 'data:image/png;base64,AAA=', '/api/image/x']
  expect(fine.map(bannerProblem)).toEqual([null, null, null, null, null])
  expect(['data:text/html,x', 'data:image/png;base64,'].map(bannerProblem)).toEqual([
    'badData',
    'badData',
  ])
  expect(['nonsense', 'javascript:alert(1)'].map(bannerProblem)).toEqual(['badUrl', 'badUrl'])
})
