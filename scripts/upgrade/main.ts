// `npm run try-upgrade -- <commits>`: opens as many commits as the previous release stored them, on servers
// of its own. Exit code 1 where a row is another than that release made.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServers } from '../servers/index.ts'
import { endWithParent } from '../support/parent.ts'
import { tryUpgrade } from './trial.ts'

const atLeast = Number(process.argv[2] ?? 100_000)
endWithParent()
const dir = mkdtempSync(join(tmpdir(), 'waggle-upgrade-'))
const servers = await startServers({ dir })
try {
  const { natsUrl, databaseUrl } = servers
  const found = await tryUpgrade({ natsUrl, databaseUrl, streams: '' }, atLeast)
  const number = (n: number) => n.toLocaleString('en')
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const { commits, evenings, release } = found
  console.log(`${number(commits)} commits in ${number(evenings)} tournaments of ${release}.`)
  console.log(
    `It answers after ${seconds(found.answersMs)}, with all rows after ${seconds(found.completeMs)}.`,
  )
  for (const difference of found.differences) console.log(difference)
  if (found.differences.length === 0)
    console.log(`${number(found.rows)} rows are those of ${release}.`)
  process.exitCode = found.differences.length === 0 ? 0 : 1
} finally {
  await servers.stop()
  rmSync(dir, { recursive: true, force: true })
}
