// `npm run repair` restores the missing end or damaged commits of the log from the database's copy.
// Exit code 1, and nothing is written, if the log is not a prefix of that copy.
import {
  CannotRepair,
  lostFactsMessage,
  rebuild,
  repair,
  verify,
} from '#services/projector/index.ts'
import { argumentsOf } from './support/arguments.ts'
import { explainFailures } from './support/failure.ts'
import { openLogAndStore } from './support/log-and-store.ts'

explainFailures()
argumentsOf('It restores the log from the database: npm run repair')
const { log, store, close } = await openLogAndStore()
try {
  const { commits, facts, replaced, lostRows, lostFacts } = await repair(log, store)
  if (replaced > 0) {
    console.log(
      `Restored ${replaced} damaged commits. Their tournaments continue within seconds if Waggle runs.`,
    )
  }
  if (lostRows > 0) {
    console.log(`The database has lost rows of ${lostRows} messages of cabinet facts.`)
  }
  if (commits + facts > 0) {
    console.log(`Restored ${commits} commits and ${facts} messages of cabinet facts.`)
  }
  if (lostFacts.length > 0) {
    console.log(await lostFactsMessage(store, lostFacts))
    process.exitCode = 1
  } else if (commits + facts + lostRows > 0) {
    // Rows contain the time at which the log stored the facts, so they have to be rebuilt.
    await buildRows({ isCompared: lostRows > 0 })
  }
  if (commits + facts + replaced + lostRows + lostFacts.length === 0) {
    console.log('The log has everything that the database has seen: nothing to repair.')
    // An earlier repair may have been killed before it rebuilt the rows.
    const { differing } = await verify(log, store)
    if (differing.length > 0) {
      console.log(`Rows differ from what the log gives: ${differing.join(', ')}.`)
      await buildRows()
    }
  }
} catch (error) {
  if (!(error instanceof CannotRepair)) throw error
  console.log(`Nothing was written. ${error.message}`)
  process.exitCode = 1
}
await close()

async function buildRows(options: { isCompared?: boolean } = {}): Promise<void> {
  console.log('Rebuilding the read models. If this is interrupted, run npm run repair again.')
  const rebuilt = await rebuild(log, store, options)
  console.log(`Rebuilt the read models from ${rebuilt.commits} commits.`)
}
