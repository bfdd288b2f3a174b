// P2, P5: presses over a bad line. `npm run storm -- --presses 100000` is a longer run of the same.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pressOverBadLine } from '#scripts/storm/bad-line.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { seedOf } from '../support/desk-client.ts'
import { times } from '../support/long-runs.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ requestsPerMinute: 0 })
})
afterAll(() => app?.stop())

const presses = times(1_000, 10_000)

test('P2 P5: over a line that is cut, slow and silent, each press counts exactly once', async () => {
  const options = { adminKey: app.adminKey, presses, tournaments: 10, seed: seedOf('bad line') }
  const { acknowledged, requests, faults, commits, problems } = await pressOverBadLine(app, options)
  expect(problems).toEqual([])
  expect(acknowledged).toBe(presses)
  expect(commits).toBeGreaterThan(presses)
  expect(faults).toBeGreaterThan(0)
  expect(requests).toBeGreaterThan(presses)
})
