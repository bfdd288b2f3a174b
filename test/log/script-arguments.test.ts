// What the scripts of an operator do with wrong arguments, settings and files of the data folder.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { claim } from '#scripts/servers/owner.ts'
import { ownPasswords } from '#scripts/servers/nats.ts'
import { ownSecret } from '#scripts/support/own-secret.ts'
import { runScript } from '../support/run-script.ts'

/** Whatever connects to it ends with an error at once. */
const nowhere = 'postgres://waggle@localhost/waggle?host=/nowhere'
let dir: string

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-arguments-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

function run(script: string, args: string[], env: Record<string, string> = {}) {
  const own = { DATA_DIR: dir, DATABASE_URL: nowhere, NATS_URL: 'nats://127.0.0.1:1' }
  return runScript(`scripts/${script}.ts`, { args, env: { ...own, ...env } })
}

test.each([
  'backup',
  'restore',
  'rebuild',
  'verify',
  'repair',
  'log-replicas',
  'log-pairs/main',
  'change-secret',
])('%s explains itself and does nothing when asked for help or called wrongly', async (script) => {
  const [help, unknown, tooMany] = await Promise.all([
    run(script, ['--help']),
    run(script, ['--everything']),
    run(script, ['one', 'two']),
  ])
  expect(help).toEqual({ code: 0, output: expect.stringContaining('npm run') })
  expect(unknown).toEqual({ code: 2, output: expect.stringMatching(/Unknown option.*npm run/s) })
  expect(tooMany).toEqual({ code: 2, output: help.output })
})

const developerScripts: [script: string, wrong: string[], reason: RegExp][] = [
  ['screenshots/main', ['a', 'b'], /^npm run screenshots/],
  ['bench/main', ['--only', 'toast'], /^There is no measurement toast\./],
  ['storm/main', ['--kills', 'many'], /^--kills must be a number\./],
  ['simulator/simulate', ['ws://x', 'hive'], /^hive is not scene\/cabinet=token\./],
  ['simulator/simulate', [], /^No cabinet is named\./],
  ['replay-evening/main', ['robin', 'double'], /^npm run replay-evening/],
  ['scale/main', ['many', '2'], /^many must be a number\./],
  ['upgrade/main', ['many'], /^The number of commits must be a number\./],
  ['client/main', ['a', 'b'], /^npm run client/],
  ['icons', ['a', 'b'], /^npm run icons/],
  ['access', ['a'], /npm run access/],
  ['changelog', ['soon'], /^soon is not a date/],
  ['lint/index', ['a'], /npm run lint/],
  ['dev/main', ['a'], /npm run dev/],
]
test.each(developerScripts)(
  '%s explains itself when asked for help, or called with %o',
  async (script, wrong, reason) => {
    const [help, unknown, called] = await Promise.all([
      run(script, ['--help']),
      run(script, ['--everything']),
      run(script, wrong),
    ])
    expect(help).toEqual({ code: 0, output: expect.stringContaining('npm run') })
    expect(unknown).toEqual({ code: 2, output: expect.stringMatching(/^Unknown option.*npm run/s) })
    expect(called).toEqual({ code: 2, output: expect.stringMatching(reason) })
    expect(called.output).toContain(help.output)
  },
)

test('the tests explain themselves before anything is checked', async () => {
  expect(await run('test', ['--help'])).toEqual({
    code: 0,
    output: expect.stringMatching(/^[^\n]+npm test[^\n]+\n$/),
  })
})

test('a start names the wrong setting, without the stack of the program', async () => {
  const [port, database, help] = await Promise.all([
    run('start', [], { PORT: 'abc' }),
    run('start', [], { DATABASE_URL: 'mysql://waggle:hunter2@host/waggle' }),
    run('start', ['--help']),
  ])
  const wrongPort = 'Waggle cannot start: Error: PORT is abc: it must be a port number\n'
  expect(port).toEqual({ code: 1, output: wrongPort })
  expect(database.output).toMatch(
    /^Waggle cannot start: Error: DATABASE_URL must be postgres:[^\n]*\n$/,
  )
  expect(database.output).not.toContain('hunter2')
  expect(help.code).toBe(0)
})

test.each(['verify', 'repair', 'rebuild', 'backup', 'restore', 'log-pairs/main', 'log-replicas'])(
  '%s ends with a sentence if a server cannot be reached or does not let it in',
  async (script) => {
    const args = { backup: [dir], restore: [dir], 'log-pairs/main': ['2'] }[script] ?? []
    const isNats = script === 'log-replicas'
    const silent: Record<string, string> = isNats
      ? {}
      : { DATABASE_URL: 'postgres://waggle:x@127.0.0.1:1/waggle' }
    const closed: Record<string, string> = isNats
      ? { NATS_URL: inject('natsUrl').replace(/\/\/.*@/, '//admin:wrong@') }
      : {}
    const [unreachable, refused] = await Promise.all([
      run(script, args, { ...silent, WAIT_SECONDS: '0.3' }),
      run(script, args, closed),
    ])
    expect(unreachable).toEqual({
      code: 1,
      output: expect.stringMatching(/^Waiting[^\n]+\n[^\n]+has not answered for 0\.3 s[^\n]+\n$/),
    })
    expect(refused).toEqual({
      code: 1,
      output: expect.stringMatching(/^the (database|NATS server) [^\n]+see [^\n]+\n$/),
    })
  },
)

test('a data folder that cannot be made is named, instead of being tried for ever', async () => {
  const env = { DATA_DIR: '/proc/nowhere/data', DATABASE_URL: '', NATS_URL: '' }
  const words = 'The folder /proc/nowhere cannot be made (ENOENT). See DATA_DIR.\n'
  expect(await run('start', [], env)).toEqual({
    code: 1,
    output: `Waggle cannot start: Error: ${words}`,
  })
  expect(await run('verify', [], env)).toEqual({ code: 1, output: words })
})

test('a service in its own process names a setting that is missing', async () => {
  const env = { DATABASE_URL: '', NATS_URL: '' }
  expect(await runScript('services/fanout/main.ts', { env })).toEqual({
    code: 1,
    output: 'The fanout cannot start: Error: DATABASE_URL is not set\n',
  })
})

test('a script does not use the addresses of servers whose process is gone, or half a file of them', async () => {
  const home = join(dir, 'reused')
  claim(join(home, 'postgres'))
  const inUse = { code: 1, output: expect.stringContaining(`in use by process ${process.pid}`) }
  const note = { pid: process.ppid, databaseUrl: nowhere, natsUrl: 'nats://127.0.0.1:1' }
  for (const text of [JSON.stringify(note), '{"pid":']) {
    await writeFile(join(home, 'servers.json'), text)
    expect(await run('verify', [], { DATA_DIR: home, DATABASE_URL: '', NATS_URL: '' })).toEqual(
      inUse,
    )
  }
})

test('files that a power cut left empty are made again, or named', async () => {
  const users = join(dir, 'users.json')
  await writeFile(users, '')
  expect(ownPasswords(users)).toEqual(ownPasswords(users))
  await writeFile(join(dir, 'secret.key'), '')
  expect(() => ownSecret(dir)).toThrow(`${join(dir, 'secret.key')} is empty`)
  await rm(join(dir, 'secret.key'))
  expect(ownSecret(dir)).toBe(ownSecret(dir))
})
