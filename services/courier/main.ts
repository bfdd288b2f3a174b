import { openDesk } from '../desk/index.ts'
import { openLog } from '../log/index.ts'
import { openSeal, openStore } from '../store/index.ts'
import { createWeb, whenTold } from '../web/index.ts'
import { challongeFrom } from './door.ts'
import { startCourier } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3006', HOST = '0.0.0.0' } = process.env

async function start(): Promise<void> {
  const store = await openStore({ url: DATABASE_URL, max: 4 })
  const log = await openLog({ url: NATS_URL })
  const desk = openDesk(log)
  const web = await createWeb({ store })
  const note = (what: string, error: unknown) => web.log.warn({ err: error }, what)
  // Without a key no token can be read, but whoever validates a stage is told so.
  const seal = openSeal(process.env['WAGGLE_SECRET'])
  const courier = startCourier({ log, desk, store, seal, challonge: challongeFrom(), note })
  const stop = async () => {
    await web.close()
    await courier.stop()
    desk.close()
    await log.close()
    await store.close()
  }
  // Before it says that all is well: who is told to stop just then ends as politely (P21).
  whenTold(stop)
  await web.listen({ host: HOST, port: Number(PORT) })
}

try {
  await start()
} catch (error) {
  console.error(`The courier cannot start: ${String(error)}`)
  process.exit(1)
}
