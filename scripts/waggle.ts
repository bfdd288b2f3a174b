// All services of Waggle in one process, wired by hand: what `npm start` runs and what tests stand on.
import { accountsFrom } from '../services/account/index.ts'
import type { AccountOptions } from '../services/account/index.ts'
import { registerApi } from '../services/api/index.ts'
import type { ApiOptions } from '../services/api/index.ts'
import { challongeFrom, startCourier } from '../services/courier/index.ts'
import type { Challonge, Clock } from '../services/courier/index.ts'
import { openDesk } from '../services/desk/index.ts'
import type { Desk } from '../services/desk/index.ts'
import { registerFanout } from '../services/fanout/index.ts'
import { registerIntake } from '../services/intake/index.ts'
import type { IntakeOptions } from '../services/intake/index.ts'
import { openLog } from '../services/log/index.ts'
import type { Log } from '../services/log/index.ts'
import { stripeFrom } from '../services/money/index.ts'
import type { StripeKeys } from '../services/money/index.ts'
import { startProjector } from '../services/projector/index.ts'
import { startReferee } from '../services/referee/index.ts'
import { migrate, openSeal, openStore } from '../services/store/index.ts'
import type { Store } from '../services/store/index.ts'
import { cabinetByToken, createWeb, keepAdminKey } from '../services/web/index.ts'
import type { Web } from '../services/web/index.ts'

export type Waggle = {
  /** `http://127.0.0.1:8080` */
  url: string
  store: Store
  log: Log
  desk: Desk
  web: Web
  /** takes no more, finishes what it took (P21) */
  stop(): Promise<void>
}
export type Wanted = {
  databaseUrl: string
  natsUrl: string
  /** prefix of stream names, where several Waggles share a NATS server */
  streams?: string
  /** 0: any free one */
  port: number
  host?: string
  /** a bearer key with all rights, for scripts */
  adminKey?: string
  consoleDist?: string
  /** events a cabinet may send; left out, what real ones need */
  cabinetPace?: IntakeOptions['pace']
  preview?: ApiOptions['preview']
  /** what tokens of others are kept with; without it none are */
  secret?: string | undefined
  /** left out, what the environment says */
  challonge?: Challonge | undefined
  /** by which the courier waits; left out, the machine's */
  courierClock?: Clock | undefined
  /** left out, what the environment says; null: none */
  stripe?: StripeKeys | null | undefined
  /** in place of what the environment says of mail and providers */
  accounts?: Partial<AccountOptions> | undefined
  quiet?: boolean
  /** takes every log line, whatever its level */
  logTo?: { write(line: string): void } | undefined
}

export async function startWaggle(wanted: Wanted): Promise<Waggle> {
  const store = await openStore({ url: wanted.databaseUrl, max: 20 })
  await migrate(store)
  if (wanted.adminKey) await keepAdminKey(store, wanted.adminKey)
  const streams = wanted.streams === undefined ? {} : { streams: wanted.streams }
  const log = await openLog({ url: wanted.natsUrl, ...streams })
  const web = await createWeb({
    store,
    logger: loggerOf(wanted),
    trustProxy: process.env['TRUST_PROXY'],
    https: process.env['PUBLIC_URL']?.startsWith('https:') ?? false,
    ...(wanted.consoleDist === undefined ? {} : { consoleDist: wanted.consoleDist }),
  })
  const note = (what: string, error: unknown) => web.log.warn({ err: error }, what)
  const projector = await startProjector({ log, store, note })
  const desk = openDesk(log)
  const referee = await startReferee({ log, desk, note })
  const seal = openSeal(wanted.secret)
  const challonge = wanted.challonge ?? challongeFrom()
  const courier = startCourier({
    log,
    desk,
    store,
    seal,
    challonge,
    clock: wanted.courierClock,
    note,
  })
  const { preview, secret } = wanted
  const accounts = accountsFrom(process.env, { store, secret, note, ...wanted.accounts })
  const stripe = wanted.stripe === undefined ? stripeFrom() : wanted.stripe
  registerApi({ web, store, desk, accounts, frames: log, preview, seal, stripe, ask: log.ask })
  registerIntake(web, {
    log,
    cabinetByToken: (named) => cabinetByToken(store, named),
    pace: wanted.cabinetPace,
  })
  registerFanout(web, { log, store })
  const url = await web.listen({ host: wanted.host ?? '127.0.0.1', port: wanted.port })
  return {
    url,
    store,
    log,
    desk,
    web,
    async stop() {
      await web.close()
      await Promise.all([referee.stop(), courier.stop()])
      desk.close()
      await projector.stop()
      await log.close()
      await store.close()
    },
  }
}

function loggerOf({ quiet, logTo }: Wanted) {
  if (logTo) return { level: 'trace', stream: logTo }
  return quiet ? false : { level: process.env['LOG_LEVEL'] ?? 'warn' }
}
