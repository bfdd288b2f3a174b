import { openDesk } from '../desk/index.ts'
import { openLog } from '../log/index.ts'
import { openStore } from '../store/index.ts'
import { createWeb, whenTold } from '../web/index.ts'
import { startReferee } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3005', HOST = '0.0.0.0' } = process.env

async function start(): Promise<void> {
  const log = await openLog({ url: NATS_URL })
  const desk = openDesk(log)
  // The database is only there for the door, and the door only to say that all is well.
  const store = await openStore({ url: DATABASE_URL, max: 1 })
  const web = await createWeb({ store })
  const note = (what: string, error: unknown) => web.log.warn({ err: error }, what)
  const referee = await startReferee({ log, desk, note })
  const stop = async () => {
    await web.close()
    await referee.stop()
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
  console.error(`The referee cannot start: ${String(error)}`)
  process.exit(1)
}
