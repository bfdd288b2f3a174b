// Every environment variable that the product reads is in README's table of settings.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Set by the system, by npm, by the build of an image, or by our own scripts for a process. */
const notSettings = new Set([
  'PATH',
  'npm_execpath',
  'npm_lifecycle_event',
  'CHROMIUM_MISSING',
  'LONG',
  'WAGGLE_DEV',
  'WAGGLE_COMMIT',
])
/** Variables that only the compose files use. */
const ofComposeFiles =
  /^(POSTGRES_PASSWORD|NATS_[A-Z]+_PASSWORD|SERVICE_MEMORY|SITE_ADDRESS|WAGGLE_IMAGE)$/

const environment = /(?:process\.env|\benv)/.source
const readByName = new RegExp(`${environment}(?:\\.|\\[')(\\w+)`, 'g')
const destructured = new RegExp(
  `\\{([^{}]*)\\}(?: = ${environment}\\b(?!\\.)|: NodeJS\\.ProcessEnv)`,
  'g',
)
/** Read by a function that is given the name. */
const passedByName = /\b(?:fileOf\(env, |days\()'(\w+)'/g

function variablesIn(text: string): string[] {
  const names = [readByName, passedByName].flatMap((form) =>
    [...text.matchAll(form)].map(([, name = '']) => name),
  )
  const lists = [...text.matchAll(destructured)].flatMap(([, list = '']) => list.split(','))
  const keys = lists.map((entry) => /^\s*(\w+)/.exec(entry)?.[1] ?? '').filter(Boolean)
  return [...names, ...keys]
}

function variablesRead(): Set<string> {
  const files = globSync('{services,scripts}/**/*.{ts,mjs}', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  })
  return new Set(files.flatMap((file) => variablesIn(read(file))))
}

/** The variables of a compose file that are passed to services, and those that it replaces. */
function variablesOfCompose(path: string): string[] {
  const [services = ''] = read(path).split(/^x-nats-config:|^configs:/m)
  const passed = [...services.matchAll(/^ {4}([A-Z][A-Z_]+): /gm)].map(([, name = '']) => name)
  const replaced = [...read(path).matchAll(/(?<!\$)\$\{([A-Z_]+)/g)].map(([, name = '']) => name)
  return [...passed, ...replaced].filter((name) => !ofComposeFiles.test(name))
}

const [, table = ''] = /^## Settings\n(.*?)^## /ms.exec(read('README.md')) ?? []
const rows = table.split('\n').filter((line) => line.startsWith('| `'))
const documented = new Set(
  [...rows.join('\n').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name = '']) => name),
)

test('every environment variable that services and scripts read is in the table of settings', () => {
  const names = [...variablesRead()].filter((name) => !notSettings.has(name))
  expect(names.length).toBeGreaterThan(45)
  expect(names.filter((name) => !documented.has(name))).toEqual([])
})

test.each(['compose.yaml', 'deploy/cluster/compose.yaml'])(
  'every setting that %s passes on is in the table',
  (path) => {
    const names = variablesOfCompose(path)
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !documented.has(name))).toEqual([])
  },
)

/** Of one machine: its embedded servers, its browser, its scripts, and stand-ins for servers outside. */
const notOfContainers =
  /^(DATA_DIR|NATS_SERVER_BIN|CHROMIUM_PATH|CHALLONGE_URL|STRIPE_URL|WAIT_SECONDS|PREVIOUS_SECRET)$/
/** Files, which containers would need a volume for, and OpenTelemetry's own settings. */
const leftToOverrides =
  /^(NATS_(CREDS|CA|CERT|KEY)|OTEL_(SERVICE_NAME|SDK_DISABLED|BSP_MAX_QUEUE_SIZE))$/
/** Set only where there are several NATS servers or intakes. */
const ofClusters = /^(LOG_REPLICAS|NATS_MONITOR_URL|INTAKE_NAME)$/

test.each([
  ['compose.yaml', ofClusters],
  ['deploy/cluster/compose.yaml', /^$/],
])('%s passes every setting of the table on that containers can have', (path, others) => {
  const lines = read(path).matchAll(/^ {4,6}([A-Z][A-Z_]+): /gm)
  const passed = new Set([...lines].map(([, name = '']) => name))
  const exceptions = [notOfContainers, leftToOverrides, others]
  const missing = [...documented].filter(
    (name) => !passed.has(name) && !exceptions.some((exception) => exception.test(name)),
  )
  expect(missing).toEqual([])
})

test('the table has no setting that nothing reads', () => {
  const names = variablesRead()
  const isRead = (name: string) => names.has(name)
  expect([...documented].filter((name) => !isRead(name))).toEqual([])
})
