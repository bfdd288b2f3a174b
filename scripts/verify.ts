// `npm run verify` folds the log again, prints every difference from the live rows, and checks that
// the log has all commits that the database saw. Exit code 1 if something differs.
import { openLog } from '../services/log/index.ts'
import { verify } from '../services/projector/index.ts'
import { migrate, openStore, sceneOfCabinet } from '../services/store/index.ts'
import { findServers } from './support/environment.ts'

const servers = await findServers()
const store = await openStore({ url: servers.databaseUrl, max: 4 })
await migrate(store)
const log = await openLog({ url: servers.natsUrl, sceneOfCabinet: sceneOfCabinet(store) })
const { problems, commits, facts } = await verify(log, store)
for (const problem of problems) console.log(problem)
if (problems.length === 0) {
  console.log(`Read models equal ${commits} commits and ${facts} messages of cabinet facts.`)
}
process.exitCode = problems.length === 0 ? 0 : 1
await log.close()
await store.close()
await servers.stop()
