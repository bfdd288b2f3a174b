// `npm start` with servers of its own, which are killed while it runs.
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StatusLineName } from '#events/describe/status.ts'
import { freeze } from '#scripts/servers/child.ts'
import { startNats } from '#scripts/servers/index.ts'
import { keepRunning } from '#scripts/servers/keep-running.ts'
import { startChild } from '../support/child-process.ts'
import { until } from '../support/desk-client.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-own-servers-'))
})
afterAll(() => rm(dir, { recursive: true, force: true }))

const adminKey = 'an-admin-key-of-these-tests-2'
const mark = 'Ctrl-C ends it'

test('P1 P21: killed servers are started again on their ports, and a stop is obeyed while one hangs', async () => {
  const dataDir = join(dir, 'data')
  const child = startChild(
    'scripts/start.ts',
    { DATA_DIR: dataDir, PORT: '0', HIVE_PORT: '0', METRICS_PORT: '', ADMIN_API_KEY: adminKey },
    mark,
    ['--empty'],
  )
  await child.ready
  const url = /Waggle is running at (\S+)/.exec(child.output())![1]!
  const isHealthy = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  const pidOf = async (file: string) =>
    Number((await readFile(join(dataDir, file), 'utf8')).split('\n')[0])
  const pids = async () => ({
    nats: await pidOf('nats/nats.pid').catch(() => 0),
    postgres: await pidOf('postgres/data/postmaster.pid').catch(() => 0),
  })
  const before = await pids()
  const addresses = await readFile(join(dataDir, 'servers.json'), 'utf8')
  process.kill(before.nats, 'SIGKILL')
  process.kill(before.postgres, 'SIGKILL')
  await until('new processes', async () => {
    const now = await pids()
    return (
      now.nats > 0 &&
      now.postgres > 0 &&
      now.nats !== before.nats &&
      now.postgres !== before.postgres
    )
  })
  await until('it to be healthy', isHealthy)
  expect(await readFile(join(dataDir, 'servers.json'), 'utf8')).toBe(addresses)
  const headers = { authorization: `Bearer ${adminKey}` }
  const textOf = async (name: StatusLineName) => {
    const answer = await fetch(`${url}/api/status/`, { headers })
    const { lines } = (await answer.json()) as { lines: { line: StatusLineName; text: string }[] }
    return lines.find(({ line }) => line === name)?.text
  }
  const again = (name: string) =>
    new RegExp(`${name} ended at \\S+ UTC \\(SIGKILL\\), and was started again\\.`)
  await expect.poll(() => textOf('log')).toMatch(again('nats-server'))
  await expect.poll(() => textOf('database')).toMatch(again('Postgres'))
  const scene = { name: 'here', displayName: 'Here' }
  const created = await fetch(`${url}/api/game/scene/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(scene),
  })
  expect(created.status).toBe(201)

  await freeze((await pids()).postgres)
  expect(await child.end('SIGTERM')).toBe(0)
})

test('a server that does not start any more is given up after some attempts, with the reason', async () => {
  const home = join(dir, 'nats')
  const nats = await startNats({ dir: home })
  const reasons: string[] = []
  const named = {
    name: 'nats-server',
    restart: () => nats.restart(),
    get exited() {
      return nats.exited
    },
  }
  const times = { firstPauseMs: 1, maxStarts: 2 }
  const keeper = keepRunning(named, { times, onGiveUp: (reason) => reasons.push(reason) })
  expect(keeper.note()).toBeNull()
  const { port, pid } = nats
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => keeper.note()).toContain('was started again')
  expect(nats.port).toBe(port)
  expect(nats.pid).not.toBe(pid)

  await rename(join(home, 'store'), join(home, 'store-moved'))
  await writeFile(join(home, 'store'), 'not a folder')
  process.kill(nats.pid, 'SIGKILL')
  await expect
    .poll(() => reasons)
    .toEqual([expect.stringMatching(/^nats-server ended .*2 attempts/)])
  await keeper.stop()
  await nats.stop()
})
