import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessFile, accessText } from '../../scripts/access.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'

let rig: App
beforeAll(async () => {
  rig = await startApp()
})
afterAll(() => rig?.stop())

test('P18: docs/access.md says what the server does; `npm run access` writes it', async () => {
  expect(await readFile(accessFile, 'utf8')).toBe(accessText(rig.web.matrix()))
})

test('P18: nothing but what is public is for everybody', () => {
  const open = rig.web.matrix().filter(({ method, who }) => who === 'everyone' && method !== 'GET')
  const actions = open.filter(({ method }) => method !== 'HEAD').map(({ action }) => action)
  const known = [
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
  expect([...new Set(actions)].filter((action) => !known.includes(action))).toEqual([])
})
