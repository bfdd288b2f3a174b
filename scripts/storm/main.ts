// `npm run storm -- --kills 500`: three NATS servers, two of each service, and random faults.
// `npm run storm -- --viewers 2000`: the same, restarted one by one while 2,000 viewers watch.
// `npm run storm -- --presses 100000`: one of each, and that many presses over a bad line.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startWaggle } from '#services/index.ts'
import { startServers } from '../servers/index.ts'
import { argumentsOf } from '../support/arguments.ts'
import { median } from '../bench/measure/numbers.ts'
import { pressOverBadLine } from './bad-line.ts'
import type { Findings } from './invariants.ts'
import { startPair } from './postgres-pair.ts'
import type { PostgresPair } from './postgres-pair.ts'
import { startCluster } from './nats-cluster.ts'
import { rollingRestart } from './rolling-restart.ts'
import { storm } from './storm.ts'
import { throughput } from './throughput.ts'

const usage =
  'npm run storm [-- --kills 100 [--seed <text>] | --viewers 2000 | --presses 100000 [--seed <text>]]'
const { values, numbers } = argumentsOf(usage, {
  values: ['seed'],
  numbers: ['kills', 'viewers', 'presses'],
})
const dir = await mkdtemp(join(tmpdir(), 'waggle-storm-'))
try {
  const { commands, commits, events, problems } = await (numbers.presses
    ? pressMany(numbers.presses)
    : onCluster())
  console.log(`${commands} commands acknowledged, ${commits} commits, ${events} cabinet events`)
  for (const problem of problems) console.log(problem)
  console.log(problems.length === 0 ? 'All of it holds.' : `${problems.length} problems.`)
  process.exitCode = problems.length === 0 ? 0 : 1
  await rm(dir, { recursive: true, force: true })
} catch (error) {
  console.log(`What the servers wrote is left in ${dir}.`)
  throw error
}

async function onCluster(): Promise<Findings> {
  const postgres = await startPair(join(dir, 'postgres'))
  try {
    return await (numbers.viewers
      ? restartAll(postgres, numbers.viewers)
      : killMany(postgres, numbers.kills ?? 100))
  } finally {
    await postgres.stop()
  }
}

async function pressMany(presses: number): Promise<Findings> {
  const servers = await startServers({ dir })
  try {
    const adminKey = randomBytes(24).toString('base64url')
    const options = { port: 0, compatPort: 0, oneClick: true, quiet: true, requestsPerMinute: 0 }
    const waggle = await startWaggle({ ...servers, ...options, adminKey })
    const load = { adminKey, presses, tournaments: 100, seed: seedNow() }
    try {
      const report = await pressOverBadLine(waggle, load)
      console.log(`${report.faults} faults of the line, ${report.requests} requests`)
      return { ...report, commands: report.acknowledged, events: 0 }
    } finally {
      await waggle.stop()
    }
  } finally {
    await servers.stop()
  }
}

function seedNow(): string {
  const seed = values.seed ?? `storm ${Date.now()}`
  console.log(`--seed '${seed}'`)
  return seed
}

async function killMany({ url, failOver }: PostgresPair, kills: number): Promise<Findings> {
  await printThroughput()
  const seed = seedNow()
  const report = await storm({
    dir,
    databaseUrl: url,
    failOver,
    kills,
    seed,
    say: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
  })
  const away = report.faults.map(({ awayMs }) => awayMs)
  const times = `median ${Math.round(median(away))} ms, longest ${Math.max(...away)} ms`
  console.log(`${away.length} faults; writes away: ${times}`)
  return report
}

async function restartAll({ url }: PostgresPair, viewers: number): Promise<Findings> {
  const report = await rollingRestart({
    dir,
    databaseUrl: url,
    viewers,
    say: (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`),
  })
  console.log(
    `${report.restarts} restarts; nobody was without news for over ${report.longestMs} ms`,
  )
  return report
}

async function printThroughput(): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'waggle-copies-'))
  const cluster = await startCluster(home)
  const { one, three } = await throughput(cluster.url)
  await cluster.stop()
  for (const how of ['oneAtATime', 'inFlight'] as const) {
    const [a, b] = [one[how], three[how]]
    const rates = `${Math.round(a)}/s with one copy, ${Math.round(b)}/s with three`
    console.log(`appends, ${how}: ${rates}, ratio ${(b / a).toFixed(2)}`)
  }
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}
