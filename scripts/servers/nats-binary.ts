// Finds a nats-server of 2.10 or newer: named, on PATH, cached, or from Debian without being root.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { downloadFromDebian } from './nats-download.ts'

export type NatsProgram = { kind: 'binary'; path: string } | { kind: 'image'; image: string }

// Debian puts it into sbin, which is not on everybody's PATH.
const places = ['nats-server', '/usr/sbin/nats-server']
const cached = resolve(import.meta.dirname, '../../.cache/nats-server')
const image = 'nats:2.15'

const advice = `Waggle needs nats-server 2.10 or newer. Any one of these will do:
  - install it so that it is on PATH (macOS: brew install nats-server; others: the archive of
    the nats-io/nats-server project), or name it in NATS_SERVER_BIN
  - start a Docker engine: the image ${image} is then used
  - set NATS_URL to a server that runs with JetStream and sync_interval: always`

export async function natsProgram(): Promise<NatsProgram> {
  const named = process.env['NATS_SERVER_BIN']
  if (named) {
    if (newEnough(named)) return { kind: 'binary', path: named }
    throw new Error(`NATS_SERVER_BIN=${named} is not a nats-server of 2.10 or newer.`)
  }
  for (const path of [...places, cached]) if (newEnough(path)) return { kind: 'binary', path }
  const failure = await downloadFromDebian(cached).then(
    () => (newEnough(cached) ? undefined : 'what Debian has does not run here'),
    (error: Error) => error.message,
  )
  if (failure === undefined) return { kind: 'binary', path: cached }
  if (dockerAnswers()) return { kind: 'image', image }
  throw new Error(`${advice}\nDebian's package was tried: ${failure}`)
}

/** Sees to it that there is one; the answer is the reason where there cannot be. */
export async function ensureNats(): Promise<string | undefined> {
  if (process.env['NATS_URL']) return undefined
  return natsProgram().then(
    () => undefined,
    (error: Error) => error.message,
  )
}

function newEnough(path: string): boolean {
  if (path.includes('/') && !existsSync(path)) return false
  try {
    const said = execFileSync(path, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, major = '0', minor = '0'] = /v(\d+)\.(\d+)/.exec(said) ?? []
    return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 10)
  } catch {
    return false
  }
}

function dockerAnswers(): boolean {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore', timeout: 5000 })
    return true
  } catch {
    return false
  }
}
