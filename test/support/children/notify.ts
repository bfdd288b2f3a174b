// The notify service as a process that tests can kill. Prints `ready` when it has started.
import { setTimeout as sleep } from 'node:timers/promises'
import { openChannels } from '#services/notify/channels.ts'
import { startNotify } from '#services/notify/index.ts'
import { openLog } from '#services/log/index.ts'
import { openStates } from '#services/states/index.ts'
import { openEncryption, openStore } from '#services/store/index.ts'

const { DATABASE_URL = '', NATS_URL = '', STREAMS = '', SECRET, PORT } = process.env
const store = await openStore({ url: DATABASE_URL })
const log = await openLog({ url: NATS_URL, streams: STREAMS })
const states = openStates({ log, store })
const encryption = openEncryption(SECRET)
const mayReach = (address: string, port: number) => address === '127.0.0.1' && `${port}` === PORT
const channels = openChannels({ store, states, encryption, network: { mayReach } })
const times = {
  firstPauseMs: 20,
  timeoutMs: 2_000,
  leaseMs: 3_000,
  restMs: { some: 20, nobody: 20 },
}
const service = startNotify({
  log,
  states,
  store,
  encryption,
  channels,
  times,
  logError: console.error,
})
process.on('SIGTERM', () => void service.stop().then(() => process.exit()))
console.log('ready')
await sleep(2 ** 31 - 1)
