// All services of Waggle in one process, wired by hand: what `npm start` and the tests run.
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
import { startPractices } from './practice/index.ts'
import type { PracticeTimes } from './practice/index.ts'
import { startProjector } from './projector/index.ts'
import { startReferee } from './referee/index.ts'
import { memoryFrom, openStates } from './states/index.ts'
import type { States } from './states/index.ts'
import { migrate, openEncryption, openStore, sceneOfCabinet } from './store/index.ts'
import type { Encryption, Store } from './store/index.ts'
import { cabinetByToken, createWeb, keepAdminKey, openTelemetry } from './web/index.ts'
import type { Web } from './web/index.ts'

const ownHost = '127.0.0.1'

type Logs = { of(room: NatsRoom): Log; close(): Promise<void> }

export type Waggle = {
  /** `http://127.0.0.1:8080` */
  url: string
  /** of the compatibility API */
  compatUrl: string | null
  store: Store
  log: Log
  desk: Desk
  /** one for all services */
  states: States
  web: Web
  /** takes no more, finishes what it took (P21) */
  stop(): Promise<void>
}
export type WaggleOptions = {
  databaseUrl: string
  natsUrl: string
  /** a user for each room; left out, all share the one of `natsUrl` */
  natsUrls?: Record<NatsRoom, string> | undefined
  /** prefix of stream names, where several Waggles share a NATS server */
  streams?: string
  /** for folded states; left out, what the environment says */
  statesMemoryMb?: number | undefined
  /** 0: any free one */
  port: number
  host?: string
  /** the compatibility API's, 0: any free one; left out, there is none */
  compatPort?: number | undefined
  /** by this host name it is spoken on `port` too */
  compatHost?: string | undefined
  /** a bearer key with all rights, for scripts; left out, there is none */
  adminKey?: string
  /** links that sign seeded persons in: for the embedded default alone */
  oneClick?: boolean
  consoleDist?: string
  /** events a cabinet may send; left out, what real ones need */
  cabinetPace?: IntakeOptions['pace']
  preview?: ApiOptions['preview']
  /** what the notify service may speak to; left out, the world and nothing else */
  outside?: Parameters<typeof openChannels>[0]['outside']
  /** how fast simulated cabinets play; left out, as for people; null: not at all */
  practiceTimes?: Partial<PracticeTimes> | null | undefined
  /** left out, those of real receivers */
  notifyTimes?: Parameters<typeof startNotify>[0]['times']
  /** from one address; 0: no limit, left out: what the environment says */
  requestsPerMinute?: number | undefined
  /** what tokens of others are kept with; without it none are */
  secret?: string | undefined
  /** left out, what the environment says */
  challonge?: Challonge | undefined
  /** by which the Challonge service waits; left out, the machine's */
  challongeClock?: Clock | undefined
  /** left out, what the environment says; null: none */
  stripe?: StripeKeys | null | undefined
  /** in place of what the environment says of mail and providers */
  accounts?: Partial<AccountOptions> | undefined
  quiet?: boolean
  /** whose disk is watched; left out, what the environment says */
  dataDir?: string
  /** metrics and traces, as the environment says */
  telemetry?: boolean
  /** takes every log line, whatever its level */
  logTo?: { write(line: string): void } | undefined
}

export async function startWaggle(wanted: WaggleOptions): Promise<Waggle> {
  const store = await openStore({ url: wanted.databaseUrl, max: 20 })
  await migrate(store)
  await keepAdminKey(store, wanted.adminKey ?? null)
  const logs = await openLogs(wanted, store)
  const log = logs.of('desk')
  const web = await createWeb(webOptionsOf(wanted, store))
  const compat = await compatOf(wanted, store)
  const { note } = web
  if (wanted.telemetry) await openTelemetry(web, 'services', 9400)
  const states = openStates({ log, store, ...memoryOf(wanted) })
  const projector = await startProjector({ log: logs.of('projector'), store, states, note })
  const desk = openDesk(log, { states, nextIds: store.nextIds })
  web.addHealthCheck('log', () => log.tail())
  web.addHealthCheck('gate', () => desk.ready())
  const referee = await startReferee({ log: logs.of('referee'), desk, states, note })
  web.addLifeCheck('projector', () => projector.isAlive())
  web.addLifeCheck('referee', () => referee.isAlive())
  const encryption = openEncryption(wanted.secret)
  const outward = startOutward(wanted, { log, desk, states, store, encryption, note })
  const { preview, secret, oneClick = false } = wanted
  const accounts = accountsFrom(process.env, { store, secret, note, ...wanted.accounts })
  const stripe = wanted.stripe === undefined ? stripeFrom() : wanted.stripe
  const status = statusSettings(process.env, wanted.dataDir)
  const opened = { web, compat, store, desk, states, accounts, log, encryption, stripe, status }
  registerApi({ ...opened, preview, oneClick })
  registerDevices(wanted, { web, compat, store, logs })
  const urls = await listen(wanted, web, compat)
  const practices = practicesAt(wanted, { log: logs.of('intake'), store, web, url: urls.url })
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
      await Promise.all([referee.stop(), ...outward.map((one) => one.stop())])
      desk.close()
      await projector.stop()
      states.close()
      await logs.close()
      await store.close()
    },
  }
}

type Serving = { web: Web; compat: Web | undefined; store: Store; logs: Logs }

type Outward = Pick<Parameters<typeof startChallonge>[0], 'log' | 'desk' | 'states' | 'store'> & {
  encryption: Encryption | null
  note: Web['note']
}

/** Those that tell others, each with an outbox. */
function startOutward(wanted: WaggleOptions, opened: Outward) {
  const { challonge = challongeFrom(), challongeClock: clock } = wanted
  return [
    startChallonge({ ...opened, challonge, clock }),
    startNotify({
      ...opened,
      channels: openChannels({ ...opened, outside: wanted.outside }),
      ...(wanted.notifyTimes && { times: wanted.notifyTimes }),
    }),
  ]
}

/** Cabinets and viewers, in both APIs. */
function registerDevices(wanted: WaggleOptions, { web, compat, store, logs }: Serving): void {
  const intake: IntakeOptions = {
    log: logs.of('intake'),
    store,
    cabinetByToken: (named) => cabinetByToken(store, named),
    ...(wanted.cabinetPace && { pace: wanted.cabinetPace }),
  }
  const fanout = { log: logs.of('fanout'), store }
  registerIntake(web, intake)
  registerFanout(web, fanout)
  if (!compat) return
  registerIntake(compat, { ...intake, name: 'hive' })
  registerCompatSockets(compat, fanout)
}

function practicesAt(
  { practiceTimes: times, host = ownHost }: WaggleOptions,
  at: Pick<Waggle, 'log' | 'store' | 'web' | 'url'>,
) {
  if (times === null) return null
  const { log, store, web, url } = at
  const port = Number(new URL(url).port)
  return startPractices({ log, store, host, port, times, note: web.note })
}

async function listen(wanted: WaggleOptions, web: Web, compat: Web | undefined) {
  const { host = ownHost, port, compatPort = 0, compatHost } = wanted
  const compatUrl = compat ? await compat.listen({ host, port: compatPort }) : null
  const url = await web.listen({ host, port })
  if (compat && compatHost) serveByHost(web.server, compat.server, compatHost)
  return { url, compatUrl }
}

async function compatOf(wanted: WaggleOptions, store: Store): Promise<Web | undefined> {
  if (wanted.compatPort === undefined) return undefined
  const { consoleDist: _, ...options } = webOptionsOf(wanted, store)
  return openCompat(options)
}

function webOptionsOf(wanted: WaggleOptions, store: Store) {
  const { requestsPerMinute, consoleDist } = wanted
  return {
    store,
    logger: loggerOf(wanted),
    trustProxy: process.env['TRUST_PROXY'],
    https: process.env['PUBLIC_URL']?.startsWith('https:') ?? false,
    ...(requestsPerMinute === undefined ? {} : { requestsPerMinute }),
    ...(consoleDist === undefined ? {} : { consoleDist }),
  }
}

function memoryOf({ statesMemoryMb: memoryMb }: WaggleOptions) {
  return memoryMb === undefined ? memoryFrom(process.env) : { memoryMb }
}

function loggerOf({ quiet, logTo }: WaggleOptions) {
  if (logTo) return { level: 'trace', stream: logTo }
  return quiet ? false : { level: process.env['LOG_LEVEL'] ?? 'warn' }
}

/** A connection a room where each has a user of its own, else one for all. */
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
