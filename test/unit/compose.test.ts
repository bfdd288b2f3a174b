// Checks the two compose files: deploy/cluster runs the services of compose.yaml with replicas.
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

type Service = {
  image: string
  build?: string
  command?: string[]
  environment?: Record<string, string>
  healthcheck?: unknown
  volumes?: string[]
  configs?: { source: string }[]
  depends_on?: Record<string, unknown>
  read_only?: boolean
  tmpfs?: string[]
  cap_drop?: string[]
  security_opt?: string[]
  mem_limit?: string
  cpus?: number
  pids_limit?: number
}
type Compose = {
  services: Record<string, Service>
  configs: Record<string, { content: string }>
  volumes: Record<string, unknown>
}
const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const compose = (path: string) => parse(read(path), { merge: true }) as Compose
const single = compose('compose.yaml')
const cluster = compose('deploy/cluster/compose.yaml')
const services = Object.entries(cluster.services)
/** `intake2` is a second `intake`. */
const kindOf = (name: string) => name.replace(/\d$/, '')
const countOf = (kind: string) => services.filter(([name]) => kindOf(name) === kind).length
const isOurs = ({ image }: Service) => image === '${WAGGLE_IMAGE:-waggle}'

test('the cluster has the same services as compose.yaml', () => {
  const kinds = new Set(services.map(([name]) => kindOf(name)))
  expect([...kinds].sort()).toEqual(Object.keys(single.services).sort())
  for (const [name, { image, command, healthcheck }] of services) {
    const counterpart = single.services[kindOf(name)]!
    // The standby first copies the data, then runs the same command.
    const own = name === 'postgres2' ? sharedParts(command!, counterpart.command!) : command
    expect({ name, image, healthcheck, command: own }).toEqual({
      name,
      image: counterpart.image,
      healthcheck: counterpart.healthcheck,
      command: counterpart.command,
    })
  }
})

/** The parts of the other command that this shell command contains. */
function sharedParts([line = '']: string[], parts: string[]): string[] {
  return parts.filter((part) => line.includes(part))
}

test('the cluster has two of each service, three of NATS, and settings with all their addresses', () => {
  expect([countOf('nats'), countOf('postgres'), countOf('intake')]).toEqual([3, 2, 2])
  const replicas = read('deploy/cluster/compose.yaml').match(/deploy: \{ replicas: 2 \}/g)
  expect(replicas).toHaveLength(5)
  for (const [, service] of services.filter(([, it]) => isOurs(it))) {
    const { DATABASE_URL = '', NATS_URL = '', NATS_MONITOR_URL = '' } = service.environment!
    for (const n of [1, 2, 3]) {
      expect(NATS_URL).toContain(`nats${n}:4222`)
      expect(NATS_MONITOR_URL).toContain(`http://nats${n}:8222`)
    }
    expect(DATABASE_URL).toContain('@postgres1:5432,postgres2:5432/waggle')
    expect(service.environment!['LOG_REPLICAS']).toBe('3')
  }
})

test.each([
  ['compose.yaml', single],
  ['deploy/cluster/compose.yaml', cluster],
])('%s: every setting is read by a service, and every reference exists', (_, file) => {
  const sources = globSync('services/**/*.ts', { cwd: root }).map(read).join('\n')
  for (const [name, service] of Object.entries(file.services)) {
    const settings = isOurs(service) ? Object.keys(service.environment!) : []
    const unknown = settings.filter((setting) => !new RegExp(`\\b${setting}\\b`).test(sources))
    expect({ name, unknown }).toEqual({ name, unknown: [] })
    for (const other of Object.keys(service.depends_on ?? {}))
      expect(Object.keys(file.services)).toContain(other)
    for (const { source } of service.configs ?? []) expect(file.configs).toHaveProperty(source)
    for (const volume of service.volumes ?? [])
      expect(file.volumes).toHaveProperty(volume.split(':')[0]!)
  }
})

test.each([
  ['compose.yaml', single],
  ['deploy/cluster/compose.yaml', cluster],
])(
  '%s: every service has limits of memory and CPU, and ours have read-only file systems',
  (_, file) => {
    for (const [name, service] of Object.entries(file.services)) {
      const { mem_limit = '', cpus = 0 } = service
      expect({ name, mem_limit }).toEqual({ name, mem_limit: expect.stringMatching(/\d+[mg]\}?$/) })
      expect({ name, isLimited: cpus > 0 && cpus <= 2 }).toEqual({ name, isLimited: true })
      if (!isOurs(service)) continue
      expect(service).toMatchObject({
        read_only: true,
        tmpfs: ['/tmp'],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        pids_limit: 100,
      })
      expect(service.volumes).toBeUndefined()
    }
  },
)

test('the image has no build tools, runs as an unprivileged user, and has a health check', () => {
  const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ')
  const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  const lines = last.split('\n').map((line) => line.trim())
  const runCommands = lines.flatMap((line) => /^RUN (.*)/.exec(line)?.[1] ?? [])
  // The only command in the last stage removes tools; nothing is installed or built.
  expect(runCommands).toHaveLength(1)
  for (const tool of ['node_modules', 'npm', 'npx', 'corepack', 'yarn'])
    expect(runCommands[0]).toMatch(new RegExp(`^rm -rf .*/${tool}\\b`))
  expect(lines.findLast((line) => line.startsWith('USER '))).toBe('USER node')
  expect(last).toContain('HEALTHCHECK')
  const check = single.services['api']!.healthcheck as { test: string[] }
  expect(last.replace("' + (process.env.PORT || 8080) + '", '8080')).toContain(check.test.at(-1)!)
  // Native binaries are optional packages, such as those of sharp, which resizes images.
  expect(dockerfile).not.toContain('omit=optional')
})

test('P1: NATS has the same users and syncs before it acknowledges, and the proxy has the same routes', () => {
  const natsOf = ({ services: all }: Compose, name: string) =>
    all[name]!.environment!['NATS_CONFIG']!
  const usersOf = (config: string) => config.slice(config.indexOf('authorization {\n  users'))
  const routesOf = ({ configs }: Compose) => {
    const { content } = configs['proxy']!
    return content.slice(content.indexOf('(to) {'), content.indexOf(':8080 {'))
  }
  const users = usersOf(natsOf(single, 'nats'))
  expect(users.length).toBeGreaterThan(1_000)
  // P1, P16
  const settings = /sync_interval: always\s+max_file_store: 1PB/
  expect(natsOf(single, 'nats')).toMatch(settings)
  for (const name of ['nats1', 'nats2', 'nats3']) {
    expect(usersOf(natsOf(cluster, name))).toBe(users)
    expect(natsOf(cluster, name)).toMatch(settings)
  }
  expect(routesOf(cluster)).toBe(routesOf(single))
})

test.each([
  ['compose.yaml', single],
  ['deploy/cluster/compose.yaml', cluster],
])('%s: engines accept it: one build, and no inline configs in read-only services', (_, file) => {
  const all = Object.entries(file.services)
  expect(all.filter(([, { build }]) => build).map(([name]) => name)).toEqual(['projector'])
  for (const [name, { read_only, configs = [], environment = {} }] of all) {
    expect({ name, configs: read_only ? configs : [] }).toEqual({ name, configs: [] })
    // The builtin C.UTF-8 needs the encoding, which --locale=C would set to SQL_ASCII.
    const initdb = environment['POSTGRES_INITDB_ARGS'] ?? '--encoding=UTF8'
    expect({ name, initdb }).toEqual({ name, initdb: expect.stringContaining('--encoding=UTF8') })
  }
})

const dockerCompose = spawnSync('docker', ['compose', 'version'])
if (dockerCompose.status !== 0) console.warn('Left out: compose files read by docker compose')

test.skipIf(dockerCompose.status !== 0).each(['compose.yaml', 'deploy/cluster/compose.yaml'])(
  '%s: docker compose accepts it with the one required setting',
  (file) => {
    const env = { ...process.env, ADMIN_API_KEY: 'x'.repeat(24) }
    const args = ['compose', '-f', file, 'config', '--quiet']
    const { status, stderr } = spawnSync('docker', args, { cwd: root, env, encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  },
)
