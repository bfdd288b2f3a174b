import { hiveFrom } from '../hive/index.ts'
import { openLog } from '../log/index.ts'
import { openStore } from '../store/index.ts'
import { cabinetByToken, createWeb, onShutdown, openTelemetry } from '../web/index.ts'
import { registerIntake } from './index.ts'
import type { IntakeOptions } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3002', HOST = '0.0.0.0' } = process.env
const { TRUST_PROXY, INTAKE_NAME: name } = process.env
const store = await openStore({ url: DATABASE_URL, max: 4 })
const log = await openLog({ url: NATS_URL })
const web = await createWeb({ store, trustProxy: TRUST_PROXY })
web.addHealthCheck('log', () => log.tail())
const hive = await hiveFrom(process.env, web, { store, trustProxy: TRUST_PROXY })
const intake: IntakeOptions = {
  log,
  name,
  store,
  cabinetByToken: (named) => cabinetByToken(store, named),
}
registerIntake(web, intake)
if (hive) registerIntake(hive.web, { ...intake, name: `${name ?? 'intake'}-hive` })

async function stop(): Promise<void> {
  await Promise.all([web.close(), hive?.web.close()])
  await log.close()
  await store.close()
}
// Before the first request: who is told to stop while it starts ends as politely (P21).
onShutdown(stop)
await openTelemetry(web, 'intake', 9402)
await hive?.listen(HOST)
await web.listen({ host: HOST, port: Number(PORT) })
