// `npm run scale`: what a service for all scenes needs, from unit costs that were measured. The peak is
// the one of docs/scale.md; another is given as numbers: tournaments viewers.
import { needsOf, partsIn } from './needs.ts'
import type { Assumptions } from './needs.ts'
import { measured, unitCosts } from './unit-costs.ts'
import { weekOf } from './week.ts'

const [tournaments = 10_000, viewers = 100 * tournaments] = process.argv.slice(2).map(Number)
const assumed: Assumptions = {
  livePerSecond: 2,
  calmPerSecond: 1,
  viewersAProcess: 20_000,
  coresAMachine: 8,
  fullest: 0.6,
  machineDiesEveryDays: 90,
  eurosACoreMonth: 10,
  eurosAGibMonth: 2,
  eurosADiskGbMonth: 0.1,
  eurosATbSent: 5,
}
const peak = {
  tournaments,
  viewers,
  cabinets: 2 * tournaments,
  eventsPerSecond: 10 * tournaments,
  commandsPerSecond: 0.2 * tournaments,
}

const week = weekOf(peak)
const fullest = week.toSorted((a, b) => b.tournaments - a.tournaments)[0]!
const { single, ...needs } = needsOf(week, measured, assumed)
const number = (value: number) =>
  value.toLocaleString('en', { maximumSignificantDigits: value < 100 ? 2 : 3 })

console.log('Unit costs\n')
for (const { what, value, unit, bench, commit } of Object.values(unitCosts)) {
  console.log(`| ${what} | ${value.toLocaleString('en')} ${unit} | ${bench} | ${commit} |`)
}
console.log(`\nAssumed: ${JSON.stringify(assumed)}\n`)
console.log('| the fullest hour | cores |\n| --- | ---: |')
for (const { name, cores } of partsIn(fullest, measured, assumed)) {
  console.log(`| ${name} | ${number(cores)} |`)
}
console.log('\n| needed | |\n| --- | ---: |')
for (const [name, value] of Object.entries(needs)) console.log(`| ${name} | ${number(value)} |`)
console.log('\n| full at | of one thread or stream |\n| --- | ---: |')
for (const { name, full } of single) console.log(`| ${name} | ${number(100 * full)} % |`)
