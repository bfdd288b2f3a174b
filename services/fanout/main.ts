import { openLog } from '../log/index.ts'
import { openStore } from '../store/index.ts'
import { createWeb } from '../web/index.ts'
import { registerFanout } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3003' } = process.env
const store = await openStore({ url: DATABASE_URL, max: 6 })
const log = await openLog({ url: NATS_URL })
const web = await createWeb({ store })
registerFanout(web, { store, log })
await web.listen({ host: '0.0.0.0', port: Number(PORT) })

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await web.close()
    await log.close()
    await store.close()
  })
}
