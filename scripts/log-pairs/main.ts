// `npm run log-pairs -- 4` spreads the log over 4 pairs of streams. Waggle has to be stopped.
import { pairCounts } from '#services/log/index.ts'
import { argumentsOf } from '../support/arguments.ts'
import { explainFailures } from '../support/failure.ts'
import { openLogAndStore } from '../support/log-and-store.ts'
import { NotSpread, spread } from './spread.ts'

explainFailures()
const usage = 'Say how many pairs of streams: npm run log-pairs -- 2, 4 or 8.'
const { words } = argumentsOf(usage, { words: [1] })
const pairs = Number(words[0])
if (!pairCounts.some((count) => count === pairs)) {
  console.log(usage)
  process.exit(2)
}
const { log, store, natsUrl, close } = await openLogAndStore()
try {
  const { from } = await spread({ log, store, natsUrl, pairs })
  const was = from === pairs ? 'as it was already' : `before it was ${from}`
  console.log(`The log is spread over ${pairs} pairs of streams (${was}).`)
} catch (error) {
  if (!(error instanceof NotSpread)) throw error
  console.log(`Nothing was done. ${error.message}`)
  process.exitCode = 1
}
await close()
