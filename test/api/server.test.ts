import { withoutMessages } from '../support/without-messages.ts'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import { createWeb, hashOf } from '#services/web/index.ts'
import type { Web, WebOptions } from '#services/web/index.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'
import { endsWithin } from '../support/desk-client.ts'
import { collectLogLines } from '../support/log-lines.ts'

let fixture: TwoScenes
const t = '/api/tournament'
const maxMs = 5_000
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

type TestServer = { web: Web; lines: string[]; requestCount(): number }

/** A separate server with a slow route, failing routes and a socket. */
async function startTestServer(options: Partial<WebOptions> = {}): Promise<TestServer> {
  const { lines, stream } = collectLogLines()
  const logger = { level: 'debug', stream }
  const web = await createWeb({ store: fixture.app.store, logger, ...options })
  const config = { access: 'readPublic' } as const
  let requestCount = 0
  web.get('/api/slow/', { config }, async () => {
    requestCount++
    await pause(400)
    return { slow: true }
  })
  web.post('/api/slow/', { config }, () => pause(400).then(() => ({ slow: true })))
  web.get('/api/bug/', { config }, () => {
    throw new Error('the secret plan of ann@example.org')
  })
  web.get('/api/away/', { config }, () => {
    throw Object.assign(new Error('log away'), { retryable: true })
  })
  web.get('/ws/watch', { config: { access: 'watch' }, websocket: true }, () => {})
  return { web, lines, requestCount: () => requestCount }
}

describe('errors', () => {
  test('a bug is a 500 with an id and no details; the log has them under that id', async () => {
    const { web, lines } = await startTestServer()
    const answer = await web.inject('/api/bug/?who=ann@example.org')
    const { id, ...body } = answer.json()
    expect(answer.statusCode).toBe(500)
    expect(withoutMessages(body)).toEqual({ detail: 'Something went wrong on the server' })
    expect(lines.some((line) => line.includes(id) && line.includes('server.test.ts'))).toBe(true)
    await web.close()
  })

  test('a temporary failure is a 503 with a retry-after', async () => {
    const { web } = await startTestServer()
    const answer = await web.inject('/api/away/')
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '1'])
    expect(withoutMessages(answer.json())).toEqual({
      detail: 'Not available right now. Try again in a moment.',
    })
    await web.close()
  })

  test('an unknown API address is a 404 in JSON', async () => {
    for (const url of ['/api/nowhere/', '/ws/nowhere', '/api/tournament/match/1/nowhere/']) {
      const { status, body } = await fixture.call('admin', 'GET', url)
      expect(withoutMessages([url, status, body])).toEqual([url, 404, { detail: 'Not found' }])
    }
  })

  test('P18: the server does not start with a route without an entry in the access table', async () => {
    const { web } = await startTestServer()
    expect(() => web.get('/api/forgotten/', async () => 'secret')).toThrow('access table')
    const config = { access: 'editTeams' } as const
    expect(() => web.get('/api/scopeless/', { config }, async () => 'secret')).toThrow(
      'which scene',
    )
    await web.close()
  })
})

test('P19: log lines contain the path, but no query and no device name', async () => {
  const { web, lines } = await startTestServer()
  await web.inject({
    url: '/api/slow/?email=ann@example.org',
    headers: { 'x-device': 'Ann’s phone' },
  })
  await web.inject('/api/bug/?email=ann@example.org')
  const all = lines.join('')
  expect(all).toContain('"path":"/api/slow/"')
  expect(all).not.toContain('email=')
  expect(all).not.toContain('phone')
  await web.close()
})

test('P15: requests over the limit are refused immediately, accepted ones are finished', async () => {
  const { web } = await startTestServer({ maxInFlight: 5 })
  const answers = await Promise.all(Array.from({ length: 20 }, () => web.inject('/api/slow/')))
  const found = answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  expect(found).toEqual([...Array(5).fill(200), ...Array(15).fill(503)])
  expect(answers.filter(({ headers }) => headers['retry-after'] === '1')).toHaveLength(15)
  expect((await web.inject('/api/slow/')).statusCode).toBe(200)
  await web.close()
})

test('P15: the rate limit for one address can be configured', async () => {
  const { web } = await startTestServer({ requestsPerMinute: 3 })
  const found: number[] = []
  for (let i = 0; i < 5; i++) found.push((await web.inject('/api/away/')).statusCode)
  expect(found).toEqual([503, 503, 503, 429, 429])
  await web.close()
})

describe('P21: on shutdown', () => {
  test('the server stops accepting requests, finishes those in progress and ends within 5 s', async () => {
    const { web, requestCount } = await startTestServer()
    const url = await web.listen({ port: 0, host: '127.0.0.1' })
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/watch`)
    await new Promise((resolve) => socket.once('open', resolve))
    const closeCode = new Promise<number>((resolve) => socket.once('close', resolve))
    const { port } = new URL(url)
    const idle = connect(Number(port), '127.0.0.1')
    const half = connect(Number(port), '127.0.0.1')
    for (const each of [idle, half]) each.on('error', () => {})
    await pause(50)
    half.write(
      'POST /api/slow/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    )
    const requests = Array.from({ length: 10 }, () =>
      fetch(`${url}/api/slow/`).then((r) => r.json()),
    )
    while (requestCount() < requests.length) await pause(5)

    const closed = endsWithin(maxMs, web.close())
    expect(await Promise.all(requests)).toEqual(requests.map(() => ({ slow: true })))
    expect(await closeCode).toBe(1001)
    const late = await fetch(`${url}/api/slow/`).then(
      (r) => r.status,
      () => 'refused',
    )
    expect([503, 'refused']).toContain(late)
    expect(await closed).toBe(true)
    idle.destroy()
    half.destroy()
  })

  test('a service in its own process, with the empty settings of compose.yaml, exits with code 0', async () => {
    const settings = ['CHALLONGE_API', 'LOG_LEVEL', 'REQUESTS_PER_MINUTE']
    const limits = ['DISK_PATHS', 'DISK_DAYS', 'BACKUP_DAYS']
    const environment = {
      ...Object.fromEntries([...settings, ...limits].map((name) => [name, ''])),
      DATABASE_URL: fixture.app.databaseUrl,
      NATS_URL: inject('natsUrl'),
      ADMIN_API_KEY: fixture.app.adminKey,
      PORT: '0',
    }
    const child = spawn(process.execPath, ['services/api/main.ts'], {
      env: { ...process.env, ...environment, HOST: '127.0.0.1' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended])
    const inTime = endsWithin(maxMs, ended)
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(await inTime).toBe(true)
  })

  test('every write with a success response is stored, and the others get a 503', async () => {
    const own = await startTwoScenes()
    const { tournament } = await newSampleTournament(own)
    const headers = {
      authorization: `Bearer ${own.app.adminKey}`,
      'content-type': 'application/json',
    }
    const writes = Array.from({ length: 60 }, (_, i) =>
      fetch(`${own.app.url}${t}/team/`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify({ tournament, name: `Team ${i}` }),
      }).then(
        async (r) => ({ status: r.status, body: (await r.json()) as { name?: string } }),
        () => null,
      ),
    )
    await pause(40)
    await own.app.web.close()
    const answers = (await Promise.all(writes)).filter((answer) => answer !== null)
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.name)
    expect(answers.every(({ status }) => status === 201 || status === 503)).toBe(true)
    const commits = await own.app.log.load(tournament)
    const kept = commits.flatMap(({ commit }) =>
      'name' in commit.command ? [commit.command.name] : [],
    )
    expect(kept).toEqual(expect.arrayContaining(made))
    await own.app.stop()
  })
})

describe('sessions', () => {
  async function code(owner = false): Promise<string> {
    const { store } = fixture.app
    const [id = 0] = await store.nextIds('person', 1)
    await store.db.insertInto('kept.person').values({ id, name: 'Ann', isOwner: owner }).execute()
    const made = randomUUID()
    await store.db
      .insertInto('kept.signIn')
      .values({ codeHash: hashOf(made), person: id })
      .execute()
    return made
  }
  const signIn = async (to = '') =>
    fixture.app.web.inject(`/api/user/sign-in/${await code()}/?to=${encodeURIComponent(to)}`)

  test('a sign-in link sets a cookie that scripts cannot read; its token is stored only as a hash', async () => {
    const answer = await signIn('/tournament/1/admin/current-matches?x=1#2')
    expect([answer.statusCode, answer.headers.location]).toEqual([
      302,
      '/tournament/1/admin/current-matches?x=1#2',
    ])
    const [cookie] = answer.cookies
    expect(cookie).toMatchObject({ name: 'waggle', httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.maxAge).toBe(90 * 24 * 60 * 60)
    const kept = await fixture.app.store.db.selectFrom('kept.session').select('tokenHash').execute()
    expect(kept.map((row) => row.tokenHash)).toContain(hashOf(cookie?.value ?? ''))
    expect(kept.map((row) => row.tokenHash)).not.toContain(cookie?.value)
    const me = await fixture.app.web.inject({
      url: '/api/user/me/',
      cookies: { waggle: cookie?.value ?? '' },
    })
    expect(me.json()).toMatchObject({ name: 'Ann', isOwner: false, roles: [] })
  })

  test('signing in never redirects to another site', async () => {
    for (const to of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'evil',
      '/\t/evil.example',
    ]) {
      expect([to, (await signIn(to)).headers.location]).toEqual([to, '/'])
    }
  })

  test('signing out ends the session on the server', async () => {
    const token = (await signIn()).cookies[0]?.value ?? ''
    const ask = (method: 'GET' | 'POST', url: string) =>
      fixture.app.web.inject({ method, url, cookies: { waggle: token } })
    expect((await ask('GET', '/api/user/me/')).statusCode).toBe(200)
    expect((await ask('POST', '/api/user/sign-out/')).statusCode).toBe(200)
    const after = await ask('GET', '/api/user/me/')
    expect(withoutMessages([after.statusCode, after.json()])).toEqual([
      401,
      { detail: 'Not signed in' },
    ])
  })

  test('a session expires after 30 days without use and after 90 days in total', async () => {
    const { db } = fixture.app.store
    const dayMs = 24 * 60 * 60 * 1000
    const token = (await signIn()).cookies[0]?.value ?? ''
    const me = async () =>
      (await fixture.app.web.inject({ url: '/api/user/me/', cookies: { waggle: token } }))
        .statusCode
    const set = (change: { lastSeenAt?: Date; expiresAt?: Date }) =>
      db.updateTable('kept.session').set(change).where('tokenHash', '=', hashOf(token)).execute()
    await set({ lastSeenAt: new Date(Date.now() - 29 * dayMs) })
    expect(await me()).toBe(200)
    const seen = await db
      .selectFrom('kept.session')
      .select('lastSeenAt')
      .where('tokenHash', '=', hashOf(token))
      .executeTakeFirstOrThrow()
    expect(Date.now() - seen.lastSeenAt.getTime()).toBeLessThan(60_000)
    await set({ lastSeenAt: new Date(Date.now() - 31 * dayMs) })
    expect(await me()).toBe(401)
    await set({ lastSeenAt: new Date(), expiresAt: new Date(Date.now() - 1) })
    expect(await me()).toBe(401)
  })

  test('a cross-site write with a session is refused, with an API key it is accepted', async () => {
    const url = `${t}/team/`
    const { tournament } = await newSampleTournament(fixture)
    const status = async (who: 'admin' | 'key', headers: Record<string, string>) => {
      const body = { tournament, name: randomUUID() }
      return (await fixture.call(who, 'POST', url, { body, headers })).status
    }
    expect(await status('admin', { origin: 'https://evil.example' })).toBe(403)
    expect(await status('admin', { origin: 'null' })).toBe(403)
    expect(await status('admin', { 'sec-fetch-site': 'cross-site' })).toBe(403)
    expect(await status('admin', { 'sec-fetch-site': 'same-site' })).toBe(403)
    expect(await status('admin', { 'sec-fetch-site': 'same-origin' })).toBe(201)
    expect(await status('admin', { origin: 'http://localhost:80' })).toBe(201)
    expect(await status('admin', {})).toBe(201)
    expect(await status('key', { origin: 'https://evil.example' })).toBe(201)
  })

  test('an unknown API key is not authenticated', async () => {
    const headers = { authorization: 'Bearer nonsense' }
    const { status } = await fixture.call('anonymous', 'GET', '/api/user/me/', { headers })
    expect(status).toBe(401)
  })

  test('over https the cookie has the __Host- prefix', async () => {
    const { web } = await startTestServer({ trustProxy: true, https: true })
    const { signIn } = await import('#services/web/index.ts')
    const config = { access: 'signIn' } as const
    const [id = 0] = await fixture.app.store.nextIds('person', 1)
    await fixture.app.store.db.insertInto('kept.person').values({ id, name: 'Bob' }).execute()
    web.get('/api/in/', { config }, async (request, reply) => {
      await signIn(fixture.app.store, id, { request, reply })
      return {}
    })
    const answer = await web.inject({ url: '/api/in/', headers: { 'x-forwarded-proto': 'https' } })
    expect(answer.cookies[0]).toMatchObject({ name: '__Host-waggle', secure: true, path: '/' })
    expect(answer.headers['strict-transport-security']).toBeDefined()
    await web.close()
  })
})

describe('the console', () => {
  let dist: string
  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'waggle-dist-'))
    await mkdir(join(dist, 'assets'))
    await writeFile(join(dist, 'index.html'), '<!doctype html><title>Console</title>')
    await writeFile(join(dist, 'assets', 'main-abc123.js'), 'export {}')
    await writeFile(join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  })
  afterAll(() => rm(dist, { recursive: true, force: true }))

  test('serves its files, its page for every other address, and JSON for the API', async () => {
    const { web } = await startTestServer({ consoleDist: dist })
    const get = async (url: string) => {
      const { statusCode, headers, body } = await web.inject(url)
      return [
        statusCode,
        `${headers['content-type']}`.split(';')[0],
        headers['cache-control'],
        body.length > 0,
      ]
    }
    const page = [200, 'text/html', 'no-cache', true]
    expect(await get('/')).toEqual(page)
    expect(await get('/tournament/7/admin/match-queue')).toEqual(page)
    expect(await get('/t/scene/friday.night')).toEqual([404, ...page.slice(1)])
    expect(await get('/assets/main-abc123.js')).toEqual([
      200,
      'application/javascript',
      'public, max-age=31536000, immutable',
      true,
    ])
    expect(await get('/favicon.svg')).toEqual([200, 'image/svg+xml', 'public, max-age=0', true])
    expect((await get('/assets/gone-abc.js'))[0]).toBe(404)
    expect((await get('/api/nowhere/')).slice(0, 2)).toEqual([404, 'application/json'])
    expect((await get('/..%2f..%2fetc%2fpasswd'))[0]).not.toBe(500)
    expect((await web.inject('/')).headers['content-security-policy']).toContain(
      "script-src 'self'",
    )
    await web.close()
  })

  test('says what to do if it is not built', async () => {
    const { web } = await startTestServer({ consoleDist: join(dist, 'nothing') })
    const { statusCode, body } = await web.inject('/')
    expect([statusCode, body.includes('npm run build')]).toEqual([503, true])
    await web.close()
  })
})

test('a socket address is a 404 for plain HTTP, and a plain address refuses sockets', async () => {
  const { web } = await startTestServer()
  const url = await web.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${url}/ws/watch`)).status).toBe(404)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/slow/`)
  const status = await new Promise((resolve) =>
    socket.once('unexpected-response', (_, response) => resolve(response.statusCode)),
  )
  expect(status).toBe(404)
  await web.close()
})

test('the health check of the API responds', async () => {
  expect((await expectOk(fixture.call('anonymous', 'GET', '/api/health'))).body).toEqual({
    status: 'ok',
  })
})
