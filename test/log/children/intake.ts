// An intake as a process that tests can kill. Prints `ready <port>` when it listens.
import { registerIntake } from '#services/intake/index.ts'
import { openLog } from '#services/log/index.ts'
import { openStore } from '#services/store/index.ts'
import { cabinetByToken, createWeb } from '#services/web/index.ts'

const { DATABASE_URL = '', NATS_URL = '', STREAMS = '', INTAKE_NAME: name } = process.env
const store = await openStore({ url: DATABASE_URL, max: 2 })
const log = await openLog({ url: NATS_URL, streams: STREAMS })
const web = await createWeb({ store })
registerIntake(web, { log, name, cabinetByToken: (named) => cabinetByToken(store, named) })
const url = await web.listen({ host: '127.0.0.1', port: 0 })
console.log(`ready ${new URL(url).port}`)
