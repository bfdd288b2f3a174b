// Sets the number of copies of every stream to LOG_REPLICAS. Needs a NATS user who may alter
// streams.
import { openLog } from '#services/log/index.ts'
import { argumentsOf } from './support/arguments.ts'
import { explainFailures, orGiveUp } from './support/failure.ts'
import { findServers } from './support/environment.ts'

explainFailures()
argumentsOf('It sets the copies of each stream: LOG_REPLICAS=3 npm run log-replicas')
const servers = await findServers()
try {
  const log = await orGiveUp('NATS (NATS_URL)', openLog({ url: servers.natsUrl }))
  await log.close()
  const copies = process.env['LOG_REPLICAS'] || 1
  console.log(`Every stream has as many copies as LOG_REPLICAS says: ${copies}`)
} finally {
  await servers.stop()
}
