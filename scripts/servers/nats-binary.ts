// Finds a nats-server 2.10 or newer: configured, on PATH, cached, or downloaded from Debian without
// root.
import { execFileSync, execFile } from 'node:child_process'
import { existsSync, chmodSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { resolve, dirname, join } from 'node:path'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'

// Downloads Debian's nats-server with apt into our own folder: the signature is checked against
// Debian's keyring, nothing on the system is changed, and no root is needed.
const keyrings = ['gpg', 'pgp'].map((end) => `/usr/share/keyrings/debian-archive-keyring.${end}`)
const limitMs = 120_000

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

/** Debian releases with a suitable nats-server. Go programs also run on older systems. */
type Suite = 'trixie' | 'sid'

async function run(command: string, args: string[], cwd: string): Promise<void> {
  try {
    await promisify(execFile)(command, args, { cwd, timeout: limitMs })
  } catch (error) {
    const output = (error as { stderr?: string }).stderr?.trim() ?? ''
    throw new Error(`${command} ${args.at(-1)}: ${output.split('\n').at(-1) || 'failed'}`, {
      cause: error,
    })
  }
}

async function downloadFromDebian(target: string, suite: Suite): Promise<void> {
  if (!existsSync('/usr/bin/apt-get')) throw new Error('this machine has no apt-get')
  const mirror = debianMirror(suite)
  if (!mirror) throw new Error("no Debian mirror in this machine's apt sources")
  const keyring = keyrings.find((path) => existsSync(path))
  if (!keyring) throw new Error("Debian's keyring is not on this machine")

  mkdirSync(dirname(target), { recursive: true })
  const room = await mkdtemp(join(dirname(target), 'apt-'))
  try {
    await writeFile(join(room, 'list'), `deb [signed-by=${keyring}] ${mirror} ${suite} main\n`)
    for (const folder of ['lists/partial', 'cache/archives/partial', 'parts'])
      mkdirSync(join(room, folder), { recursive: true })
    const flags = aptFlags(room)
    await run('apt-get', [...flags, 'update'], room)
    await run('apt-get', [...flags, 'download', 'nats-server'], room)
    const archive = (await readdir(room)).find((name) => name.endsWith('.deb'))
    if (!archive) throw new Error('apt-get brought no package')
    await run('dpkg', ['-x', archive, 'unpacked'], room)
    const program = join(room, 'unpacked/usr/sbin/nats-server')
    chmodSync(program, 0o755)
    // A single rename, so that two concurrent runs cannot leave an incomplete program.
    await rename(program, target)
  } finally {
    await rm(room, { recursive: true, force: true })
  }
}

function aptFlags(room: string): string[] {
  const settings = [
    `Dir::State::lists=${room}/lists`,
    `Dir::Cache=${room}/cache`,
    `Dir::Etc::sourcelist=${room}/list`,
    `Dir::Etc::sourceparts=${room}/parts`,
    'Debug::NoLocking=1',
    'Acquire::Languages=none',
    'APT::Sandbox::User=',
    'Dpkg::Use-Pty=0',
  ]
  return ['-q', ...settings.flatMap((setting) => ['-o', setting])]
}

/** The mirror from which this machine installs Debian, recognised by release and component. */
function debianMirror(suite: Suite): string | undefined {
  const files = globSync(['/etc/apt/sources.list', '/etc/apt/sources.list.d/*.{list,sources}'])
  const release = /^VERSION_CODENAME=(\w+)/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  const debian = [release, suite, 'unstable', 'sid']
  return files
    .flatMap((file) => sources(readFileSync(file, 'utf8')))
    .find(
      ({ suites, parts }) => parts.includes('main') && suites.some((name) => debian.includes(name)),
    )?.uri
}

type AptSource = { uri: string; suites: string[]; parts: string[] }

export function sources(text: string): AptSource[] {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'))
  const oneLine = lines.flatMap((line) => {
    const [, uri, name, rest] = /^deb\s+(?:\[[^\]]*\]\s+)?(\S+)\s+(\S+)\s*(.*)$/.exec(line) ?? []
    return uri && name ? [{ uri, suites: [name], parts: words(rest) }] : []
  })
  const stanzas = lines
    .join('\n')
    .split(/\n\s*\n/)
    .flatMap((stanza) => {
      const [uri] = words(/^URIs:(.+)$/m.exec(stanza)?.[1])
      const suites = words(/^Suites:(.+)$/m.exec(stanza)?.[1])
      const parts = words(/^Components:(.+)$/m.exec(stanza)?.[1])
      return uri ? [{ uri, suites, parts }] : []
    })
  return [...oneLine, ...stanzas]
}

function words(text = ''): string[] {
  return text.split(/\s+/).filter(Boolean)
}
