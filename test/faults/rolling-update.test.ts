// The previous release's services on the database of this one. `npm run try-upgrade -- --side-by-side` is a
// longer run of the same.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startNats } from '../../scripts/servers/index.ts'
import type { Nats } from '../../scripts/servers/index.ts'
import { previousCode } from '../../scripts/upgrade/previous-release.ts'
import { rollingUpdate } from '../../scripts/upgrade/rolling-update.ts'
import { emptyDatabase } from '../support/app.ts'

const dir = await mkdtemp(join(tmpdir(), 'waggle-rolling-'))
const code = await previousCode(dir)
if ('failure' in code) console.warn(`Left out: an update one after another (${code.failure})`)

let nats: Nats | undefined
beforeAll(async () => {
  // The release before cannot sign in.
  if ('folder' in code) nats = await startNats({ dir: join(dir, 'nats'), users: false })
})
afterAll(async () => {
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

describe.skipIf('failure' in code)('an update while a hall plays', () => {
  test('P1 P2 P6 P10 P13: services of the release before beside those of this one lose and double nothing', async () => {
    const databaseUrl = await emptyDatabase(`r${randomBytes(6).toString('hex')}`)
    const previous = 'folder' in code ? code.folder : ''
    const natsUrl = nats!.url
    const found = await rollingUpdate({ databaseUrl, natsUrl, previous, presses: 5 })
    const { commands, commits, events, awayMs, problems } = found
    expect(problems).toEqual([])
    console.info(
      `${commands} commands, ${commits} commits, ${events} cabinet events; away ${Math.max(awayMs.projector, awayMs.others)} ms`,
    )
  })
})
