import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessFile, accessText } from '#scripts/access.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.stop())

test('P18: docs/access.md matches the access table of the server; `npm run access` writes it', async () => {
  expect(await readFile(accessFile, 'utf8')).toBe(accessText(app.web.matrix()))
})

test('P18: only public actions can be written without signing in', () => {
  const open = app.web.matrix().filter(({ method, who }) => who === 'everyone' && method !== 'GET')
  const actions = open.filter(({ method }) => method !== 'HEAD').map(({ action }) => action)
  const publicActions = [
    'openConsole',
    'signIn',
    'signOut',
    'takeStripeEvents',
    'registerDisplay',
    'takePairing',
    'signInAtCabinet',
    'subscribe',
    'tellOfficials',
    'lineUp',
    'joinAtDoor',
  ]
  expect([...new Set(actions)].filter((action) => !publicActions.includes(action))).toEqual([])
})
