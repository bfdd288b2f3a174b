import { hiveFrom } from '../hive/index.ts'
import { openLog } from '../log/index.ts'
import { openStore } from '../store/index.ts'
import { createWeb, onShutdown, openTelemetry } from '../web/index.ts'
import { registerHiveSockets } from './hive.ts'
import { registerFanout } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3003', HOST = '0.0.0.0' } = process.env
const { TRUST_PROXY } = process.env
const store = await openStore({ url: DATABASE_URL, max: 6 })
const log = await openLog({ url: NATS_URL })
const web = await createWeb({ store, trustProxy: TRUST_PROXY })
web.addHealthCheck('log', () => log.tail())
const hive = await hiveFrom(process.env, web, { store, trustProxy: TRUST_PROXY })
registerFanout(web, { store, log })
if (hive) registerHiveSockets(hive.web, { store, log })

async function stop(): Promise<void> {
  await Promise.all([web.close(), hive?.web.close()])
  await log.close()
  await store.close()
}
// Before the first request: who is told to stop while it starts ends as politely (P21).
onShutdown(stop)
await openTelemetry(web, 'fanout', 9403)
await hive?.listen(HOST)
await web.listen({ host: HOST, port: Number(PORT) })
