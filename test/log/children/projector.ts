// A projector as a process that tests can kill. Prints `ready` when it follows the log.
import { openLog } from '#services/log/index.ts'
import { startProjector } from '#services/projector/index.ts'
import { openStore } from '#services/store/index.ts'

const { DATABASE_URL = '', NATS_URL = '', STREAMS = '' } = process.env
const store = await openStore({ url: DATABASE_URL, max: 4 })
const log = await openLog({ url: NATS_URL, streams: STREAMS })
await startProjector({ log, store, logError: (what, error) => console.error(what, error) })
console.log('ready')
