// The image and both compose files in a container engine: what test/unit/compose.test.ts reads is
// started here, used through the proxy, limited, killed and ended.
import { randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#scripts/servers/port.ts'
import { apiOf } from '#scripts/support/rest-client.ts'
import { openProject, root, whyNotHere } from '../support/compose-project.ts'
import type { Inspected, Project } from '../support/compose-project.ts'

type Row = { id: number; name: string }
type Answer = { status: number; text: string }

const missing = whyNotHere()
if (missing && process.env['REQUIRE_CONTAINERS'] === '1') throw new Error(missing)
if (missing) console.warn(`Left out: the compose files in containers (${missing})`)

const gib = 2 ** 30
const pollEvery = { interval: 500 }
/** An image is built, and twenty containers start on a machine that may have two cores. */
const startMs = 900_000
const wholeMs = 600_000
const image = `waggle-test-${randomBytes(4).toString('hex')}`
const adminKey = randomBytes(24).toString('base64url')
const env = { ADMIN_API_KEY: adminKey, WAGGLE_SECRET: '', SITE_ADDRESS: 'localhost' }
const asAdmin = { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' }
/** Takes memory outside Node's heap, which Node itself does not limit. */
const hungry = `
  hungry:
    extends: { file: ${root}/compose.yaml, service: notify }
    image: ${image}
    command: [node, -e, "const all = []; setInterval(() => all.push(Buffer.alloc(2 ** 26, 1)), 20)"]
    healthcheck: { disable: true }
    profiles: [hungry]`

/** In the image, what would let somebody build, install or write. */
const look = `id -u
for tool in npm npx yarn yarnpkg corepack cc gcc g++ c++ make python3 git; do command -v $tool; done
for name in vite vitest rolldown typescript oxlint testcontainers; do
  if [ -e node_modules/$name ]; then echo $name; fi
done
touch /waggle/x 2> /dev/null && echo written
touch /tmp/x || echo no /tmp
grep -E '^(CapEff|NoNewPrivs)' /proc/self/status`

describe.skipIf(missing !== undefined)('compose.yaml', () => {
  let project: Project
  let at: string
  let hive: string
  const api = () => apiOf(at, adminKey)

  beforeAll(async () => {
    const [page, compat] = [await freePort(), await freePort()]
    at = `http://127.0.0.1:${page}`
    hive = `http://127.0.0.1:${compat}`
    const ports = [`127.0.0.1:${page}:8080`, `127.0.0.1:${compat}:8081`]
    project = await openProject({ file: 'compose.yaml', image, ports, env, more: hungry })
    await project.up()
  }, startMs)
  afterAll(() => project?.close(), startMs)

  test('a service runs as an unprivileged user, without capabilities or tools, and writes only to /tmp', async () => {
    const output = await project.compose('exec', '-T', 'api', 'sh', '-c', look)
    expect(output.split(/\s+/)).toEqual(['1000', 'CapEff:', '0'.repeat(16), 'NoNewPrivs:', '1'])
    await expectLimits(project)
  })

  test('every service responds through the proxy, and a command is accepted and shown', async () => {
    const page = await fetch(at)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<html')])
    const tournament = await openTournament(at)
    await api().post('/api/tournament/team/', { tournament, name: 'Bees' })
    await expect.poll(() => teamsOf(at, tournament), pollEvery).toEqual(['Bees'])
    const live = new AbortController()
    const events = await fetch(`${at}/api/tournament/${tournament}/events`, {
      signal: live.signal,
    })
    expect(events.headers.get('content-type')).toContain('text/event-stream')
    live.abort()
    // Each port speaks its own words: an unknown address is answered by an api, not by the proxy.
    expect((await fetch(`${hive}/nothing/`)).headers.get('x-request-id')).toBeTruthy()
    type Status = { lines: { line: string; ok: boolean }[] }
    const { lines } = await api().get<Status>('/api/status/')
    expect(lines.filter(({ ok }) => !ok)).toEqual([])
    const verified = await project.compose('run', '--rm', 'api', 'node', 'scripts/verify.ts')
    expect(verified).toMatch(/Read models equal [1-9]\d* commits/)
  })

  test('a process that exceeds its memory limit is killed and restarted', async () => {
    const since = Math.floor(Date.now() / 1000)
    const flags = ['--profile', 'hungry']
    await project.compose(...flags, 'up', '--detach', '--no-deps', '--no-build', 'hungry')
    const id = await project.compose(...flags, 'ps', '--all', '--quiet', 'hungry')
    const restarts = () => project.run('inspect', '--format', '{{.RestartCount}}', id)
    await expect.poll(async () => Number(await restarts()), pollEvery).toBeGreaterThan(1)
    expect(await endingsOf(project, id, since)).toContain('137')
    await project.compose(...flags, 'rm', '--stop', '--force', 'hungry')
  })

  test('all services exit by themselves when stopped, and no data is lost after a restart', async () => {
    await project.compose('stop')
    const codes = (await project.containers()).map((it) => [project.kindOf(it), it.State.ExitCode])
    expect(codes.filter(([, code]) => code !== 0)).toEqual([])
    await project.compose('down')
    await project.up()
    const { results } = await api().get<{ results: Row[] }>('/api/tournament/tournament/')
    expect(await teamsOf(at, results[0]!.id)).toEqual(['Bees'])
  })
})

describe.skipIf(missing !== undefined)(
  'deploy/cluster/compose.yaml',
  () => {
    let project: Project
    let authority: string
    let port: number
    const call = (path: string, body?: object, headers: Record<string, string> = {}) =>
      askWithTls({ port, authority, path, body, headers })
    const post = async (path: string, body: object): Promise<Row> => {
      const { status, text } = await call(path, body)
      expect({ status, text }).toMatchObject({ status: 201 })
      return JSON.parse(text) as Row
    }

    beforeAll(async () => {
      port = await freePort()
      const file = 'deploy/cluster/compose.yaml'
      project = await openProject({ file, image, ports: [`127.0.0.1:${port}:443`], env })
      await project.up()
      const path = '/data/caddy/pki/authorities/local/root.crt'
      authority = await project.compose('exec', '-T', 'proxy', 'cat', path)
    }, startMs)
    afterAll(() => project?.close(), startMs)
    afterAll(() => project?.run('image', 'rm', '--force', image), startMs)

    const inContainer = (service: string, ...command: string[]) =>
      project.compose('exec', '-T', service, ...command)
    const sql = (service: string, query: string) =>
      inContainer(service, 'psql', '-U', 'waggle', '-d', 'waggle', '-Atc', query)

    test('there are three copies of the log, a synchronous standby, two of each service, and TLS', async () => {
      await expectLimits(project)
      const running = (await project.containers()).map((it) => project.kindOf(it))
      const countOf = (kind: string) => running.filter((it) => it.startsWith(kind)).length
      for (const kind of ['projector', 'referee', 'notify', 'intake', 'fanout', 'api', 'postgres'])
        expect({ kind, count: countOf(kind) }).toEqual({ kind, count: 2 })
      expect(await sql('postgres1', 'select sync_state from pg_stat_replication')).toBe('sync')
      const about = 'http://127.0.0.1:8222/jsz?streams=1'
      const { streams } = JSON.parse(await inContainer('nats1', 'wget', '-qO-', about)) as {
        streams: number
      }
      expect(streams).toBe(3)
      expect(await call('/')).toMatchObject({ status: 200 })
    })

    test('after a NATS server, an API and Postgres are killed, everything acknowledged is stored once', async () => {
      const scene = await post('/api/game/scene/', { name: 'hive', displayName: 'Hive' })
      const about = { scene: scene.id, name: 'Evening', date: '2026-01-02' }
      const { id: tournament } = await post('/api/tournament/tournament/', about)
      const acknowledged: string[] = []
      const answers = new Map<number, number>()
      let longestMs = 0
      let isOver = false

      /** As a tablet: the same under the same id until it is answered. */
      async function press(): Promise<void> {
        const name = `Team ${acknowledged.length + 1}`
        const headers = { 'idempotency-key': randomUUID() }
        const began = performance.now()
        for (;;) {
          const { status, text } = await call(
            '/api/tournament/team/',
            { tournament, name },
            headers,
          )
          answers.set(status, (answers.get(status) ?? 0) + 1)
          if (status === 201) break
          expect(status === 0 || status >= 500, `${status}: ${text}`).toBe(true)
          await pause(200)
        }
        longestMs = Math.max(longestMs, performance.now() - began)
        acknowledged.push(name)
      }
      let refused: unknown
      const pressing = (async () => {
        while (!isOver) await press()
      })().catch((error: unknown) => (refused = error))
      const five = async () => {
        const wanted = acknowledged.length + 5
        const isThere = () => refused !== undefined || acknowledged.length > wanted
        await expect.poll(isThere, pollEvery).toBe(true)
        expect(refused).toBeUndefined()
      }
      await five()

      const nats = await leaderOfCommits()
      await project.compose('kill', nats)
      await five()
      await project.compose('start', nats)
      // Nothing but the first process is spared, and that ends with its child: as if it had crashed.
      await inContainer('api', 'sh', '-c', 'kill -9 -1').catch(() => undefined)
      await five()
      await expect.poll(unwell, pollEvery).toEqual([])

      await project.compose('kill', 'postgres1')
      await sql('postgres2', 'select pg_promote()')
      await sql('postgres2', "alter system set synchronous_standby_names = ''")
      await sql('postgres2', 'select pg_reload_conf()')
      await five()
      isOver = true
      await pressing
      expect(refused).toBeUndefined()
      console.info(
        `${acknowledged.length} commands; the longest wait was ${(longestMs / 1000).toFixed(1)} s;` +
          ` answers: ${JSON.stringify(Object.fromEntries(answers))}`,
      )

      const shown = async () =>
        (JSON.parse((await call(teamsPath(tournament))).text) as { results: Row[] }).results
          .map(({ name }) => name)
          .toSorted()
      await expect.poll(shown, pollEvery).toEqual(acknowledged.toSorted())
      const verified = ['run', '--rm', '--no-deps', 'api', 'node', 'scripts/verify.ts']
      expect(await project.compose(...verified)).toContain('Read models equal')
    })

    async function leaderOfCommits(): Promise<string> {
      const about = 'http://127.0.0.1:8222/jsz?streams=1&accounts=1'
      const text = await inContainer('nats1', 'wget', '-qO-', about)
      type Stream = { name: string; cluster: { leader: string } }
      const { account_details: accounts } = JSON.parse(text) as {
        account_details: { stream_detail: Stream[] }[]
      }
      const streams = accounts.flatMap((account) => account.stream_detail)
      return streams.find(({ name }) => name === 'tournaments')!.cluster.leader
    }

    async function unwell(): Promise<string[]> {
      const all = await project.containers()
      return all.flatMap((it) => (it.State.Health?.Status === 'healthy' ? [] : [it.Name]))
    }
  },
  wholeMs,
)

const teamsPath = (tournament: number) =>
  `/api/tournament/team/?tournamentId=${tournament}&rowsPerPage=10000`

async function openTournament(at: string): Promise<number> {
  const api = apiOf(at, adminKey)
  const scene = await api.post<Row>('/api/game/scene/', { name: 'hive', displayName: 'Hive' })
  const about = { scene: scene.id, name: 'Evening', date: '2026-01-02' }
  return (await api.post<Row>('/api/tournament/tournament/', about)).id
}

async function teamsOf(at: string, tournament: number): Promise<string[]> {
  const { results } = await apiOf(at, adminKey).get<{ results: Row[] }>(teamsPath(tournament))
  return results.map(({ name }) => name)
}

/** As the engine has them, which is more than what a file asks for. */
async function expectLimits(project: Project): Promise<void> {
  for (const container of await project.containers()) {
    const { HostConfig: limits, Name, Config } = container
    const { Memory, NanoCpus } = limits
    expect({ Name, isLimited: Memory > 0 && Memory <= 2 * gib }).toEqual({ Name, isLimited: true })
    expect({ Name, isLimited: NanoCpus > 0 && NanoCpus <= 2e9 }).toEqual({ Name, isLimited: true })
    if (!project.isOurs(container)) continue
    expect({ Name, ...Config, ...limits }).toMatchObject({
      Name,
      User: 'node',
      ReadonlyRootfs: true,
      Memory: gib,
      NanoCpus: 1e9,
      PidsLimit: 100,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges:true'],
    } satisfies Partial<Inspected['HostConfig'] & Inspected['Config']> & { Name: string })
  }
}

async function endingsOf(project: Project, id: string, since: number): Promise<string[]> {
  const filters = ['--filter', `container=${id}`, '--filter', 'event=die']
  const until = `${Math.ceil(Date.now() / 1000)}`
  const format = '{{.Actor.Attributes.exitCode}}'
  const times = ['--since', `${since}`, '--until', until]
  return (await project.run('events', ...times, ...filters, '--format', format)).split('\n')
}

/** Status 0: no answer at all. The certificate is checked against the proxy's own authority. */
function askWithTls(given: {
  port: number
  authority: string
  path: string
  body: object | undefined
  headers: Record<string, string>
}): Promise<Answer> {
  const { port, authority: ca, path, body } = given
  const headers = { ...asAdmin, ...given.headers }
  const options = { host: '127.0.0.1', servername: 'localhost', port, path, ca, timeout: 20_000 }
  return new Promise((resolve) => {
    const asking = request(
      { ...options, method: body ? 'POST' : 'GET', headers: { ...headers, host: 'localhost' } },
      (response) => {
        const status = response.statusCode ?? 0
        text(response).then(
          (answer) => resolve({ status, text: answer }),
          (error: unknown) => resolve({ status: 0, text: String(error) }),
        )
      },
    )
    asking.on('timeout', () => asking.destroy(new Error('no answer in time')))
    asking.on('error', (error) => resolve({ status: 0, text: error.message }))
    asking.end(body && JSON.stringify(body))
  })
}
