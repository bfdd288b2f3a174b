// One Postgres and one nats-server for the whole run. Test files are isolated by a database and a
// prefix of stream names of their own.
import { spawnSync } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, stat, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Browser, findChromium } from '#scripts/support/chromium.ts'
import { builtConsole } from '#scripts/support/console-server.ts'
import { endWithParent } from '#scripts/support/parent.ts'
import { type Servers, startServers } from '#scripts/servers/index.ts'
import { claim, ownerOf } from '#scripts/servers/owner.ts'
import { migrate, openStore } from '#services/store/index.ts'
import { startContainers } from './containers.ts'
import { templateDatabase } from './template-database.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a user that may create databases beside this one. */
    databaseUrl: string
    natsUrl: string
    serversKind: Servers['kind']
    chromium: Browser
  }
}

const prefix = 'waggle-test-'
const recentMs = 60_000
const memoryFolder = '/dev/shm'
const neededBytes = 8 * 1024 ** 3

type Shared = { users: number; servers: Promise<Servers> }

// Each vitest project loads this file again, so shared state is attached to the process.
const shared = process as typeof process & { waggleServers?: Shared }

export default async function setup(project: TestProject) {
  endWithParent()
  shared.waggleServers ??= { users: 0, servers: start() }
  const current = shared.waggleServers
  current.users++
  const servers = await current.servers
  project.provide('databaseUrl', servers.databaseUrl)
  project.provide('natsUrl', servers.natsUrl)
  project.provide('serversKind', servers.kind)
  project.provide('chromium', findChromium())
  // Built before the first test file needs it; otherwise several files would build it concurrently.
  if (project.name !== 'system') await builtConsole()
  return async () => {
    current.users--
    if (current.users > 0) return
    shared.waggleServers = undefined
    await servers.stop()
  }
}

async function start(): Promise<Servers> {
  await removeLeftovers()
  const dir = await mkdtemp(join(await tempFolder(), prefix))
  claim(dir)
  // Also for the temporary files of tests and browsers.
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

/** In memory if there is enough of it: a run creates hundreds of databases and discards them. */
async function tempFolder(): Promise<string> {
  const stats = await statfs(memoryFolder).catch(() => undefined)
  const freeBytes = stats ? Math.min(stats.bavail * stats.bsize, freemem()) : 0
  return freeBytes > neededBytes ? memoryFolder : tmpdir()
}

/**
 * Creates a migrated database to copy for each test file, which is faster than migrating each time.
 */
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

/** Removes the folders of runs that were killed before they could clean up. */
async function removeLeftovers(): Promise<void> {
  for (const folder of [tmpdir(), memoryFolder]) {
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.startsWith(prefix)) continue
      const dir = join(folder, name)
      const stats = await stat(dir).catch(() => undefined)
      const isRecent = !stats || Date.now() - stats.mtimeMs < recentMs
      const isInUse = [dir, join(dir, 'postgres'), join(dir, 'nats')].some(ownerOf)
      if (isRecent || isInUse) continue
      for (const mountPoint of await mountsBelow(dir)) spawnSync('umount', [mountPoint])
      await rm(dir, { recursive: true, force: true })
    }
  }
}

/** The small file systems that the test of full disks mounts. */
async function mountsBelow(dir: string): Promise<string[]> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '')
  const mountPoints = mounts.split('\n').map((line) => line.split(' ')[1] ?? '')
  return mountPoints.filter((mountPoint) => mountPoint.startsWith(`${dir}/`))
}
