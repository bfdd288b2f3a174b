import { openLog } from '../log/index.ts'
import { openStore } from '../store/index.ts'
import { cabinetByToken, createWeb } from '../web/index.ts'
import { registerIntake } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3002', INTAKE_NAME } = process.env
const store = await openStore({ url: DATABASE_URL, max: 4 })
const log = await openLog({ url: NATS_URL })
const web = await createWeb({ store })
registerIntake(web, {
  log,
  name: INTAKE_NAME,
  cabinetByToken: (named) => cabinetByToken(store, named),
})
await web.listen({ host: '0.0.0.0', port: Number(PORT) })

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await web.close()
    await log.close()
    await store.close()
  })
}
