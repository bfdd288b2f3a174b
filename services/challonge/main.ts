import { openDesk } from '../desk/index.ts'
import { openLog } from '../log/index.ts'
import { memoryFrom, openStates } from '../states/index.ts'
import { openEncryption, openStore } from '../store/index.ts'
import { createWeb, onShutdown, openTelemetry } from '../web/index.ts'
import { challongeFrom } from './connection.ts'
import { startChallonge } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3006', HOST = '0.0.0.0' } = process.env

async function start(): Promise<void> {
  const store = await openStore({ url: DATABASE_URL, max: 4 })
  const log = await openLog({ url: NATS_URL })
  const states = openStates({ log, store, ...memoryFrom(process.env) })
  const desk = openDesk(log, { states, nextIds: store.nextIds })
  const web = await createWeb({ store })
  web.addHealthCheck('log', () => log.tail())
  web.addHealthCheck('gate', () => desk.ready())
  // Without a key no token can be read, but whoever validates a stage is told so.
  const encryption = openEncryption(process.env['WAGGLE_SECRET'])
  const challongeService = startChallonge({
    log,
    desk,
    states,
    store,
    encryption,
    challonge: challongeFrom(),
    note: web.note,
  })
  const stop = async () => {
    await web.close()
    await challongeService.stop()
    desk.close()
    states.close()
    await log.close()
    await store.close()
  }
  // Before it says that all is well: who is told to stop just then ends as politely (P21).
  onShutdown(stop)
  await openTelemetry(web, 'challonge', 9406)
  await web.listen({ host: HOST, port: Number(PORT) })
}

try {
  await start()
} catch (error) {
  console.error(`The Challonge service cannot start: ${String(error)}`)
  process.exit(1)
}
