// Measures rebuilding the read models from the log of a season.
import { startChild } from './children/child.ts'
import type { Child } from './children/child.ts'
import { ofPairs } from './commands.ts'
import { alternate } from './measure/numbers.ts'
import type { Rebuilder } from './children/rebuilder.ts'
import type { BenchServers } from './servers/index.ts'
import type { Measurement } from './measure/table.ts'

type Report = (line: Measurement) => void
const streams = 'season_'
const fullSize = { commits: 5_000, events: 300_000 }
const shortSize = { commits: 1_000, events: 60_000 }

export async function rebuild(
  servers: BenchServers,
  { short, flags, report }: { short: boolean; flags: string[]; report: Report },
) {
  const rebuilder = startChild<Rebuilder>('rebuilder.ts', flags)
  try {
    await measured(servers, { rebuilder, short, report })
  } finally {
    await rebuilder.end()
  }
}

async function measured(
  servers: BenchServers,
  { rebuilder, short, report }: { rebuilder: Child<Rebuilder>; short: boolean; report: Report },
) {
  const { natsUrl, baseline } = servers
  const databaseUrl = await servers.newDatabase('season')
  await rebuilder.ask('open', { natsUrl, databaseUrl, streams })
  const { upTo, ...size } = await rebuilder.ask('writeSeason', short ? shortSize : fullSize)
  const pairs = short ? 1 : 2
  const of = { databaseUrl, natsUrl }
  const empty = { tournament: 0, facts: 0 }

  const commits = await alternate(pairs, {
    product: () => rebuilder.ask('refill', { ...empty, tournament: upTo.tournament }),
    baseline: async () => {
      await rebuilder.ask('clear', 'view_floor')
      const work = { ...of, stream: `${streams}tournaments`, upTo: upTo.tournament }
      return baseline.ask('rebuildCommits', work)
    },
  })
  await compare(rebuilder, 'tournament_version')
  report({ ...perSecond('rebuild: commits', size.commits, commits), aim: '≥ 0.5' })

  const events = await alternate(pairs, {
    product: () => rebuilder.ask('refill', { ...empty, facts: upTo.facts }),
    baseline: async () => {
      await rebuilder.ask('clear', 'view_floor')
      const work = { ...of, stream: `${streams}facts`, upTo: upTo.facts }
      return baseline.ask('rebuildEvents', work)
    },
  })
  await compare(rebuilder, 'cabinet_event')
  report({ ...perSecond('rebuild: game events', size.events, events), aim: '≥ 0.5' })
  const mebibytes = (await rebuilder.ask('maxBytes')) / 1024 ** 2
  report({ what: 'rebuild: most memory', unit: 'MiB', product: mebibytes })
}

/** Checks that the rebuild lost no rows. */
async function compare(rebuilder: Child<Rebuilder>, table: string) {
  const [ours, theirs] = [
    await rebuilder.ask('hashOf', 'view_next', table),
    await rebuilder.ask('hashOf', 'view_floor', table),
  ]
  if (ours !== theirs) console.log(`The rows of ${table} differ: ${ours} and ${theirs}`)
}

function perSecond(what: string, count: number, ms: { product: number[]; baseline: number[] }) {
  const rate = (one: number) => count / (one / 1_000)
  const rates = { product: ms.product.map(rate), baseline: ms.baseline.map(rate) }
  return { what, unit: '/s', ...ofPairs(rates) }
}
