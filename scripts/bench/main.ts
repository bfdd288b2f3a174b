// `npm run bench` runs product and minimal baseline scripts alternately, on its own servers.
//   [--only commands|calls|cost|cabinets|rebuild|fanout|crowd|matches|tournaments|history|growth|presses|scrub|first-screen|overlay] [--short | --long | --million] [--profile <directory>]
// Ratios are comparable between runs and machines, milliseconds are not.
import { cpus } from 'node:os'
import { cabinets } from './cabinet-events.ts'
import { calls } from './calls.ts'
import { commands } from './commands.ts'
import { cost } from './command-cost.ts'
import { crowd } from './crowd.ts'
import { fanout } from './fanout.ts'
import { firstScreen } from './first-screen.ts'
import { growth } from './growth/index.ts'
import { history } from './history-reads.ts'
import { matches } from './bracket-sizes.ts'
import { overlay } from './overlay.ts'
import { presses } from './tablet-presses.ts'
import { rebuild } from './rebuild.ts'
import { scrub } from './time-travel.ts'
import { setUp } from './servers/index.ts'
import { tournaments } from './many-tournaments.ts'
import { markdown, printLine, printTitles } from './measure/table.ts'
import type { Measurement } from './measure/table.ts'
import { argumentsOf, wrongUse } from '../support/arguments.ts'
import { endWithParent } from '../support/parent.ts'

const measures = {
  commands,
  calls,
  cost,
  fanout,
  crowd,
  matches,
  tournaments,
  history,
  growth,
  cabinets,
  rebuild,
  presses,
  scrub,
  'first-screen': firstScreen,
  overlay,
}

const usage = `npm run bench [-- --only <name> …] [--short | --long | --million] [--profile <folder>]
<name> is one of ${Object.keys(measures).join(', ')}`
// `million` is only for growth: it starts with a million commits in the log, about 20 minutes.
const options = argumentsOf(usage, {
  flags: ['short', 'long', 'million'],
  values: ['only', 'profile'],
})
const has = (name: string) => options.flags.has(name)
const [short, long, million] = [has('short'), has('long'), has('million')]
const { only } = options.lists
const unknown = only.find((name) => !Object.hasOwn(measures, name))
if (unknown !== undefined) wrongUse(`There is no measurement ${unknown}.`, usage)
const { profile } = options.values
const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profile}`] : []
const lines: Measurement[] = []
const report = (line: Measurement) => {
  lines.push(line)
  printLine(line)
}
const startedAt = Date.now()
console.log(`${cpus().length} × ${cpus()[0]?.model}, Node ${process.versions.node}\n`)
const servers = await setUp(flags)
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void servers.stop().finally(() => process.exit(1)))
}
endWithParent()
printTitles()
for (const [name, measure] of Object.entries(measures)) {
  if (only.length > 0 && !only.includes(name)) continue
  // A measurement that fails is reported and does not stop the others.
  const reportFailure = (error: unknown) => console.log(`${name} could not be measured:`, error)
  await measure(servers, { short, long, million, flags, report }).catch(reportFailure)
  // The server limits the sockets of an address, and each measurement has its own.
  await servers.load.ask('disconnect').catch(reportFailure)
}
await servers.stop()
console.log(`\n${Math.round((Date.now() - startedAt) / 1_000)} s. For docs/performance.md:\n`)
console.log(markdown(lines))
