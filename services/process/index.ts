// Runs a service as its own process: opens its connections and shuts it down (P21).
import { compatFrom } from '../compat/index.ts'
import { openLog } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { memoryFrom, openStates } from '../states/index.ts'
import type { States } from '../states/index.ts'
import { openStore, sceneOfCabinet, untilMigrated } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { checkSettings, reasonOf } from './settings.ts'
import { createWeb, onShutdown, startTelemetry } from '../web/index.ts'
import type { Web, WebOptions } from '../web/index.ts'

type Service = {
  room: string
  /** defaults to the room's name */
  name?: string
  port: number
  metricsPort: number
  /** maximum number of database connections */
  connections?: number
  /** `prepare` creates and migrates the tables; all other services wait for that */
  migrates?: boolean
  /** runs on the database before anything else is opened; may return its shutdown step */
  prepare?: (store: Store) => Promise<void | Close>
  /** options of a service with public routes, in both APIs */
  serving?: Pick<WebOptions, 'https' | 'consoleDist'>
}
type Close = () => unknown
type Resources = {
  store: Store
  log: Log
  web: Web
  /** the server of the compatibility API */
  compat: Web | undefined
  /** opens the process's tournament cache, backed by the snapshots in the database */
  openStates: () => States
  /** registers a shutdown step; steps run in reverse order of registration */
  onClose: (close: Close) => void
}

const signals = ['SIGTERM', 'SIGINT'] as const

/** Opens a service's dependencies, starts it, listens, and shuts it down on a signal. */
export async function runService(
  service: Service,
  start: (resources: Resources) => Promise<void> | void,
): Promise<void> {
  const { env } = process
  const { DATABASE_URL = '', NATS_URL = '', TRUST_PROXY: trustProxy } = env
  const host = env['HOST'] || '0.0.0.0'
  const { room, name = room, port, metricsPort, connections: max, prepare, serving } = service
  const closing: Close[] = []
  const onClose: Resources['onClose'] = (close) => void closing.unshift(close)
  // While the service waits for its servers there is no work in progress, so it exits immediately.
  const endAtOnce = () => process.exit(0)
  for (const signal of signals) process.once(signal, endAtOnce)
  try {
    checkSettings(env, ['DATABASE_URL', 'NATS_URL'])
    const store = await openStore({ url: DATABASE_URL, ...(max !== undefined && { max }) })
    onClose(() => store.close())
    if (!service.migrates) await untilMigrated(store)
    onClose((await prepare?.(store)) ?? (() => {}))
    const log = await openLog({ url: NATS_URL, sceneOfCabinet: sceneOfCabinet(store) })
    onClose(() => log.close())
    const { consoleDist, ...options } = { store, ...(serving && { ...serving, trustProxy }) }
    const web = await createWeb({ ...options, consoleDist })
    web.addHealthCheck('log', () => log.tail())
    const compat = serving && (await compatFrom(env, web, options))
    await start({
      store,
      log,
      web,
      compat: compat?.web,
      openStates() {
        const states = openStates({ log, store, ...memoryFrom(env) })
        onClose(() => states.close())
        return states
      },
      onClose,
    })
    onClose(() => Promise.all([web.close(), compat?.web.close()]))
    for (const signal of signals) process.off(signal, endAtOnce)
    // Registered before the first request, so that a signal during startup also shuts down cleanly.
    onShutdown(async () => {
      for (const close of closing) await close()
    })
    await startTelemetry(web, room, metricsPort)
    await compat?.listen(host)
    await web.listen({ host, port: Number(env['PORT'] || port) })
  } catch (error) {
    console.error(`The ${name} cannot start: ${reasonOf(error)}`)
    process.exit(1)
  }
}
