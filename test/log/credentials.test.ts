// Servers with authentication and TLS, configured by NATS_URL, DATABASE_URL and certificate files.
import { chmod, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startPostgres } from '#scripts/servers/index.ts'
import type { Postgres } from '#scripts/servers/index.ts'
import { launch, untilReady } from '#scripts/servers/child.ts'
import type { Child } from '#scripts/servers/child.ts'
import { natsProgram } from '#scripts/servers/nats-binary.ts'
import { freePort } from '#scripts/servers/port.ts'
import { openLog } from '#services/log/index.ts'
import { openStore } from '#services/store/index.ts'
import { natsCredentials } from '../support/nats-credentials.ts'

const fixture = (name: string) => join(import.meta.dirname, '../fixtures/tls', name)
const ca = fixture('ca.pem')
const program = await natsProgram()
let dir: string
const servers: Child[] = []

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-credentials-'))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGINT')))
  await rm(dir, { recursive: true, force: true })
})

afterEach(() => void vi.unstubAllEnvs())

/** Sets environment variables for one test. */
function setEnvironment(settings: Record<string, string>): void {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
}

async function startNatsWith(name: string, lines: string): Promise<string> {
  if (program.kind === 'image') throw new Error('needs a program')
  const [port, monitor] = [await freePort(), await freePort()]
  const [conf, log] = [join(dir, `${name}.conf`), join(dir, `${name}.log`)]
  const settings = `listen: "127.0.0.1:${port}"\nhttp: "127.0.0.1:${monitor}"
jetstream { store_dir: ${JSON.stringify(join(dir, name))}, sync_interval: always }\n`
  await writeFile(conf, settings + lines)
  const server = launch({ name: 'nats-server', command: program.path, args: ['-c', conf], log })
  servers.push(server)
  const healthy = `http://127.0.0.1:${monitor}/healthz`
  await untilReady(server, () =>
    fetch(healthy).then(
      (response) => response.ok || undefined,
      () => undefined,
    ),
  )
  return `127.0.0.1:${port}`
}

async function tailAt(url: string): Promise<number> {
  const log = await openLog({ url })
  const tail = await log.tail()
  await log.close()
  return tail
}

describe.skipIf(program.kind === 'image')('nats-server', () => {
  const users = 'authorization { users: [ { user: desk, password: "s3cret" } ] }\n'
  const tls = (more = '') =>
    `tls { cert_file: ${JSON.stringify(fixture('server.pem'))}, key_file: ${JSON.stringify(fixture('server.key'))} ${more} }\n`

  test('TLS with a private certificate authority, and a password', async () => {
    const at = await startNatsWith('tls', users + tls())
    await expect(openLog({ url: `tls://desk:s3cret@${at}` })).rejects.toThrow(
      /TLS with the NATS server .* fails: see NATS_CA/,
    )
    setEnvironment({ NATS_CA: ca })
    expect(await tailAt(`tls://desk:s3cret@${at}`)).toBe(0)
    const wrong = openLog({ url: `tls://desk:guess@${at}` })
    await expect(wrong).rejects.toThrow('does not let this user in')
    await expect(wrong).rejects.not.toThrow('guess')
    const elsewhere = `nats://desk:s3cret@127.0.0.1:${await freePort()}`
    expect(await tailAt(`${elsewhere},${at}`)).toBe(0)
    await expect(openLog({ url: `nats://desk:guess@${at},127.0.0.1:1` })).rejects.toThrow(
      'does not let this user in',
    )
  })

  test('a client with a certificate', async () => {
    const at = await startNatsWith('mutual', tls(`, ca_file: ${JSON.stringify(ca)}, verify: true`))
    setEnvironment({
      NATS_CA: ca,
      NATS_CERT: fixture('server.pem'),
      NATS_KEY: fixture('server.key'),
    })
    expect(await tailAt(`tls://${at}`)).toBe(0)
  })

  test('a connection that requires TLS does not fall back to plain text', async () => {
    const at = await startNatsWith('plain', users)
    await expect(openLog({ url: `tls://desk:s3cret@${at}` })).rejects.toThrow(
      'asks for TLS, which the server',
    )
  })

  test('a user from a credentials file', async () => {
    const { config, creds } = natsCredentials()
    const at = await startNatsWith('creds', config)
    const [file, other] = [join(dir, 'desk.creds'), join(dir, 'other.creds')]
    await writeFile(file, creds)
    await writeFile(other, natsCredentials().creds)
    setEnvironment({ NATS_CREDS: file })
    expect(await tailAt(`nats://${at}`)).toBe(0)
    setEnvironment({ NATS_CREDS: other })
    await expect(openLog({ url: `nats://${at}` })).rejects.toThrow('or NATS_CREDS')
    setEnvironment({ NATS_CREDS: join(dir, 'missing.creds') })
    await expect(openLog({ url: `nats://${at}` })).rejects.toThrow('a file that does not exist')
  })
})

describe('Postgres', () => {
  let postgres: Postgres
  let at: string
  beforeAll(async () => {
    const files = { ssl_cert_file: join(dir, 'server.pem'), ssl_key_file: join(dir, 'server.key') }
    await copyFile(fixture('server.pem'), files.ssl_cert_file)
    await copyFile(fixture('server.key'), files.ssl_key_file)
    await chmod(files.ssl_key_file, 0o600)
    const settings = { ssl: 'on', ...files }
    postgres = await startPostgres({ dir: join(dir, 'postgres'), fsync: false, settings })
    at = postgres.url
  })
  afterAll(() => postgres?.stop())

  const isEncrypted = async (url: string) => {
    const store = await openStore({ url, max: 1 })
    const text = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
    const { rows } = await store.pool.query<{ ssl: boolean }>(text)
    await store.close()
    return rows[0]?.ssl
  }

  test('TLS with a private certificate authority, at the first of several addresses that answers', async () => {
    const trusted = `?sslmode=verify-full&sslrootcert=${ca}`
    expect(await isEncrypted(at)).toBe(false)
    expect(await isEncrypted(at + trusted)).toBe(true)
    const several = at.replace('@127', `@127.0.0.1:${await freePort()},127`)
    expect(await isEncrypted(several + trusted)).toBe(true)
    await expect(openStore({ url: `${at}?sslmode=verify-full` })).rejects.toThrow(
      /refuses this connection, see DATABASE_URL: .*certificate/,
    )
    await expect(openStore({ url: `${several}?sslmode=verify-full` })).rejects.toThrow(
      /refuses this connection, see DATABASE_URL: .*certificate/,
    )
  })

  test('a wrong password, database or file is refused, without revealing the password', async () => {
    const wrong = openStore({ url: at.replace(/waggle:[^@]*@/, 'waggle:guess@') })
    await expect(wrong).rejects.toThrow(/see DATABASE_URL: password authentication failed/)
    await expect(wrong).rejects.not.toThrow('guess')
    await expect(openStore({ url: at.replace(/waggle$/, 'other') })).rejects.toThrow('other')
    await expect(openStore({ url: `${at}?sslrootcert=/nowhere` })).rejects.toThrow('/nowhere')
  })

  test('opening the store waits for a database that is down', async () => {
    await postgres.stop()
    const warnings: string[] = []
    vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line))
    const opening = openStore({ url: at })
    await expect.poll(() => warnings.join()).toContain('Waiting for the database')
    await postgres.restart()
    await (await opening).close()
    vi.restoreAllMocks()
  })

  test('opening the store waits for a standby until it is promoted, and says so', async () => {
    await postgres.stop()
    await writeFile(join(dir, 'postgres/data/standby.signal'), '')
    await postgres.restart()
    const dead = await freePort()
    const several = at.replace('@127', `@127.0.0.1:${dead},127`)
    const warnings: string[] = []
    vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line))
    const opening = [at, several].map((url) => openStore({ url }))
    const { host } = new URL(at)
    await expect
      .poll(() => warnings.toSorted())
      .toEqual([
        'Waiting for the database: it is a standby, which takes no writes until it is promoted',
        expect.stringMatching(
          `no Postgres takes writes: 127.0.0.1:${dead} fails .*, ${host} is a standby`,
        ),
      ])
    const client = new pg.Client({ connectionString: at })
    await client.connect()
    await client.query('select pg_promote()')
    await client.end()
    for (const store of await Promise.all(opening)) await store.close()
    vi.restoreAllMocks()
  })

  test('opening the store says that a synchronous standby is away', async () => {
    const setStandby = async (names: string) => {
      const client = new pg.Client({ connectionString: at })
      await client.connect()
      await client.query(`alter system set synchronous_standby_names = '${names}'`)
      await client.query('select pg_reload_conf()')
      await client.end()
    }
    const warned = async () => {
      const warnings: string[] = []
      vi.spyOn(console, 'warn').mockImplementation((line: string) => void warnings.push(line))
      await (await openStore({ url: at })).close()
      vi.restoreAllMocks()
      return warnings
    }
    await setStandby('standby')
    const away = 'The standby of the database (standby) is away: what is written waits for it.'
    await expect.poll(warned).toEqual([away])
    await setStandby('')
    await expect.poll(warned).toEqual([])
  })
})
