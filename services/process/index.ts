// A service as a process of its own: what each opens, and how it ends (P21).
import { compatFrom } from '../compat/index.ts'
import { openLog } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import { memoryFrom, openStates } from '../states/index.ts'
import type { States } from '../states/index.ts'
import { openStore, sceneOfCabinet } from '../store/index.ts'
import type { Store } from '../store/index.ts'
import { createWeb, onShutdown, openTelemetry } from '../web/index.ts'
import type { Web, WebOptions } from '../web/index.ts'

type Service = {
  room: string
  /** where it is not the room's */
  name?: string
  port: number
  metricsPort: number
  /** to the database, at most */
  connections?: number
  /** what is done to the database before anything else is opened */
  prepare?: (store: Store) => Promise<void>
  /** of one that the public reaches, in both APIs */
  serving?: Pick<WebOptions, 'https' | 'consoleDist'>
}
type Opened = {
  store: Store
  log: Log
  web: Web
  /** of the compatibility API */
  compat: Web | undefined
  /** of this process, with the snapshots of the database */
  openStates: () => States
  /** what is to be ended goes first that was opened last */
  atEnd: (close: () => unknown) => void
}

const signals = ['SIGTERM', 'SIGINT'] as const

/** Opens what a service stands on, starts it, listens, and ends it on a signal. */
export async function runService(
  service: Service,
  start: (opened: Opened) => Promise<void> | void,
): Promise<void> {
  const { env } = process
  const { DATABASE_URL = '', NATS_URL = '', HOST = '0.0.0.0', TRUST_PROXY: trustProxy } = env
  const { room, name = room, port, metricsPort, connections: max, prepare, serving } = service
  const closing: (() => unknown)[] = []
  const atEnd: Opened['atEnd'] = (close) => void closing.unshift(close)
  // While it waits for its servers it has taken nothing that would have to be finished.
  const endAtOnce = () => process.exit(0)
  for (const signal of signals) process.once(signal, endAtOnce)
  try {
    const store = await openStore({ url: DATABASE_URL, ...(max !== undefined && { max }) })
    atEnd(() => store.close())
    await prepare?.(store)
    const log = await openLog({ url: NATS_URL, sceneOfCabinet: sceneOfCabinet(store) })
    atEnd(() => log.close())
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
        atEnd(() => states.close())
        return states
      },
      atEnd,
    })
    atEnd(() => Promise.all([web.close(), compat?.web.close()]))
    for (const signal of signals) process.off(signal, endAtOnce)
    // Before the first request: who is told to stop while it starts ends as politely.
    onShutdown(async () => {
      for (const close of closing) await close()
    })
    await openTelemetry(web, room, metricsPort)
    await compat?.listen(HOST)
    await web.listen({ host: HOST, port: Number(env['PORT'] ?? port) })
  } catch (error) {
    console.error(`The ${name} cannot start: ${String(error)}`)
    process.exit(1)
  }
}
