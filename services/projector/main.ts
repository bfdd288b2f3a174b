import { openLog, requireSyncAlways } from '../log/index.ts'
import { memoryFrom, openStates } from '../states/index.ts'
import { migrate, openStore } from '../store/index.ts'
import { createWeb, onShutdown, openTelemetry } from '../web/index.ts'
import { startProjector } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3004', HOST = '0.0.0.0' } = process.env
const { NATS_MONITOR_URL = '' } = process.env

async function start(): Promise<void> {
  const store = await openStore({ url: DATABASE_URL, max: 4 })
  await migrate(store)
  // P1: all others wait for this service.
  if (NATS_MONITOR_URL) await requireSyncAlways(NATS_MONITOR_URL)
  const log = await openLog({ url: NATS_URL })
  const web = await createWeb({ store })
  web.addHealthCheck('log', () => log.tail())
  const states = openStates({ log, store, ...memoryFrom(process.env) })
  const projector = await startProjector({ log, store, states, note: web.note })
  web.addLifeCheck('projector', () => projector.isAlive())
  const stop = async () => {
    await web.close()
    await projector.stop()
    states.close()
    await log.close()
    await store.close()
  }
  // Before it says that all is well: who is told to stop just then ends as politely (P21).
  onShutdown(stop)
  await openTelemetry(web, 'projector', 9404)
  await web.listen({ host: HOST, port: Number(PORT) })
}

try {
  await start()
} catch (error) {
  console.error(`The projector cannot start: ${String(error)}`)
  process.exit(1)
}
