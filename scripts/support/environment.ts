// Finds the servers: from the environment, from a running `npm start`, or by starting our own.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { ownerOf } from '../servers/owner.ts'
import { makeFolder } from '../servers/make-folder.ts'
import { startServers } from '../servers/index.ts'
import type { Servers } from '../servers/index.ts'

type Environment = Servers & { dataDir: string; embedded: boolean }
type RunningServers = { pid: number; databaseUrl: string; natsUrl: string }

export function dataDir(): string {
  return resolve(process.env['DATA_DIR'] ?? '.data')
}

/** The servers for a script that may run while `npm start` is running. */
export async function findServers(): Promise<Environment> {
  const running = runningServers()
  if (!running) return ownServers()
  const { databaseUrl, natsUrl } = running
  const stop = async () => {}
  return { databaseUrl, natsUrl, kind: 'given', dataDir: dataDir(), embedded: true, stop }
}

/**
 * Starts the servers that the environment does not provide, and saves their addresses for scripts.
 */
export async function ownServers(): Promise<Environment> {
  const { DATABASE_URL: databaseUrl, NATS_URL: natsUrl } = process.env
  const dir = dataDir()
  if (!databaseUrl || !natsUrl) makeDataFolder(dir)
  const servers = await startServers({
    dir,
    ...(databaseUrl ? { databaseUrl } : {}),
    ...(natsUrl ? { natsUrl } : {}),
  })
  const embedded = !databaseUrl
  if (!embedded) return { ...servers, dataDir: dir, embedded }
  const running: RunningServers = {
    pid: process.pid,
    databaseUrl: servers.databaseUrl,
    natsUrl: servers.natsUrl,
  }
  writeFileSync(file(dir), JSON.stringify(running), { mode: 0o600 })
  const stop = async () => {
    rmSync(file(dir), { force: true })
    await servers.stop()
  }
  return { ...servers, stop, dataDir: dir, embedded }
}

function makeDataFolder(dir: string): void {
  try {
    makeFolder(dir)
  } catch (error) {
    throw new Error(`${(error as Error).message} See DATA_DIR.`, { cause: error })
  }
}

function runningServers(): RunningServers | null {
  const path = file(dataDir())
  if (process.env['DATABASE_URL'] || !existsSync(path)) return null
  const running = readRecord(path)
  // After a reboot the pid of a killed `npm start` may belong to another program.
  return running && ownerOf(join(dataDir(), 'postgres')) === running.pid ? running : null
}

/** Null if it was not written to its end. */
function readRecord(path: string): RunningServers | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as RunningServers
  } catch {
    return null
  }
}

function file(dir: string): string {
  return join(dir, 'servers.json')
}
