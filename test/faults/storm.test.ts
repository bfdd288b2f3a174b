// Three NATS servers, Postgres with a standby and two of every service, killed or frozen one after
// another during an evening. `npm run storm` is a longer run of the same.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { clusterProgram } from '#scripts/servers/nats-binary.ts'
import { startPair } from '#scripts/storm/postgres-pair.ts'
import type { PostgresPair } from '#scripts/storm/postgres-pair.ts'
import { storm } from '#scripts/storm/storm.ts'
import { seedOf } from '../support/desk-client.ts'
import { times } from '../support/long-runs.ts'

/** Ten of this seed are a kill and a freeze of NATS servers and of services, and a fail-over of Postgres. */
const kills = times(10, 40)
const program = await clusterProgram()
if ('failure' in program) console.warn(`Left out: a cluster (${program.failure})`)

describe.skipIf('failure' in program)('an evening on several machines', () => {
  let dir: string
  let postgres: PostgresPair
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'waggle-storm-'))
    postgres = await startPair(join(dir, 'postgres'))
  })
  afterAll(async () => {
    await postgres?.stop()
    await rm(dir, { recursive: true, force: true })
  })

  test('P1 P2 P5 P6 P10 P13: whichever machine dies, everything acknowledged is stored once', async () => {
    const output: string[] = []
    onTestFailed(() => console.info(output.join('\n')))
    const { url: databaseUrl, failOver } = postgres
    const seed = seedOf('storm')
    const { faults, commands, commits, events, problems } = await storm({
      dir,
      databaseUrl,
      failOver,
      kills,
      seed,
      say: (line) => output.push(`${new Date().toISOString()} ${line}`),
    })
    const counts = `${commands} commands, ${commits} commits, ${events} cabinet events`
    // An election takes up to nine seconds. The duration is only printed.
    console.info(`${faults.length} faults, longest ${longest(faults)} ms; ${counts}`)
    expect(problems).toEqual([])
    expect(faults).toHaveLength(kills)
  })
})

function longest(faults: { awayMs: number }[]): number {
  return Math.max(...faults.map(({ awayMs }) => awayMs))
}
