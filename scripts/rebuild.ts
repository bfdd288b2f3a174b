// `npm run rebuild` drops the read models and rebuilds them from the log. Waggle may be running.
import { rebuild } from '#services/projector/index.ts'
import { argumentsOf } from './support/arguments.ts'
import { explainFailures } from './support/failure.ts'
import { openLogAndStore } from './support/log-and-store.ts'

explainFailures()
argumentsOf('It rebuilds the read models from the log: npm run rebuild')
const { log, store, close } = await openLogAndStore()
const startedAt = performance.now()
const { commits, facts } = await rebuild(log, store)
const seconds = (performance.now() - startedAt) / 1000
console.log(
  `Rebuilt from ${commits} commits and ${facts} messages of cabinet facts in ${seconds.toFixed(2)} s.`,
)
await close()
