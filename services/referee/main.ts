import { openDesk } from '../desk/index.ts'
import { openLog } from '../log/index.ts'
import { memoryFrom, openStates } from '../states/index.ts'
import { openStore } from '../store/index.ts'
import { createWeb, onShutdown, openTelemetry } from '../web/index.ts'
import { startReferee } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3005', HOST = '0.0.0.0' } = process.env
// Of a user who may make commits, where that of NATS_URL may not.
const { DESK_NATS_URL = NATS_URL } = process.env

async function start(): Promise<void> {
  const log = await openLog({ url: NATS_URL })
  const deskLog = DESK_NATS_URL === NATS_URL ? log : await openLog({ url: DESK_NATS_URL })
  // The database has the snapshots of states, and the HTTP server's health check needs it.
  const store = await openStore({ url: DATABASE_URL, max: 2 })
  const states = openStates({ log, store, ...memoryFrom(process.env) })
  const desk = openDesk(deskLog, { states })
  const web = await createWeb({ store })
  web.addHealthCheck('log', () => log.tail())
  web.addHealthCheck('gate', () => desk.ready())
  const referee = await startReferee({ log, desk, states, note: web.note })
  web.addLifeCheck('referee', () => referee.isAlive())
  const stop = async () => {
    await web.close()
    await referee.stop()
    desk.close()
    states.close()
    await Promise.all([...new Set([log, deskLog])].map((each) => each.close()))
    await store.close()
  }
  // Before it says that all is well: who is told to stop just then ends as politely (P21).
  onShutdown(stop)
  await openTelemetry(web, 'referee', 9405)
  await web.listen({ host: HOST, port: Number(PORT) })
}

try {
  await start()
} catch (error) {
  console.error(`The referee cannot start: ${String(error)}`)
  process.exit(1)
}
