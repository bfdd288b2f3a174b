import { openDesk } from '../desk/index.ts'
import { openLog } from '../log/index.ts'
import { openStore } from '../store/index.ts'
import { createWeb } from '../web/index.ts'
import { registerApi } from './index.ts'

const { DATABASE_URL = '', NATS_URL = '', PORT = '3001', HOST = '0.0.0.0' } = process.env
const { TRUST_PROXY, CONSOLE_DIST } = process.env
const store = await openStore({ url: DATABASE_URL })
const log = await openLog({ url: NATS_URL })
const desk = openDesk(log)
const web = await createWeb({ store, trustProxy: TRUST_PROXY, consoleDist: CONSOLE_DIST })
registerApi({ web, store, desk, frames: log })
await web.listen({ host: HOST, port: Number(PORT) })

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await web.close()
    desk.close()
    await log.close()
    await store.close()
  })
}
