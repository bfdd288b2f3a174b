// A full disk (P16): a small file system in memory, mounted for this test.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { closeSync, openSync, writeSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { startNats, startPostgres } from '#scripts/servers/index.ts'
import type { Nats, Postgres } from '#scripts/servers/index.ts'
import { openLog } from '#services/log/index.ts'
import { startWaggle } from '#services/index.ts'
import type { Waggle } from '#services/index.ts'
import { newDatabase } from '../support/app.ts'
import { newTournament, projected, until } from '../support/desk-client.ts'
import { expectRowsOfLog } from '../support/rows-of-log.ts'
import type { TestTournament } from '../support/desk-client.ts'

const sizeMiB = 256
const adminKey = randomBytes(24).toString('base64url')

function mount(at: string): boolean {
  const options = ['-t', 'tmpfs', '-o', `size=${sizeMiB}m,mode=755`, 'tmpfs', at]
  return spawnSync('mount', options).status === 0
}

const dir = await mkdtemp(join(tmpdir(), 'waggle-full-'))
const isMounted = mount(dir)
if (!isMounted) console.warn('Left out: a full disk (mounting a small one needs more rights)')

/** The server on the small disk, and the text of a refusal while the disk is full. */
const cases = [
  {
    on: 'log',
    start: () => startNats({ dir }),
    detail: expect.stringMatching(/^The disk of the server is full, so nothing can be saved/),
  },
  {
    on: 'database',
    start: () => startPostgres({ dir }),
    detail: 'Saved, but not visible yet. Send the same request again with the same id.',
  },
] as const

describe.skipIf(!isMounted)('a full disk', () => {
  let server: Nats | Postgres
  let waggle: Waggle
  let testTournament: TestTournament
  let streams: string
  async function begin({ on, start }: (typeof cases)[number]): Promise<void> {
    server = await start()
    const name = `d${randomBytes(6).toString('hex')}`
    streams = `${name}_`
    waggle = await startWaggle({
      databaseUrl: on === 'database' ? server.url : await newDatabase(name),
      natsUrl: on === 'log' ? server.url : inject('natsUrl'),
      streams,
      adminKey,
      port: 0,
      quiet: true,
    })
    testTournament = await newTournament(waggle.desk)
    const { pool } = waggle.store
    await pool.query(`insert into kept.scene (id, name, display_name) values (1, 'hive', 'Hive')`)
    await pool.query('insert into kept.tournament (id) values ($1)', [testTournament.tournament])
    await projected(waggle.log, waggle.store)
  }
  afterEach(async () => {
    await waggle?.stop()
    await server?.stop()
    for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true })
  })
  afterAll(async () => {
    execFileSync('umount', [dir])
    await rm(dir, { recursive: true, force: true })
  })

  const press = (id: string) =>
    waggle.web.inject({
      method: 'PUT',
      url: `/api/tournament/match/${testTournament.matches[0]}/add-score/`,
      headers: { authorization: `Bearer ${adminKey}`, 'idempotency-key': id },
      payload: { team: testTournament.teams[0], by: 1 },
    })
  const read = (path: string) => waggle.web.inject(`/api/tournament/${path}/`)
  const score = async () => (await read(`match/${testTournament.matches[0]}`)).json().blueScore
  test.each(cases)(
    'P16: when the disk of the $on is full, writes are refused, reads work and nothing is lost',
    async (testCase) => {
      await begin(testCase)
      // Writes the first block of the tables that a press writes to.
      expect((await press(randomUUID())).statusCode).toBe(200)
      let accepted = 1
      const refused: { id: string; status: number; detail: string }[] = []
      fill(join(dir, 'ballast'))
      // Blocks that are partly filled accept a few more rows.
      await until('refusals', async () => {
        const id = randomUUID()
        const answer = await press(id)
        if (answer.statusCode === 200) accepted += 1
        else refused.push({ id, status: answer.statusCode, detail: answer.json().detail })
        return refused.length === 3
      })
      for (const each of refused)
        expect(each).toMatchObject({ status: 503, detail: testCase.detail })
      expect(await score()).toBe(accepted)
      for (const path of ['match', 'queue', 'bracket', 'team']) {
        const list = `/api/tournament/${path}/?tournamentId=${testTournament.tournament}`
        expect((await waggle.web.inject(list)).statusCode).toBe(200)
      }
      if (testCase.on === 'log') await restartFull()

      await rm(join(dir, 'ballast'))
      // Refused presses are sent again with their ids, as consoles do.
      await until('space', async () => (await press(refused[0]!.id)).statusCode === 200)
      for (const { id } of refused) expect((await press(id)).statusCode).toBe(200)
      expect(await score()).toBe(accepted + refused.length)

      await server.restart()
      await until('the server', async () => (await press(randomUUID())).statusCode === 200)
      await expectConsistent()
    },
  )

  /** The log opens on the full disk: screens that start now have what was there before. */
  async function restartFull(): Promise<void> {
    const before = await waggle.log.tail()
    await server.restart()
    const log = await openLog({ url: server.url, streams })
    expect(await log.tail()).toBe(before)
    await log.close()
    await until('a refusal', async () => {
      const { statusCode, body } = await press(randomUUID())
      return statusCode === 503 && body.includes('disk of the server')
    })
  }

  /** Every accepted press is in the log once, and the rows are those of the log. */
  async function expectConsistent(): Promise<void> {
    const { log, store } = waggle
    const commits = (await log.load(testTournament.tournament)).map(({ commit }) => commit)
    expect(commits.map(({ version }) => version)).toEqual(commits.map((_, at) => at + 1))
    const points = commits.filter(({ command }) => command.type === 'AddScore')
    expect(await score()).toBe(points.length)
    await expectRowsOfLog({ log, store })
  }
})

/** Writes until the disk is full. */
function fill(file: string): void {
  const out = openSync(file, 'w')
  try {
    for (const size of [1 << 20, 1 << 12, 1])
      try {
        for (;;) writeSync(out, Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
  } finally {
    closeSync(out)
  }
}
