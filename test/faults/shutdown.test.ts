import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freeze } from '#scripts/servers/child.ts'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import type { NatsUser } from '#scripts/servers/nats.ts'
import { freePort } from '#scripts/servers/port.ts'
import { openDesk } from '#services/desk/index.ts'
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { bundled, startChild } from '../support/child-process.ts'
import type { TestChild } from '../support/child-process.ts'
import { startLoadOnLog } from '../support/load-on-log.ts'
import { newDatabase } from '../support/app.ts'
import { idAllocator, endsWithin, pause, seedOf, until } from '../support/desk-client.ts'
import { expectRowsOfLog } from '../support/rows-of-log.ts'

const services = [
  'projector',
  'automation',
  'challonge',
  'notify',
  'api',
  'intake',
  'fanout',
] as const
type Service = (typeof services)[number]
const maxMs = 5_000
/** As in compose.yaml: processes cannot write files and have a heap of half a gibibyte. */
const containerOptions = '--permission --allow-fs-read=* --allow-addons --max-old-space-size=512'

let dir: string
let nats: Nats
let databaseUrl: string
let store: Store
let log: Log

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-stop-'))
  nats = await startNats({ dir })
  databaseUrl = await newDatabase(`stop_${Date.now()}`)
  store = await openStore({ url: databaseUrl })
  log = await openLog({ url: nats.url })
})

afterAll(async () => {
  await log?.close()
  await store?.close()
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

/** As in compose.yaml. */
function natsUserOf(service: Service): NatsUser {
  if (service === 'automation') return 'referee'
  return service === 'api' || service === 'challonge' || service === 'notify' ? 'desk' : service
}

async function start(service: Service, extraEnv: Record<string, string> = {}) {
  const port = await freePort()
  const env = {
    DATABASE_URL: databaseUrl,
    NATS_URL: nats.urlOf(natsUserOf(service)),
    DESK_NATS_URL: nats.urlOf('desk'),
    HOST: '127.0.0.1',
    PORT: `${port}`,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: containerOptions,
    CONSOLE_DIST: 'console/dist',
    ...extraEnv,
  }
  const program = await bundled(`services/${service}/main.ts`)
  return { port, child: startChild(program, env) }
}

async function untilHealthy({ port, child }: Awaited<ReturnType<typeof start>>): Promise<void> {
  await Promise.race([
    until('it to be healthy', () =>
      fetch(`http://127.0.0.1:${port}/health`).then(
        (answer) => answer.ok,
        () => false,
      ),
    ),
    child.ended.then((exit) => Promise.reject(new Error(`ended (${exit}): ${child.output()}`))),
  ])
}

async function expectEnd(child: TestChild, signal: NodeJS.Signals): Promise<void> {
  const ended = child.end(signal)
  const isInTime = await endsWithin(maxMs, ended)
  expect(`${isInTime ? await ended : 'too late:'} ${child.output()}`).toMatch(/^0 /)
}

test('P21: stopped under load, every service ends in time with code 0, and nothing is lost', async () => {
  const seed = seedOf('stop')
  const processes = await Promise.all(services.map((service) => start(service)))
  await Promise.all(processes.map(untilHealthy))
  const desk = openDesk(log, idAllocator)
  const load = await startLoadOnLog(desk, log, { seed })
  await pause(1_500)
  for (const [index, { child }] of processes.entries()) {
    await expectEnd(child, index % 2 ? 'SIGINT' : 'SIGTERM')
  }
  await load.stop()
  desk.close()

  const projector = await start('projector')
  await untilHealthy(projector)
  await expectRowsOfLog({ log, store })
  expect(await projector.child.end('SIGTERM')).toBe(0)
})

test('P21: a service also ends in time while NATS is down', async () => {
  const processes = await Promise.all([start('projector'), start('automation')])
  await Promise.all(processes.map(untilHealthy))
  await nats.kill()
  for (const { child } of processes) {
    await expectEnd(child, 'SIGTERM')
  }
  await nats.restart()
})

test('P21: a service ends in time while NATS holds its connections but does not respond', async () => {
  const processes = await Promise.all(services.map((service) => start(service)))
  await Promise.all(processes.map(untilHealthy))
  await freeze(nats.pid)
  try {
    await Promise.all(processes.map(({ child }) => expectEnd(child, 'SIGTERM')))
  } finally {
    process.kill(nats.pid, 'SIGCONT')
  }
})

test.each([
  ['projector', 'projector'],
  ['referee', 'automation'],
] as const)(
  'the %s logs in one line why it cannot start, or what it waits for',
  async (name, service) => {
    const missing = new URL(databaseUrl)
    missing.pathname = '/nothing'
    const refused = await start(service, { DATABASE_URL: missing.href })
    expect(await refused.child.ended).toBe(1)
    expect(refused.child.output()).toContain(`The ${name} cannot start`)
    expect(refused.child.output()).toContain('see DATABASE_URL: database "nothing" does not exist')

    const nowhere = `nats://127.0.0.1:${await freePort()}`
    const { child } = await start(service, { NATS_URL: nowhere })
    await until('the line', () => child.output().includes(`no NATS server answers at ${nowhere}`))
    await expectEnd(child, 'SIGTERM')
  },
)
