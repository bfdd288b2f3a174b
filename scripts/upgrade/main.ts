// `npm run try-upgrade -- <commits>` opens that many commits in the format of the previous release,
// on its own servers. With `--side-by-side` it replaces the services of that release one by one
// under load. Exit code 1 if a row differs or something was lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startNats, startPostgres } from '../servers/index.ts'
import { argumentsOf, numberOf } from '../support/arguments.ts'
import { endWithParent } from '../support/parent.ts'
import { previousCode, previousRelease } from './previous-release.ts'
import { rollingUpdate } from './rolling-update.ts'
import { tryUpgrade } from './trial.ts'

type Servers = { natsUrl: string; databaseUrl: string }

const usage = 'npm run try-upgrade [-- <commits> | --side-by-side]'
const { words, flags } = argumentsOf(usage, { flags: ['side-by-side'], words: [0, 1] })
const isSideBySide = flags.has('side-by-side')
const commits = numberOf('The number of commits', words[0], usage) ?? 100_000
endWithParent()
const dir = mkdtempSync(join(tmpdir(), 'waggle-upgrade-'))
// The previous release cannot authenticate to NATS.
const nats = await startNats({ dir: join(dir, 'nats'), users: !isSideBySide })
const postgres = await startPostgres({ dir: join(dir, 'postgres') })
try {
  const servers = { natsUrl: nats.url, databaseUrl: postgres.url }
  const problems = isSideBySide
    ? await replaceServices(servers)
    : await openCommits(servers, commits)
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await Promise.all([nats.stop(), postgres.stop()])
  rmSync(dir, { recursive: true, force: true })
}

async function openCommits(servers: Servers, atLeast: number): Promise<string[]> {
  const found = await tryUpgrade({ ...servers, streams: '' }, atLeast)
  const { commits, evenings, release, differences } = found
  console.log(`${number(commits)} commits in ${number(evenings)} tournaments of ${release}.`)
  console.log(
    `It answers after ${seconds(found.answersMs)}, with all rows after ${seconds(found.completeMs)}.`,
  )
  if (differences.length === 0) console.log(`${number(found.rows)} rows are those of ${release}.`)
  return differences
}

async function replaceServices(servers: Servers): Promise<string[]> {
  const code = await previousCode(dir)
  if ('failure' in code) return [code.failure]
  const found = await rollingUpdate({ ...servers, previous: code.folder, presses: 30 })
  const { commands, commits, events, awayMs, problems } = found
  const all = `${number(commands)} commands in ${number(commits)} commits, ${number(events)} cabinet events`
  console.log(`Services of ${previousRelease.version} replaced by those of this version: ${all}.`)
  console.log(
    `No press was answered for ${seconds(awayMs.projector)} while the projector was replaced, for ${seconds(awayMs.others)} while the others were.`,
  )
  if (problems.length === 0) console.log('All that was acknowledged is there once.')
  return problems
}

function number(n: number): string {
  return n.toLocaleString('en')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
