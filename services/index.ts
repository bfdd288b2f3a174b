// Wires all services of Waggle into one process, as `npm start` and the tests run them.
import { accountsFrom } from './account/index.ts'
import type { AccountOptions } from './account/index.ts'
import { registerApi, statusSettings } from './api/index.ts'
import type { ApiOptions } from './api/index.ts'
import { challongeFrom, startChallonge } from './challonge/index.ts'
import type { Challonge, Clock } from './challonge/index.ts'
import { openDesk } from './desk/index.ts'
import type { Desk } from './desk/index.ts'
import { registerCompatSockets } from './fanout/compat.ts'
import { registerFanout } from './fanout/index.ts'
import { openCompat, serveByHost } from './compat/index.ts'
import { registerIntake } from './intake/index.ts'
import type { IntakeOptions } from './intake/index.ts'
import { openLog } from './log/index.ts'
import type { Log, NatsRoom } from './log/index.ts'
import { stripeFrom } from './money/index.ts'
import { openChannels } from './notify/channels.ts'
import { startNotify } from './notify/index.ts'
import type { StripeKeys } from './money/index.ts'
import { openPreview } from './outbound/index.ts'
import { startPractices } from './practice/index.ts'
import type { PracticeTimes } from './practice/index.ts'
import { startProjector } from './projector/index.ts'
import { startAutomation } from './automation/index.ts'
import { memoryFrom, openStates } from './states/index.ts'
import type { States } from './states/index.ts'
import { migrate, openEncryption, openStore, sceneOfCabinet } from './store/index.ts'
import type { Encryption, Store } from './store/index.ts'
import { cabinetByToken, createWeb, keepAdminKey, startTelemetry } from './web/index.ts'
import type { Web } from './web/index.ts'

const ownHost = '127.0.0.1'

type Logs = { of(room: NatsRoom): Log; close(): Promise<void> }

export type Waggle = {
  /** for example `http://127.0.0.1:8080` */
  url: string
  /** URL of the compatibility API */
  compatUrl: string | null
  store: Store
  log: Log
  desk: Desk
  /** one cache, shared by all services */
  states: States
  web: Web
  /** stops accepting work and finishes what is in progress (P21) */
  stop(): Promise<void>
}
export type WaggleOptions = {
  databaseUrl: string
  natsUrl: string
  /** maximum number of database connections */
  connections?: number | undefined
  /** a NATS user for each room; by default all rooms share the user of `natsUrl` */
  natsUrls?: Record<NatsRoom, string> | undefined
  /** prefix of stream names, for instances that share a NATS server */
  streams?: string
  /** 0 picks a free port */
  port: number
  host?: string
  /** port of the compatibility API; 0 picks a free port; without it that API is not started */
  compatPort?: number | undefined
  /** requests to this host name on `port` also reach the compatibility API */
  compatHost?: string | undefined
  /** a bearer key with all rights, for scripts; by default there is none */
  adminKey?: string
  /** allows links that sign in as seeded persons; only for the embedded default setup */
  oneClick?: boolean
  consoleDist?: string
  /** rate limit of a cabinet's events; by default what real cabinets need */
  cabinetRateLimit?: IntakeOptions['rateLimit']
  preview?: ApiOptions['preview']
  /** addresses the notify service may send to; by default public addresses only */
  network?: Parameters<typeof openChannels>[0]['network']
  /** how fast simulated cabinets play; by default at a human pace; null disables practices */
  practiceTimes?: Partial<PracticeTimes> | null | undefined
  /** timeouts and retry delays; the defaults suit real receivers */
  notifyTimes?: Parameters<typeof startNotify>[0]['times']
  /** rate limit for each address; 0 means no limit; defaults to the environment's value */
  requestsPerMinute?: number | undefined
  /** encrypts stored tokens of other systems; without it no such token is stored */
  secret?: string | undefined
  /** defaults to the environment's settings */
  challonge?: Challonge | undefined
  /** the clock of the Challonge service; defaults to the system clock */
  challongeClock?: Clock | undefined
  /** defaults to the environment's keys; null disables Stripe */
  stripe?: StripeKeys | null | undefined
  /** overrides the environment's settings of mail and identity providers */
  accounts?: Partial<AccountOptions> | undefined
  quiet?: boolean
  /** the folder whose disk is monitored; defaults to the environment's value */
  dataDir?: string
  /** what happened to the servers that this process runs itself, for the status page */
  ownServers?: ReturnType<typeof statusSettings>['ownServers']
  /** enables metrics and traces as configured by the environment */
  telemetry?: boolean
  /** receives log lines of all levels */
  logTo?: { write(line: string): void } | undefined
}

export async function startWaggle(options: WaggleOptions): Promise<Waggle> {
  const store = await openStore({ url: options.databaseUrl, max: options.connections ?? 20 })
  await migrate(store)
  const endAdminKey = await keepAdminKey(store, options.adminKey ?? null)
  const logs = await openLogs(options, store)
  const log = logs.of('desk')
  const web = await createWeb(webOptionsOf(options, store))
  const compat = await compatOf(options, store)
  const { logError } = web
  if (options.telemetry) await startTelemetry(web, 'services', 9400)
  const states = openStates({ log, store, ...memoryFrom(process.env) })
  const projector = await startProjector({ log: logs.of('projector'), store, states, logError })
  const desk = openDesk(log, { states, nextIds: store.nextIds })
  web.addHealthCheck('log', () => log.tail())
  web.addHealthCheck('gate', () => desk.ready())
  const automation = await startAutomation({ log: logs.of('referee'), desk, states, logError })
  web.addLifeCheck('projector', () => projector.isAlive())
  web.addLifeCheck('referee', () => automation.isAlive())
  const encryption = openEncryption(options.secret)
  const outgoing = startOutgoing(options, { log, desk, states, store, encryption, logError })
  const { preview = openPreview(options.network), secret, oneClick = false } = options
  const accounts = accountsFrom(process.env, { store, secret, logError, ...options.accounts })
  const stripe = options.stripe === undefined ? stripeFrom() : options.stripe
  const { ownServers } = options
  const status = {
    ...statusSettings(process.env, options.dataDir),
    ...(ownServers && { ownServers }),
  }
  const dependencies = {
    web,
    compat,
    store,
    desk,
    states,
    accounts,
    log,
    encryption,
    stripe,
    status,
  }
  registerApi({ ...dependencies, preview, oneClick })
  registerDevices(options, { web, compat, store, logs })
  const urls = await listen(options, web, compat)
  const practices = startPracticesOf(options, { log: logs.of('intake'), store, web, url: urls.url })
  return {
    ...urls,
    store,
    log,
    desk,
    states,
    web,
    async stop() {
      await practices?.stop()
      await Promise.all([web.close(), compat?.close()])
      await Promise.all([automation.stop(), ...outgoing.map((service) => service.stop())])
      desk.close()
      await projector.stop()
      states.close()
      await logs.close()
      endAdminKey()
      await store.close()
    },
  }
}

type DeviceDependencies = { web: Web; compat: Web | undefined; store: Store; logs: Logs }

type OutgoingDependencies = Pick<
  Parameters<typeof startChallonge>[0],
  'log' | 'desk' | 'states' | 'store'
> & {
  encryption: Encryption | null
  logError: Web['logError']
}

/** Starts the services that send to other systems, each with its outbox. */
function startOutgoing(options: WaggleOptions, dependencies: OutgoingDependencies) {
  const { challonge = challongeFrom(), challongeClock: clock } = options
  return [
    startChallonge({ ...dependencies, challonge, clock }),
    startNotify({
      ...dependencies,
      channels: openChannels({ ...dependencies, network: options.network }),
      ...(options.notifyTimes && { times: options.notifyTimes }),
    }),
  ]
}

/** Registers the routes of cabinets and viewers in both APIs. */
function registerDevices(
  options: WaggleOptions,
  { web, compat, store, logs }: DeviceDependencies,
): void {
  const intake: IntakeOptions = {
    log: logs.of('intake'),
    store,
    cabinetByToken: (named) => cabinetByToken(store, named),
    ...(options.cabinetRateLimit && { rateLimit: options.cabinetRateLimit }),
  }
  const fanout = { log: logs.of('fanout'), store }
  registerIntake(web, intake)
  registerFanout(web, fanout)
  if (!compat) return
  registerIntake(compat, { ...intake, name: 'hive' })
  registerCompatSockets(compat, fanout)
}

function startPracticesOf(
  { practiceTimes: times, host = ownHost }: WaggleOptions,
  waggle: Pick<Waggle, 'log' | 'store' | 'web' | 'url'>,
) {
  if (times === null) return null
  const { log, store, web, url } = waggle
  const port = Number(new URL(url).port)
  return startPractices({ log, store, host, port, times, logError: web.logError })
}

async function listen(options: WaggleOptions, web: Web, compat: Web | undefined) {
  const { host = ownHost, port, compatPort = 0, compatHost } = options
  const compatUrl = compat ? await compat.listen({ host, port: compatPort }) : null
  const url = await web.listen({ host, port })
  if (compat && compatHost) serveByHost(web.server, compat.server, compatHost)
  return { url, compatUrl }
}

async function compatOf(options: WaggleOptions, store: Store): Promise<Web | undefined> {
  if (options.compatPort === undefined) return undefined
  const { consoleDist: _, ...webOptions } = webOptionsOf(options, store)
  return openCompat(webOptions)
}

function webOptionsOf(options: WaggleOptions, store: Store) {
  const { requestsPerMinute, consoleDist } = options
  return {
    store,
    logger: loggerOf(options),
    trustProxy: process.env['TRUST_PROXY'],
    https: process.env['PUBLIC_URL']?.startsWith('https:') ?? false,
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(consoleDist === undefined ? {} : { consoleDist }),
  }
}

function loggerOf({ quiet, logTo }: WaggleOptions) {
  if (logTo) return { level: 'trace', stream: logTo }
  return quiet ? false : { level: process.env['LOG_LEVEL'] || 'warn' }
}

/** Opens one connection for each room if each has its own NATS user, otherwise a shared one. */
async function openLogs(
  { natsUrl, natsUrls, streams }: WaggleOptions,
  store: Store,
): Promise<Logs> {
  const prefix = {
    ...(streams !== undefined && { streams }),
    sceneOfCabinet: sceneOfCabinet(store),
  }
  if (!natsUrls) {
    const log = await openLog({ url: natsUrl, ...prefix })
    return { of: () => log, close: () => log.close() }
  }
  const opening = Object.entries(natsUrls).map(
    async ([room, url]) => [room, await openLog({ url, ...prefix })] as const,
  )
  const logs = new Map<string, Log>(await Promise.all(opening))
  return {
    of: (room) => logs.get(room)!,
    close: async () => void (await Promise.all([...logs.values()].map((log) => log.close()))),
  }
}
