// The rooms of the project, and what each of them may import.

type Room = {
  /** Rooms that it may import. */
  may: readonly string[] | 'anything'
  /** Rooms, files and packages from which it may import only types. */
  types?: readonly string[]
  /** If set, the only packages it may import. */
  packages?: readonly string[]
  /** Deterministic: may use neither the clock nor random numbers. */
  pure?: boolean
}

const fastify = ['fastify', 'fastify-type-provider-zod']
// The hashes of @noble, because those of Node are missing in browsers, and those of browsers are
// asynchronous.
const pure = { packages: ['zod', '@noble/hashes'], pure: true }

export const rooms: Record<string, Room> = {
  events: { may: [], ...pure },
  states: { may: ['events', 'log', 'store'] },
  queries: { may: ['events', 'store', 'web'], types: ['schema'] },
  compat: { may: ['events', 'store', 'web', 'queries', 'schema'], types: fastify },
  telemetry: { may: [] },
  log: { may: ['events'] },
  store: { may: ['events', 'migrations'] },
  account: { may: ['events', 'store'] },
  jobs: { may: ['events', 'log', 'store'] },
  money: { may: ['events', 'jobs', 'store'] },
  web: { may: ['store', 'telemetry', 'events'] },
  desk: { may: ['events', 'log', 'decide', 'states', 'telemetry'] },
  decide: { may: ['events'], ...pure },
  api: {
    may: [
      'schema',
      'desk',
      'account',
      'money',
      'notify',
      'store',
      'web',
      'events',
      'outbound',
      'states',
      'queries',
      'telemetry',
    ],
    types: ['log', ...fastify],
  },
  schema: { may: ['events'], packages: ['zod'], pure: true },
  intake: {
    may: ['events', 'log', 'web', 'store', 'queries', 'schema', 'telemetry', 'practice'],
    types: fastify,
  },
  practice: { may: ['events', 'log', 'store', 'web'] },
  automation: { may: ['events', 'log', 'desk', 'states', 'telemetry'] },
  projector: { may: ['events', 'log', 'store', 'states', 'telemetry'] },
  fanout: {
    may: ['events', 'store', 'web', 'log', 'queries', 'compat', 'telemetry'],
    types: fastify,
  },
  outbound: { may: [] },
  challonge: { may: ['events', 'jobs', 'log', 'store', 'desk', 'states'] },
  notify: { may: ['events', 'jobs', 'log', 'store', 'states', 'outbound'] },
  process: { may: ['events', 'log', 'store', 'states', 'web', 'compat'] },
  // The handbook is its help, as text.
  console: { may: ['events', 'docs'], types: ['fanout', 'services/api/schema/routes.ts'] },
  migrations: { may: [] },
  // services/index.ts runs all services in one process.
  services: { may: 'anything' },
  scripts: { may: 'anything' },
  test: { may: 'anything' },
}

// A service's main.ts may open these and pass them to the service as arguments.
const wiring = ['log', 'store', 'web', 'process']

/** Packages that only certain rooms may import. */
const reserved: [name: RegExp, rooms: readonly string[]][] = [
  [/^@nats-io\//, ['log']],
  [/^(kysely|pg)$/, ['store', 'migrations']],
  [/^better-auth$/, ['account']],
  [/^stripe$/, ['money']],
  [/^(prom-client|@opentelemetry\/.*)$/, ['telemetry']],
  [/^(fastify|fastify-type-provider-zod|@fastify\/.*)$/, ['web']],
  [/^(react|react-dom|zustand|@mantine\/.*|@dnd-kit\/.*|@tanstack\/.*)$/, ['console']],
  [/^vitest$/, []],
]

/** Tests beside their source; shared test code is in test/. */
export function isForTests(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

/** Undefined for files outside every room, such as those in the root. */
export function roomOf(file: string): string | undefined {
  const [top = '', second = '', third = ''] = file.split('/')
  if (top === 'services' && !third) return 'services'
  // decide.ts lists the deciders in decide/, by noun.
  if (second === 'desk' && /^decide(\.ts)?$/.test(third)) return 'decide'
  if (second === 'api' && third === 'schema') return 'schema'
  if (top === 'services') return second
  return file.includes('/') ? top : undefined
}

export type Import = { from: string; typeOnly: boolean }

/** `target` is the path of the imported file, from the root. */
export function mayImportFile(file: string, target: string, typeOnly: boolean): boolean {
  const name = roomOf(file)
  const other = roomOf(target)
  const room = name === undefined ? undefined : rooms[name]
  if (!room || !other || room.may === 'anything') return true
  if (isForTests(file) && ['test', 'scripts', 'events'].includes(other)) return true
  if (!isForTests(file) && isForTests(target)) return false
  if (other === name || room.may.includes(other)) return true
  if (typeOnly && room.types?.some((each) => each === other || each === target)) return true
  return /^services\/\w+\/main\.ts$/.test(file) && wiring.includes(other)
}

export function mayImportPackage(file: string, { from, typeOnly }: Import): boolean {
  const name = roomOf(file) ?? ''
  const room = rooms[name]
  // A test beside its source may use any package.
  if (!room || room.may === 'anything' || isForTests(file)) return true
  const packageName = from.startsWith('@')
    ? from.split('/', 2).join('/')
    : (from.split('/')[0] ?? '')
  if (packageName === 'zod' && name === 'api' && !typeOnly) return false
  // The console imports states and rows, and must not load the schema library with them.
  if (packageName === 'zod' && name === 'events' && !file.startsWith('events/schema/')) return false
  if (room.packages) return room.packages.includes(packageName)
  // Files outside `src` run in the build, not in browsers.
  if (file.startsWith('console/src/') && packageName.startsWith('node:')) return false
  const reservation = reserved.find(([pattern]) => pattern.test(packageName))
  if (!reservation || reservation[1].includes(name)) return true
  return typeOnly && (room.types?.includes(packageName) ?? false)
}
