// `npm run verify` folds the log again, prints every difference from the live rows, and checks that
// the log has all commits that the database saw. Exit code 1 if something differs.
import { haltedIn, verify } from '#services/projector/index.ts'
import { argumentsOf } from './support/arguments.ts'
import { explainFailures } from './support/failure.ts'
import { openLogAndStore } from './support/log-and-store.ts'

explainFailures()
argumentsOf('It compares the read models with the log: npm run verify')
const { log, store, close } = await openLogAndStore()
const { problems, differing, commits, facts } = await verify(log, store)
for (const problem of problems) console.log(problem)
if (problems.length > 0 && commits + facts === 0) {
  console.log('npm run repair restores the log from the database, or the rows of a whole log.')
}
if ((await haltedIn(store)).length > 0) {
  console.log('npm run repair restores damaged commits; their tournaments go on when Waggle runs.')
}
if (differing.length > 0) console.log('npm run rebuild builds the rows again from the log.')
if (problems.length === 0) {
  console.log(`Read models equal ${commits} commits and ${facts} messages of cabinet facts.`)
}
process.exitCode = problems.length === 0 ? 0 : 1
await close()
