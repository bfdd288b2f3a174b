// All services of Waggle in one process, wired by hand: what `npm start` runs and what tests stand on.
import { registerApi } from '../services/api/index.ts'
import { openDesk } from '../services/desk/index.ts'
import type { Desk } from '../services/desk/index.ts'
import { registerFanout } from '../services/fanout/index.ts'
import { registerIntake } from '../services/intake/index.ts'
import type { IntakeOptions } from '../services/intake/index.ts'
import { openLog } from '../services/log/index.ts'
import type { Log } from '../services/log/index.ts'
import { startProjector } from '../services/projector/index.ts'
import { startReferee } from '../services/referee/index.ts'
import { migrate, openStore } from '../services/store/index.ts'
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
  quiet?: boolean
}

export async function startWaggle(wanted: Wanted): Promise<Waggle> {
  const store = await openStore({ url: wanted.databaseUrl, max: 20 })
  await migrate(store)
  if (wanted.adminKey) await keepAdminKey(store, wanted.adminKey)
  const streams = wanted.streams === undefined ? {} : { streams: wanted.streams }
  const log = await openLog({ url: wanted.natsUrl, ...streams })
  const web = await createWeb({
    store,
    logger: wanted.quiet ? false : { level: process.env['LOG_LEVEL'] ?? 'warn' },
    ...(wanted.consoleDist === undefined ? {} : { consoleDist: wanted.consoleDist }),
  })
  const note = (what: string, error: unknown) => web.log.warn({ err: error }, what)
  const projector = await startProjector({ log, store, note })
  const desk = openDesk(log)
  const referee = await startReferee({ log, desk, note })
  registerApi({ web, store, desk, frames: log })
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
      await referee.stop()
      desk.close()
      await projector.stop()
      await log.close()
      await store.close()
    },
  }
}
