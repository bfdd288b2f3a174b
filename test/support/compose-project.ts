// A compose file of the repository, started as a project of its own: names, ports and image are not
// those that somebody may have running on this machine.
import { type SpawnSyncReturns, execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'

type Service = { image: string; build?: string }
type Compose = { services: Record<string, Service> }
/** What `docker inspect` says of a container. */
export type Inspected = {
  Name: string
  RestartCount: number
  State: { ExitCode: number; Running: boolean; Health?: { Status: string } }
  Config: { User: string; Image: string; Labels: Record<string, string> }
  HostConfig: {
    ReadonlyRootfs: boolean
    Memory: number
    NanoCpus: number
    PidsLimit: number | null
    CapDrop: string[] | null
    SecurityOpt: string[] | null
  }
}
export type Project = Awaited<ReturnType<typeof openProject>>

export const root = join(import.meta.dirname, '../..')
const files = ['compose.yaml', 'deploy/cluster/compose.yaml']
const pullMs = 300_000
const outputBytes = 64 * 2 ** 20
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const servicesOf = (file: string) =>
  Object.entries((parse(read(file), { merge: true }) as Compose).services)
const isOurs = ({ image }: Service) => image === '${WAGGLE_IMAGE:-waggle}'

function docker(args: string[], timeout = 10_000): SpawnSyncReturns<string> {
  return spawnSync('docker', args, { encoding: 'utf8', timeout })
}

/** Why the compose files cannot be started on this machine; undefined where they can. */
export function whyNotHere(): string | undefined {
  if (docker(['version', '--format', '{{.Server.Version}}']).status !== 0)
    return 'no container engine answers'
  if (docker(['compose', 'version']).status !== 0) return 'docker has no compose plugin'
  const others = files.flatMap((file) => servicesOf(file).map(([, { image }]) => image))
  const bases = [...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!)
  const wanted = new Set([...bases, ...others.filter((image) => !isOurs({ image }))])
  const missing = [...wanted].find(
    (image) =>
      docker(['image', 'inspect', image]).status !== 0 &&
      docker(['pull', '--quiet', image], pullMs).status !== 0,
  )
  return missing && `the image ${missing} is neither here nor can it be pulled`
}

/** `more`: further lines of the file that is laid over the one of the repository. */
export async function openProject(given: {
  file: string
  image: string
  ports: string[]
  env: Record<string, string>
  more?: string
}) {
  const { file, image, ports, more = '' } = given
  const name = `waggle-test-${randomBytes(4).toString('hex')}`
  const dir = await mkdtemp(join(tmpdir(), `${name}-`))
  const ours = servicesOf(file).flatMap(([service, it]) => (isOurs(it) ? [service] : []))
  const over = join(dir, 'over.yaml')
  const images = ours.map((service) => `  ${service}: { image: ${image} }`)
  const proxy = `  proxy: { ports: !override ${JSON.stringify(ports)} }`
  await writeFile(over, ['services:', ...images, proxy, more, ''].join('\n'))
  const env = { ...process.env, ...given.env }

  async function run(...args: string[]): Promise<string> {
    const options = { cwd: root, env, maxBuffer: outputBytes }
    const { stdout } = await promisify(execFile)('docker', args, options)
    return stdout.trim()
  }
  const compose = (...args: string[]) => run('compose', '-p', name, '-f', file, '-f', over, ...args)
  const containers = async (): Promise<Inspected[]> => {
    const ids = await compose('ps', '--all', '--quiet')
    if (!ids) return []
    return JSON.parse(await run('inspect', ...ids.split('\n'))) as Inspected[]
  }
  return {
    name,
    run,
    compose,
    containers,
    kindOf: ({ Config }: Inspected) => Config.Labels['com.docker.compose.service']!,
    isOurs: ({ Config }: Inspected) => Config.Image === image,
    /** Until all are healthy, which compose says by its exit code. */
    async up(): Promise<void> {
      try {
        await compose('up', '--build', '--detach', '--wait', '--wait-timeout', '300')
      } catch (error) {
        const output = await compose('logs', '--no-color', '--tail', '15').catch(() => '')
        throw new Error(`${name} does not come up:\n${output}`, { cause: error })
      }
    },
    async close(): Promise<void> {
      await compose('--profile', '*', 'down', '--volumes', '--timeout', '5')
      await rm(dir, { recursive: true, force: true })
    },
  }
}
