import { accountsFrom } from '../account/index.ts'
import { openDesk } from '../desk/index.ts'
import { hiveFrom } from '../hive/index.ts'
import { openLog } from '../log/index.ts'
import { stripeFrom } from '../money/index.ts'
import { memoryFrom, openStates } from '../states/index.ts'
import { openEncryption, openStore } from '../store/index.ts'
import { createWeb, keepAdminKey, onShutdown, openTelemetry } from '../web/index.ts'
import { registerApi } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3001', HOST = '0.0.0.0' } = process.env
const { TRUST_PROXY, CONSOLE_DIST, ADMIN_API_KEY } = process.env
const store = await openStore({ url: DATABASE_URL })
await keepAdminKey(store, ADMIN_API_KEY || null)
const log = await openLog({ url: NATS_URL })
const states = openStates({ log, store, ...memoryFrom(process.env) })
const desk = openDesk(log, { states, nextIds: store.nextIds })
const https = process.env['PUBLIC_URL']?.startsWith('https:') ?? false
const web = await createWeb({ store, trustProxy: TRUST_PROXY, https, consoleDist: CONSOLE_DIST })
web.addHealthCheck('log', () => log.tail())
web.addHealthCheck('gate', () => desk.ready())
const encryption = openEncryption(process.env['WAGGLE_SECRET'])
const accounts = accountsFrom(process.env, { store, note: web.note })
const stripe = stripeFrom()
const hive = await hiveFrom(process.env, web, { store, trustProxy: TRUST_PROXY, https })
registerApi({
  web,
  hive: hive?.web,
  store,
  desk,
  states,
  accounts,
  frames: log,
  encryption,
  stripe,
  ask: log.ask,
})

async function end(): Promise<void> {
  await Promise.all([web.close(), hive?.web.close()])
  desk.close()
  states.close()
  await log.close()
  await store.close()
}
// Before the first request: who is told to stop while it starts ends as politely (P21).
onShutdown(end)
await openTelemetry(web, 'api', 9401)
await hive?.listen(HOST)
await web.listen({ host: HOST, port: Number(PORT) })
