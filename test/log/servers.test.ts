import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsAddress } from '#services/log/index.ts'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Nats, startNats, startPostgres } from '#scripts/servers/index.ts'
import { launch, untilReady } from '#scripts/servers/child.ts'
import { config, ownPasswords } from '#scripts/servers/nats.ts'

import { natsProgram } from '#scripts/servers/nats-binary.ts'
import { alive } from '#scripts/servers/owner.ts'
import { freePort } from '#scripts/servers/port.ts'

let dir: string
let nats: Nats

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-servers-'))
  nats = await startNats({ dir })
})

afterAll(async () => {
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

test('the shared Postgres answers and may create databases', async () => {
  const client = new pg.Client({ connectionString: inject('databaseUrl') })
  await client.connect()
  const answer = await client.query('select rolcreatedb from pg_roles where rolname = current_user')
  await client.end()
  expect(answer.rows).toEqual([{ rolcreatedb: true }])
})

test('the shared nats-server has JetStream', async () => {
  const connection = await connect(natsAddress(inject('natsUrl')))
  const manager = await jetstreamManager(connection)
  await expect(manager.getAccountInfo()).resolves.toHaveProperty('limits')
  await connection.close()
})

test('a port reserved by one process is not given to another, even before anything listens on it', async () => {
  const mine = await freePort()
  const drawFor = (port: number) => (port + 0.5 - 20_000) / 12_000
  const random = vi.spyOn(Math, 'random').mockReturnValueOnce(drawFor(mine))
  const next = await freePort()
  const draws = random.mock.calls.length
  random.mockRestore()
  expect(draws).toBeGreaterThan(1)
  expect(next).not.toBe(mine)
  const printPort = `console.log(await (await import('./scripts/servers/port.ts')).freePort())`
  const drawing = `const all = [${drawFor(mine)}, ${drawFor(next)}]; const random = Math.random; Math.random = () => all.shift() ?? random(); `
  const args = ['--input-type=module', '--eval', drawing + printPort]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  expect([mine, next]).not.toContain(Number(stdout))
  expect(Number(stdout)).toBeGreaterThanOrEqual(20_000)
})

test('P1: nats-server syncs every message before it acknowledges', async () => {
  expect(await readFile(join(dir, 'nats.conf'), 'utf8')).toContain('sync_interval: always')
  const home = await mkdtemp(join(dir, 'watched-'))
  const conf = join(home, 'nats.conf')
  const port = await freePort()
  const listen = `127.0.0.1:${await freePort()}`
  const passwords = ownPasswords(join(home, 'users.json'))
  await writeFile(conf, `${config({ home, listen, passwords })}http: "127.0.0.1:${port}"\n`)

  const program = await natsProgram()
  if (program.kind === 'image') return
  const server = launch({
    name: 'nats-server',
    command: program.path,
    args: ['-c', conf],
    log: join(home, 'nats.log'),
  })
  const answer = await untilReady(server, () =>
    fetch(`http://127.0.0.1:${port}/jsz`).then(
      (response) => response.json(),
      () => undefined,
    ),
  )
  await server.stop('SIGINT')
  expect(answer).toMatchObject({ config: { sync_always: true } })
})

test('P1: a message acknowledged before kill -9 is still stored after the restart', async () => {
  const first = await connect(natsAddress(nats.url))
  const manager = await jetstreamManager(first)
  await manager.streams.add({ name: 'KEPT', subjects: ['kept.>'] })
  await jetstream(first).publish('kept.one', 'stored')
  await first.close()
  const { port, pid } = nats

  await nats.kill()
  await nats.restart()

  expect(nats.port).toBe(port)
  expect(nats.pid).not.toBe(pid)
  const second = await connect(natsAddress(nats.url))
  const kept = await (await jetstreamManager(second)).streams.getMessage('KEPT', { seq: 1 })
  expect(kept?.string()).toBe('stored')
  await second.close()
})

test('Postgres restarts immediately after kill -9, with all committed data', async () => {
  const postgres = await startPostgres({ dir: join(dir, 'postgres') })
  const { port, url } = postgres
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query('create table kept as select 7 as number')
  const busy = client.query('select count(*) from generate_series(1, 100000000)').catch(() => {})

  await postgres.kill()
  await postgres.restart()
  await busy

  expect(postgres.port).toBe(port)
  const again = new pg.Client({ connectionString: url })
  await again.connect()
  expect((await again.query('select number from kept')).rows).toEqual([{ number: 7 }])
  await again.end()
  await postgres.stop()
})

test('P19: the servers log no stored data, and only their owner can read their logs and configuration', async () => {
  const home = join(dir, 'quiet')
  const postgres = await startPostgres({ dir: home })
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('create table person (email text primary key, age int)')
  const add = (...values: string[]) =>
    client.query('insert into person values ($1, $2)', values).then(
      () => 'added',
      (error: Error) => error.message,
    )
  await add('drone@hive.example', '1')
  expect(await add('drone@hive.example', '2')).toContain('duplicate key')
  expect(await add('x', 'drone@hive.example')).toContain('invalid input syntax')
  await client.query(`select 'drone@hive.example'::int`).catch(() => {})
  await client.end()
  await postgres.stop()
  const log = join(home, 'postgres.log')
  expect(await readFile(log, 'utf8')).toContain('database system is shut down')
  expect(await readFile(log, 'utf8')).not.toContain('drone@hive.example')
  const privateFiles = [
    log,
    ...['nats.log', 'nats.conf', 'users.json'].map((name) => join(dir, name)),
  ]
  for (const file of privateFiles)
    expect([file, (await stat(file)).mode & 0o777]).toEqual([file, 0o600])
})

test('no server outlives its supervisor after kill -9', async () => {
  const servers = pathToFileURL(resolve(import.meta.dirname, '../../scripts/servers/index.ts')).href
  const code = `
    const { startPostgres, startNats } = await import('${servers}')
    const postgres = await startPostgres({ dir: '${join(dir, 'left/postgres')}', fsync: false })
    const nats = await startNats({ dir: '${join(dir, 'left/nats')}' })
    console.log(postgres.pid, nats.pid)
    setInterval(() => {}, 1000)`
  const supervisor = spawn(process.execPath, ['--input-type=module', '-e', code])
  const [line] = (await once(supervisor.stdout, 'data')) as [Buffer]
  const pids = line.toString().split(' ').map(Number)
  expect(pids.map(alive)).toEqual([true, true])
  supervisor.kill('SIGKILL')
  await expect.poll(() => pids.map(alive)).toEqual([false, false])
})
