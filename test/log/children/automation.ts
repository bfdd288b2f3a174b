// A referee as a process that tests can kill. Prints `ready` when it follows the log.
import { openDesk } from '#services/desk/index.ts'
import { openLog } from '#services/log/index.ts'
import { startAutomation } from '#services/automation/index.ts'

const { NATS_URL = '', STREAMS = '' } = process.env
const log = await openLog({ url: NATS_URL, streams: STREAMS })
await startAutomation({ log, desk: openDesk(log) })
console.log('ready')
