// `npm run log-pairs -- 4` spreads the log over 4 pairs of streams. Waggle has to be stopped.
import { openLog, pairCounts } from '../../services/log/index.ts'
import { migrate, openStore, sceneOfCabinet } from '../../services/store/index.ts'
import { findServers } from '../support/environment.ts'
import { NotSpread, spread } from './spread.ts'

const pairs = Number(process.argv[2])
if (!pairCounts.some((count) => count === pairs)) {
  console.log('Over how many pairs of streams? npm run log-pairs -- 2, or 4, or 8.')
  process.exit(1)
}
const servers = await findServers()
const store = await openStore({ url: servers.databaseUrl, max: 2 })
await migrate(store)
const log = await openLog({ url: servers.natsUrl, sceneOfCabinet: sceneOfCabinet(store) })
try {
  const { from } = await spread({ log, store, natsUrl: servers.natsUrl, pairs })
  const was = from === pairs ? 'as it was already' : `before it was ${from}`
  console.log(`The log is spread over ${pairs} pairs of streams (${was}).`)
} catch (error) {
  if (!(error instanceof NotSpread)) throw error
  console.log(`Nothing was done. ${error.message}`)
  process.exitCode = 1
}
await log.close()
await store.close()
await servers.stop()
