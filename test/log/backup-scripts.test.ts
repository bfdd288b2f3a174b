// P22 as an operator runs it: the commands for backup and restore, with unrelated servers.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import { startWaggle } from '#services/index.ts'
import { openDesk } from '#services/desk/index.ts'
import { natsAddress, openLog } from '#services/log/index.ts'
import { openStore } from '#services/store/index.ts'
import { emptyDatabase } from '../support/app.ts'
import { done, newTournament } from '../support/desk-client.ts'
import { startChild } from '../support/child-process.ts'
import { runScript } from '../support/run-script.ts'

const name = `s${randomBytes(6).toString('hex')}`
type Servers = { nats: Nats; databaseUrl: string }
let dir: string
let [here, there]: Servers[] = []

async function servers(label: string): Promise<Servers> {
  const nats = await startNats({ dir: join(dir, label) })
  return { nats, databaseUrl: await emptyDatabase(`${name}_${label}`) }
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-scripts-'))
  here = await servers('here')
  there = await servers('there')
})

afterAll(async () => {
  await here?.nats.stop()
  await there?.nats.stop()
  await rm(dir, { recursive: true, force: true })
})

function run(script: string, { nats, databaseUrl }: Servers, ...args: string[]) {
  const env = { DATABASE_URL: databaseUrl, NATS_URL: nats.url, DATA_DIR: dir }
  return runScript(`scripts/${script}.ts`, { args, env })
}

test('P22: commits that are not projected yet are backed up too, and restored on other servers', async () => {
  const common = { databaseUrl: here!.databaseUrl, natsUrl: here!.nats.url, port: 0, quiet: true }
  const waggle = await startWaggle(common)
  const { tournament } = await newTournament(waggle.desk)
  await waggle.stop()
  const log = await openLog({ url: here!.nats.url })
  const isolatedDesk = openDesk(
    { ...log, ask: async () => ({ ok: true }) },
    { nextIds: async () => [9_999] },
  )
  await done(isolatedDesk, tournament, { type: 'AddTeam', name: 'At the last moment' })
  isolatedDesk.close()
  const tail = await log.tail()
  await log.close()

  const folder = join(dir, 'copy')
  expect(await run('backup', here!, folder)).toEqual({
    code: 0,
    output: expect.stringContaining(`Backed up ${tail} commits, 0 messages`),
  })
  expect(await run('restore', there!, folder)).toEqual({
    code: 0,
    output: expect.stringMatching(
      /Restored \d+ commits[^]*All rows are as they were, hash for hash/,
    ),
  })
  expect(await run('verify', there!)).toMatchObject({ code: 0 })
  expect(await run('repair', there!)).toEqual({
    code: 0,
    output: expect.stringContaining('nothing to repair'),
  })
  expect(await run('restore', there!, folder)).toEqual({
    code: 1,
    output: expect.stringMatching(/^Nothing was written. There is already a Waggle here/),
  })
  expect(await run('restore', there!, folder, '--force')).toMatchObject({ code: 0 })
  expect(await run('backup', here!, folder)).toEqual({
    code: 1,
    output: expect.stringMatching(/^No backup was taken. .* is not empty/),
  })
  expect((await run('backup', here!)).code).toBe(2)
  expect((await run('restore', there!, join(dir, 'nowhere'))).output).toMatch(
    /manifest.json is missing/,
  )
})

test('a start says that the first account owns the site only if there is no account yet', async () => {
  const store = await openStore({ url: here!.databaseUrl, max: 1 })
  const ofStart = async (): Promise<string> => {
    const child = startChild(
      'scripts/start.ts',
      {
        DATABASE_URL: here!.databaseUrl,
        NATS_URL: here!.nats.url,
        DATA_DIR: dir,
        PORT: '0',
        HIVE_PORT: '0',
        METRICS_PORT: '',
      },
      'Sign ',
    )
    await child.ready
    await child.end('SIGTERM')
    return child.output()
  }
  expect(await ofStart()).toContain('/sign-up: the first account owns the site.')
  await store.db.insertInto('kept.person').values({ id: 77, name: 'O', isOwner: true }).execute()
  await store.close()
  expect(await ofStart()).toMatch(/Sign in at http:\/\/\S+\/sign-in\n/)
})

test('P16 P22: a backup fails if a file could be written only in part', async () => {
  const text = `
    const { writeLines } = await import('./scripts/backup/files.ts')
    async function* lines() { yield 'x'.repeat(1_500) }
    await writeLines(process.argv[1], 'facts.jsonl', lines())`
  const limited = ['-c', 'ulimit -f 1; exec "$0" --input-type=module -e "$1" "$2"']
  const writing = promisify(execFile)('sh', [...limited, process.execPath, text, dir])
  await expect(writing).rejects.toThrow('EFBIG')
})

test('P16 P22: a backup without space ends with the file and with what is to be deleted', async () => {
  const folder = join(dir, 'no space')
  const limited = ['-c', 'ulimit -f 1; exec "$0" "$@"', process.execPath]
  const env = { DATABASE_URL: here!.databaseUrl, NATS_URL: here!.nats.url, NODE_COMPILE_CACHE: '' }
  const options = { env: { ...process.env, ...env } }
  const failure = promisify(execFile)('sh', [...limited, 'scripts/backup.ts', folder], options)
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stdout: `No backup was taken. Delete ${folder}, which is not complete.\n`,
    stderr: expect.stringMatching(/^\S.+no space\/\S+jsonl cannot be written: EFBIG[^\n]+\n$/),
  })
})

test('P16 P22: a restore without space says that nothing starts there until it has been repeated', async () => {
  const small = await servers('small')
  const limit = async (bytes: number) => {
    const nc = await connect(natsAddress(small.nats.url))
    await (await jetstreamManager(nc)).streams.update('tournaments', { max_bytes: bytes })
    await nc.drain()
  }
  await (await openLog({ url: small.nats.url })).close()
  await limit(1_000)
  expect(await run('restore', small, join(dir, 'copy'))).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^The restore was interrupted\. Nothing starts here [^\n]+\ntournaments: \d+ was not taken: [^\n]+\n$/,
    ),
  })
  expect((await run('verify', small)).output).toContain('run npm run restore again')
  await limit(-1)
  expect(await run('restore', small, join(dir, 'copy'))).toMatchObject({ code: 0 })
  await small.nats.stop()
})
