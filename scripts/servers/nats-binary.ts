// Finds a nats-server 2.10 or newer: configured, on PATH, cached, or downloaded from Debian without
// root.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { downloadFromDebian } from './nats-download.ts'
import type { Suite } from './nats-download.ts'

export type NatsProgram = { kind: 'binary'; path: string } | { kind: 'image'; image: string }

// Debian installs it in sbin, which is not on every user's PATH.
const candidates = ['nats-server', '/usr/sbin/nats-server']
const image = 'nats:2.15'
type Source = { oldest: number; cached: string; suite: Suite }
const inCache = (name: string) => resolve(import.meta.dirname, '../../.cache', name)
/** From the stable release: bookworm's 2.9 lacks filters, and sid changes. */
const single: Source = { oldest: 10, cached: inCache('nats-server'), suite: 'trixie' }
/**
 * In older clusters conditional appends were not safe; only sid has a version that is new enough.
 */
const clustered: Source = { oldest: 12, cached: inCache('nats-server-clustered'), suite: 'sid' }

const advice = `Waggle needs nats-server 2.10 or newer. Any one of these will do:
  - install it so that it is on PATH (macOS: brew install nats-server; others: the archive of
    the nats-io/nats-server project), or name it in NATS_SERVER_BIN
  - start a Docker engine: the image ${image} is then used
  - set NATS_URL to a server that runs with JetStream and sync_interval: always`

export async function natsProgram(): Promise<NatsProgram> {
  const named = process.env['NATS_SERVER_BIN']
  if (named) {
    if (newEnough(named, single)) return { kind: 'binary', path: named }
    throw new Error(`NATS_SERVER_BIN=${named} is not a nats-server of 2.10 or newer.`)
  }
  const found = await findOrDownload(single, [])
  if ('path' in found) return { kind: 'binary', path: found.path }
  if (isDockerRunning()) return { kind: 'image', image }
  throw new Error(`${advice}\nDebian's package was tried: ${found.failure}`)
}

/** For a cluster on this machine, which only tests and benchmarks start. */
export function clusterProgram(): Promise<{ path: string } | { failure: string }> {
  const named = process.env['NATS_SERVER_BIN']
  return findOrDownload(clustered, named ? [named, single.cached] : [single.cached])
}

async function findOrDownload(
  source: Source,
  more: string[],
): Promise<{ path: string } | { failure: string }> {
  const { cached, suite } = source
  for (const path of [...more, ...candidates, cached]) if (newEnough(path, source)) return { path }
  return downloadFromDebian(cached, suite).then(
    () =>
      newEnough(cached, source)
        ? { path: cached }
        : { failure: 'what Debian has does not run here' },
    (error: Error) => ({ failure: error.message }),
  )
}

/** Makes sure that a nats-server is available; returns the reason if it cannot. */
export async function ensureNats(): Promise<string | undefined> {
  if (process.env['NATS_URL']) return undefined
  return natsProgram().then(
    () => undefined,
    (error: Error) => error.message,
  )
}

function newEnough(path: string, { oldest }: Source): boolean {
  if (path.includes('/') && !existsSync(path)) return false
  try {
    const output = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, major = '0', minor = '0'] = /v(\d+)\.(\d+)/.exec(output) ?? []
    return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= oldest)
  } catch {
    return false
  }
}

function isDockerRunning(): boolean {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 5000 })
    return true
  } catch {
    return false
  }
}
