// `npm run scale [-- tournaments viewers]` calculates what a service for many scenes needs, from
// measured unit costs. Without arguments it prints the tables of docs/scale.md.
import { argumentsOf, numberOf } from '../support/arguments.ts'
import { report, table } from './report.ts'

const usage = 'npm run scale [-- <tournaments> <viewers>]'
const { words } = argumentsOf(usage, { words: [0, 1, 2] })
const { costs, parts, single, needs } = report(
  ...words.map((word) => numberOf(word, word, usage) ?? 0),
)
const tables = [
  table(['one', 'costs', 'bench', 'commit'], costs),
  table(['in the peak hour', 'cores'], parts),
  table(['not parallel', 'utilisation'], single),
  table(['needed', ''], needs),
]
console.log(tables.join('\n\n'))
