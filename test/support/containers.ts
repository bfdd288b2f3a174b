// Starts the servers as containers of the images in compose.yaml, if a container engine is
// available.
import {
  GenericContainer,
  type StartedTestContainer,
  Wait,
  getContainerRuntimeClient,
} from 'testcontainers'
import type { Servers } from '#scripts/servers/index.ts'

type ExistingServers = { databaseUrl?: string; natsUrl?: string }

const config = `max_payload: 8MB
jetstream {
  store_dir: /data
  sync_interval: always
}
`

/**
 * Null if there is no engine or it cannot pull the images; with REQUIRE_CONTAINERS=1 that is an
 * error. Servers whose URL is given are not started.
 */
export async function startContainers(existing: ExistingServers): Promise<Servers | null> {
  try {
    await getContainerRuntimeClient()
    return await start(existing)
  } catch (error) {
    if (process.env['REQUIRE_CONTAINERS'] === '1') throw error
    return null
  }
}

async function start({ databaseUrl, natsUrl }: ExistingServers): Promise<Servers> {
  const started = await Promise.allSettled([
    databaseUrl ? undefined : postgresContainer().start(),
    natsUrl ? undefined : natsContainer().start(),
  ])
  const [postgres, nats] = started.map((each) =>
    each.status === 'fulfilled' ? each.value : undefined,
  )
  const stop = async () => void (await Promise.all([postgres?.stop(), nats?.stop()]))
  const failed = started.find((each) => each.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  const addressOf = (container: StartedTestContainer, port: number) =>
    `${container.getHost()}:${container.getMappedPort(port)}`
  return {
    databaseUrl: postgres
      ? `postgres://waggle:waggle@${addressOf(postgres, 5432)}/waggle`
      : (databaseUrl ?? ''),
    natsUrl: nats ? `nats://${addressOf(nats, 4222)}` : (natsUrl ?? ''),
    kind: 'containers',
    stop,
  }
}

function postgresContainer() {
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=200',
  ]
  return (
    new GenericContainer('postgres:18')
      .withEnvironment({
        POSTGRES_USER: 'waggle',
        POSTGRES_PASSWORD: 'waggle',
        POSTGRES_DB: 'waggle',
        POSTGRES_INITDB_ARGS:
          '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8',
      })
      .withCommand(['postgres', ...settings.flatMap((setting) => ['-c', setting])])
      .withExposedPorts(5432)
      // The first start only initialises the data directory; the second one accepts connections.
      .withWaitStrategy(Wait.forLogMessage(/database system is ready to accept connections/, 2))
  )
}

function natsContainer() {
  return new GenericContainer('nats:2.15')
    .withCopyContentToContainer([{ content: config, target: '/etc/nats/waggle.conf' }])
    .withCommand(['-c', '/etc/nats/waggle.conf'])
    .withExposedPorts(4222)
    .withWaitStrategy(Wait.forLogMessage(/Server is ready/))
}
