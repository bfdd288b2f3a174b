// A cluster of three nats-servers on this machine, each of which can be killed, frozen and
// restarted.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freeze, launch, untilReady } from '../servers/child.ts'
import type { Child } from '../servers/child.ts'
import { clusterProgram } from '../servers/nats-binary.ts'
import { freePort } from '../servers/port.ts'

export type ClusterServer = {
  name: string
  url: string
  kill(): Promise<void>
  start(): Promise<void>
  /** suspends the process; its connections stay open */
  freeze(): Promise<void>
  thaw(): void
  isRunning(): boolean
}
export type NatsCluster = {
  /** addresses of all servers, in the format of NATS_URL */
  url: string
  servers: ClusterServer[]
  /** each server's report on its copies of the streams, to diagnose a stalled stream */
  copies(): Promise<string[]>
  stop(): Promise<void>
}
type Ports = { client: number; route: number; monitor: number }
type Settings = { dir: string; program: string; size: number; all: Ports[] }

/** Throws if this machine has no nats-server that is new enough for a cluster. */
export async function startCluster(dir: string, size = 3): Promise<NatsCluster> {
  const found = await clusterProgram()
  if ('failure' in found) throw new Error(`no nats-server for a cluster: ${found.failure}`)
  const all: Ports[] = []
  for (let i = 0; i < size; i++) {
    const [client, route, monitor] = [await freePort(), await freePort(), await freePort()]
    all.push({ client, route, monitor })
  }
  const own: Settings = { dir, program: found.path, size, all }
  const servers = all.map((ports, index) => openServer(own, ports, `n${index + 1}`))
  await Promise.all(servers.map((server) => server.start()))
  return {
    url: servers.map(({ url }) => url).join(','),
    servers,
    copies: () => Promise.all(all.map(({ monitor }, index) => copiesOn(monitor, `n${index + 1}`))),
    stop: async () => void (await Promise.all(servers.map((server) => server.kill()))),
  }
}

function openServer(own: Settings, ports: Ports, name: string): ClusterServer {
  const home = join(own.dir, name)
  mkdirSync(home, { recursive: true })
  const conf = join(home, 'nats.conf')
  writeFileSync(conf, config(own, ports, { name, home }))
  let child: Child | null = null
  return {
    name,
    url: `nats://127.0.0.1:${ports.client}`,
    async start() {
      const log = join(home, 'nats.log')
      child = launch({ name, command: own.program, args: ['-c', conf], log })
      await untilReady(child, () => isHealthy(ports.monitor))
    },
    async kill() {
      await child?.stop('SIGKILL')
      child = null
    },
    freeze: () => freeze(child!.pid),
    thaw: () => process.kill(child!.pid, 'SIGCONT'),
    isRunning: () => child !== null,
  }
}

function config(
  { size, all }: Settings,
  ports: Ports,
  { name, home }: { name: string; home: string },
) {
  const routes = all.map(({ route }) => `"nats://127.0.0.1:${route}"`).join(', ')
  const cluster = `cluster { name: waggle, listen: "127.0.0.1:${ports.route}", routes: [${routes}] }\n`
  return `server_name: ${name}
listen: "127.0.0.1:${ports.client}"
http: "127.0.0.1:${ports.monitor}"
max_payload: 8MB
jetstream { store_dir: ${JSON.stringify(join(home, 'store'))}, sync_interval: always }
${size > 1 ? cluster : ''}`
}

async function copiesOn(monitor: number, name: string): Promise<string> {
  const url = `http://127.0.0.1:${monitor}/jsz?acc=$G&streams=1&consumers=1&raft=1`
  return fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    async (answer) => `${name}: ${JSON.stringify(await answer.json())}`,
    (error: unknown) => `${name}: ${String(error)}`,
  )
}

function isHealthy(monitor: number): Promise<true | undefined> {
  return fetch(`http://127.0.0.1:${monitor}/healthz`, { signal: AbortSignal.timeout(2_000) }).then(
    (answer) => answer.ok || undefined,
    () => undefined,
  )
}
