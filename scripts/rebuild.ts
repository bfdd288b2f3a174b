// `npm run rebuild` drops the read models and rebuilds them from the log. Waggle may be running.
import { openLog } from '../services/log/index.ts'
import { rebuild } from '../services/projector/index.ts'
import { migrate, openStore, sceneOfCabinet } from '../services/store/index.ts'
import { findServers } from './support/environment.ts'

const servers = await findServers()
const store = await openStore({ url: servers.databaseUrl, max: 4 })
await migrate(store)
const log = await openLog({ url: servers.natsUrl, sceneOfCabinet: sceneOfCabinet(store) })
const startedAt = performance.now()
const { commits, facts } = await rebuild(log, store)
const seconds = (performance.now() - startedAt) / 1000
console.log(
  `Rebuilt from ${commits} commits and ${facts} messages of cabinet facts in ${seconds.toFixed(2)} s.`,
)
await log.close()
await store.close()
await servers.stop()
