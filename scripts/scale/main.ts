// `npm run scale [-- tournaments viewers]`: what a service for many scenes needs, from unit costs that
// were measured. Without numbers: the one of docs/scale.md.
import { report, table } from './report.ts'

const { costs, parts, single, needs } = report(...process.argv.slice(2).map(Number))
const tables = [
  table(['one', 'costs', 'bench', 'commit'], costs),
  table(['in the fullest hour', 'cores'], parts),
  table(['done by one alone', 'full to'], single),
  table(['needed', ''], needs),
]
console.log(tables.join('\n\n'))
