// The services of the previous release on the database of this one.
// `npm run try-upgrade -- --side-by-side` is a longer run of the same.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import { previousCode } from '#scripts/upgrade/previous-release.ts'
import { rollingUpdate } from '#scripts/upgrade/rolling-update.ts'
import { emptyDatabase } from '../support/app.ts'

const dir = await mkdtemp(join(tmpdir(), 'waggle-rolling-'))
const previousRelease = await previousCode(dir)
if ('failure' in previousRelease)
  console.warn(`Left out: an update one after another (${previousRelease.failure})`)

let nats: Nats | undefined
beforeAll(async () => {
  // The previous release cannot authenticate at NATS.
  if ('folder' in previousRelease) nats = await startNats({ dir: join(dir, 'nats'), users: false })
})
afterAll(async () => {
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

describe.skipIf('failure' in previousRelease)('a rolling update during play', () => {
  test('P1 P2 P6 P10 P13: services of the previous and this release side by side lose and duplicate nothing', async () => {
    const databaseUrl = await emptyDatabase(`r${randomBytes(6).toString('hex')}`)
    const previous = 'folder' in previousRelease ? previousRelease.folder : ''
    const natsUrl = nats!.url
    const report = await rollingUpdate({ databaseUrl, natsUrl, previous, presses: 5 })
    const { commands, commits, events, awayMs, problems } = report
    expect(problems).toEqual([])
    console.info(
      `${commands} commands, ${commits} commits, ${events} cabinet events; away ${Math.max(awayMs.projector, awayMs.others)} ms`,
    )
  })
})
