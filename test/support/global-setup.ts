// One Postgres and one nats-server for the whole run. Tests keep apart by databases and by
// prefixes of stream names of their own.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, stat, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Browser, findChromium } from '../../scripts/support/chromium.ts'
import { builtConsole } from '../../scripts/support/console-server.ts'
import { endWithParent } from '../../scripts/support/parent.ts'
import { type Servers, startServers } from '../../scripts/servers/index.ts'
import { claim, ownerOf } from '../../scripts/servers/owner.ts'
import { migrate, openStore } from '../../services/store/index.ts'
import { startContainers } from './containers.ts'
import { templateDatabase } from './template-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** An administrator's address: create databases of your own beside this one. */
    databaseUrl: string
    natsUrl: string
    serversKind: Servers['kind']
    chromium: Browser
  }
}

const prefix = 'waggle-test-'
const youngMs = 60_000
const memory = '/dev/shm'
const wantedBytes = 8 * 1024 ** 3

type Shared = { users: number; servers: Promise<Servers> }

// Each vitest project runs this file anew, so what they share hangs on the process.
const shared = process as typeof process & { waggleServers?: Shared }

export default async function setup(project: TestProject) {
  endWithParent()
  shared.waggleServers ??= { users: 0, servers: start() }
  const mine = shared.waggleServers
  mine.users++
  const servers = await mine.servers
  project.provide('databaseUrl', servers.databaseUrl)
  project.provide('natsUrl', servers.natsUrl)
  project.provide('serversKind', servers.kind)
  project.provide('chromium', findChromium())
  // Built before the first file needs it: several would build it at once.
  if (project.name !== 'system') await builtConsole()
  return async () => {
    mine.users--
    if (mine.users > 0) return
    shared.waggleServers = undefined
    await servers.stop()
  }
}

async function start(): Promise<Servers> {
  await sweep()
  const dir = await mkdtemp(join(await roomiest(), prefix))
  claim(dir)
  // For all that tests and browsers put there, too.
  process.env['TMPDIR'] = dir
  const clean = () => rm(dir, { recursive: true, force: true, maxRetries: 5 })
  try {
    const servers = await startAll(dir)
    await makeTemplate(servers.databaseUrl)
    return { ...servers, stop: () => servers.stop().then(clean) }
  } catch (error) {
    await clean()
    throw error
  }
}

/** In memory where there is plenty: hundreds of databases are made, and nobody wants them afterwards. */
async function roomiest(): Promise<string> {
  const found = await statfs(memory).catch(() => undefined)
  const bytes = found ? Math.min(found.bavail * found.bsize, freemem()) : 0
  return bytes > wantedBytes ? memory : tmpdir()
}

/** A database with all migrations, to be copied for each test file: that takes less than to migrate. */
async function makeTemplate(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl)
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query(`drop database if exists ${templateDatabase}`)
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  url.pathname = `/${templateDatabase}`
  const store = await openStore({ url: url.href })
  await migrate(store)
  await store.close()
}

async function startAll(dir: string): Promise<Servers> {
  const { DATABASE_URL: databaseUrl, NATS_URL: natsUrl } = process.env
  if (databaseUrl && natsUrl) return startServers({ dir: '', databaseUrl, natsUrl })
  const containers = await startContainers({ databaseUrl, natsUrl })
  return containers ?? startServers({ dir, databaseUrl, natsUrl, fsync: false })
}

/** A run that was killed could not clean up after itself. */
async function sweep(): Promise<void> {
  for (const folder of [tmpdir(), memory]) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.startsWith(prefix)) continue
      const dir = join(folder, name)
      const found = await stat(dir).catch(() => undefined)
      const young = !found || Date.now() - found.mtimeMs < youngMs
      const owned = [dir, join(dir, 'postgres'), join(dir, 'nats')].some(ownerOf)
      if (young || owned) continue
      for (const at of await mountsBelow(dir)) spawnSync('umount', [at])
      await rm(dir, { recursive: true, force: true })
    }
  }
}

/** The small disks of a test that fills one. */
async function mountsBelow(dir: string): Promise<string[]> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const places = mounts.split('\n').map((line) => line.split(' ')[1] ?? '')
  return places.filter((at) => at.startsWith(`${dir}/`))
}
