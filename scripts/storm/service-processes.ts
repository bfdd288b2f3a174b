// Runs every service as a separate process, two of each, that can be killed, frozen and restarted.
import { randomBytes } from 'node:crypto'
import { bundled, startChild } from '#test/support/child-process.ts'
import type { TestChild } from '#test/support/child-process.ts'
import { freePort } from '../servers/port.ts'
import { openLog } from '#services/log/index.ts'
import { migrate, openStore } from '#services/store/index.ts'
import { spread } from '../log-pairs/spread.ts'
import { openLoadBalancer } from './load-balancer.ts'
import type { LoadBalancer } from './load-balancer.ts'
import { limitMs } from '#test/support/limits.ts'

export const serviceRooms = [
  'projector',
  'api',
  'intake',
  'fanout',
  'automation',
  'challonge',
  'notify',
] as const
type Room = (typeof serviceRooms)[number]
export type Process = {
  name: string
  room: string
  port: number
  kill(): Promise<void>
  /** graceful stop, as in an update */
  end(): Promise<void>
  start(): Promise<void>
  freeze(): Promise<void>
  thaw(): void
  /** output on stdout and stderr since the last start */
  output(): string
  /** how it exited, if that was unexpected */
  endedByItself(): string | null
}
export type ServiceProcesses = {
  loadBalancer: LoadBalancer
  adminKey: string
  processes: Process[]
  stop(): Promise<void>
}
type Servers = { databaseUrl: string; natsUrl: string }
type Options = Servers & {
  replicas: number
  each: number
  /** number of pairs of streams */
  pairs?: number
}

export async function startServices(options: Options): Promise<ServiceProcesses> {
  const adminKey = randomBytes(24).toString('base64url')
  const env = { ...environmentOf(options, adminKey), LOG_REPLICAS: `${options.replicas}` }
  if (options.pairs !== undefined) await spreadFirst(options, options.pairs)
  const processes: Process[] = []
  for (const room of serviceRooms) {
    const file = await bundled(`services/${room}/main.ts`)
    const count = room === 'challonge' ? 1 : options.each
    for (let n = 1; n <= count; n++) {
      processes.push(await openProcess(room, { name: `${room}${n}`, file, env }))
    }
  }
  const of = (room: Room) => processes.filter((one) => one.room === room)
  // The first projector creates the tables that all others read.
  await of('projector')[0]!.start()
  await Promise.all(processes.filter((one) => one.name !== 'projector1').map((one) => one.start()))
  const loadBalancer = await openLoadBalancer((path) => of(roomForPath(path)))
  return {
    loadBalancer,
    adminKey,
    processes,
    async stop() {
      await Promise.all(processes.map((one) => one.kill()))
      await loadBalancer.close()
    },
  }
}

/** Spreads the log before any service runs. */
async function spreadFirst({ databaseUrl, natsUrl, replicas }: Options, pairs: number) {
  const store = await openStore({ url: databaseUrl, max: 2 })
  await migrate(store)
  const log = await openLog({ url: natsUrl, replicas })
  await spread({ log, store, natsUrl, replicas, pairs })
  await Promise.all([log.close(), store.close()])
}

export function environmentOf(servers: Servers, adminKey: string): Record<string, string> {
  return {
    DATABASE_URL: servers.databaseUrl,
    NATS_URL: servers.natsUrl,
    ADMIN_API_KEY: adminKey,
    HOST: '127.0.0.1',
    METRICS_PORT: '0',
    REQUESTS_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
  }
}

/** The service that serves a path. */
export function roomForPath(path: string): Room {
  if (path.startsWith('/ws/stats_listener')) return 'intake'
  return path.startsWith('/ws/') ? 'fanout' : 'api'
}

/** `file`: the program of the service. */
export async function openProcess(
  room: string,
  { name, file, env: common }: { name: string; file: string; env: Record<string, string> },
): Promise<Process> {
  const port = await freePort()
  let child: TestChild | null = null
  let ended: string | null = null
  async function endBy(signal: NodeJS.Signals): Promise<void> {
    const mine = child
    child = null
    await mine?.end(signal)
  }
  return {
    name,
    room,
    port,
    async start() {
      const env = { ...common, PORT: `${port}`, INTAKE_NAME: name }
      const mine = startChild(file, env, 'never printed')
      child = mine
      void mine.ended.then((how) => {
        if (child === mine) ended = `${name} ended (${how}): ${mine.output().slice(-2_000)}`
      })
      await untilUp(port, () => ended)
    },
    kill: () => endBy('SIGKILL'),
    end: () => endBy('SIGTERM'),
    freeze: async () => child?.signal('SIGSTOP'),
    thaw: () => child?.signal('SIGCONT'),
    output: () => child?.output() ?? '',
    endedByItself: () => ended,
  }
}

/** Waits until the process answers, even if its dependencies are down. */
async function untilUp(port: number, ended: () => string | null): Promise<void> {
  const until = Date.now() + limitMs.wait
  for (;;) {
    const signal = AbortSignal.timeout(2_000)
    const isUp = await fetch(`http://127.0.0.1:${port}/livez`, { signal }).then(
      () => true,
      () => false,
    )
    if (isUp) return
    const how = ended()
    if (how) throw new Error(how)
    if (Date.now() > until) throw new Error(`nothing listens on ${port}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
