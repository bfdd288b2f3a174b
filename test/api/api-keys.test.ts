import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, startAccounts } from './account-client.ts'
import type { AccountStand, Answer } from './account-client.ts'

let stand: AccountStand
beforeAll(async () => {
  stand = await startAccounts()
  await stand.person('Owner')
})
afterAll(() => stand?.rig.stop())

const me = '/api/user/me/'
const status = async (answer: Promise<Answer>) => (await answer).status
const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

test('P18: keys for scripts take the present password, and end with every session', async () => {
  const ivy = await stand.person('Ivy')
  const refused = await ivy.post('/api/user/key/', { name: 'Script' })
  expect([refused.status, refused.body]).toEqual([400, { current: ['Type your present password'] }])
  const wrong = await ivy.post('/api/user/key/', { name: 'Script', current: 'not mine at all' })
  expect(wrong.body).toEqual({ current: ['Wrong password'] })
  const make = async () =>
    (await ivy.post('/api/user/key/', { name: 'Script', current: password })).body.key as string
  const asKey = async (key: string) => status(stand.browser().call('GET', me, bearer(key)))
  const first = await make()
  expect(await asKey(first)).toBe(200)
  expect(await status(ivy.post('/api/user/sign-out-everywhere/'))).toBe(200)
  expect(await asKey(first)).toBe(401)
  await ivy.post('/api/user/sign-in/', { email: ivy.email, password })
  const second = await make()
  const next = { current: password, password: 'another long sentence' }
  expect(await status(ivy.put('/api/user/password/', next))).toBe(200)
  expect(await asKey(second)).toBe(401)
})
