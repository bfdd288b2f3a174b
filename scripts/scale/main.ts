// `npm run scale [-- tournaments viewers]` calculates what a service for many scenes needs, from
// measured unit costs. Without arguments it prints the tables of docs/scale.md.
import { report, table } from './report.ts'

const { costs, parts, single, needs } = report(...process.argv.slice(2).map(Number))
const tables = [
  table(['one', 'costs', 'bench', 'commit'], costs),
  table(['in the peak hour', 'cores'], parts),
  table(['not parallel', 'utilisation'], single),
  table(['needed', ''], needs),
]
console.log(tables.join('\n\n'))
