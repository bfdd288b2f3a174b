// Downloads Debian's nats-server with apt into our own folder: the signature is checked against
// Debian's keyring, nothing on the system is changed, and no root is needed.
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** Debian releases with a suitable nats-server. Go programs also run on older systems. */
export type Suite = 'trixie' | 'sid'
const keyrings = ['gpg', 'pgp'].map((end) => `/usr/share/keyrings/debian-archive-keyring.${end}`)
const limitMs = 120_000

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

export async function downloadFromDebian(target: string, suite: Suite): Promise<void> {
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
