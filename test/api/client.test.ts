// The client package: its size, its types against the API, and its example against a server.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeClient } from '#scripts/client/main.ts'
import { signed } from '#services/notify/webhook/sign.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)
let folder: string
let fixture: TwoScenes
let sample: SampleTournament

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'waggle-client-'))
  await writeClient(join(folder, 'node_modules', 'waggle-client'))
  await mkdir(join(folder, 'node_modules', '@types'))
  await symlink(join(root, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'))
  await copyFile(join(root, 'docs/examples/results.ts'), join(folder, 'results.ts'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
})
afterAll(async () => {
  await fixture?.app.stop()
  await rm(folder, { recursive: true, force: true })
})

// oxlint-disable-next-line typescript/no-explicit-any
const load = (file: string): Promise<any> => import(join(folder, file))
const client = () => load('node_modules/waggle-client/client.js')

test('the package is about 11 kB packed, and its code under 3 kB compressed', async () => {
  const packed = join(folder, 'node_modules', 'waggle-client')
  const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: packed,
  })
  expect((await stat(join(folder, stdout.trim()))).size).toBeLessThan(12_000)
  const code = gzipSync(await readFile(join(packed, 'client.js')), { level: 9 })
  expect(code.length).toBeLessThan(3_000)
})

test('its types are those of the routes: the example compiles, and wrong calls are type errors', async () => {
  const wrong = `import { openClient } from 'waggle-client'
const client = openClient({ url: 'http://localhost' })
const { teamName } = await client.get('/api/tournament/team/:id/', { id: 1 })
await client.get('/api/tournament/teem/', {})
await client.put('/api/tournament/match/:id/start/', {}, { cabinet: 1 })
const { name }: { name: string } = await client.get('/api/tournament/team/:id/', { id: 1 })
for await (const row of client.all('/api/tournament/match/', { tournamentId: 1 })) row.matchNum.toFixed()
await client.put('/api/tournament/match/:id/complete/', { id: 1 })
await client.delete('/api/tournament/tournament/:id/', { id: 1 }, { force: true })
await client.get('/api/tournament/tournament/:id/export/', { id: 1 })
console.log(teamName, name)
`
  await writeFile(join(folder, 'wrong.ts'), wrong)
  const tsc = join(root, 'node_modules/.bin/tsc')
  const options = ['--noEmit', '--strict', '--target', 'esnext', '--module', 'nodenext']
  const check = (file: string) =>
    run(tsc, [...options, '--types', 'node', file], { cwd: folder }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    )
  expect(await check('results.ts')).toBe('')
  const lines = [...(await check('wrong.ts')).matchAll(/^wrong\.ts\((\d+)/gm)].map(([, n]) => n)
  expect(lines).toEqual(['3', '4', '5', '10'])
})

test('the example prints every result when it is entered', async () => {
  const { openClient } = await client()
  const { sayResults } = await load('results.ts')
  const lines: string[] = []
  const ending = new AbortController()
  const reader = openClient({ url: fixture.app.url })
  const printing = sayResults(
    reader,
    sample.tournament,
    (line: string) => lines.push(line),
    ending.signal,
  )
  await expect.poll(() => lines.length).toBe(1)
  const key = openClient({ url: fixture.app.url, key: fixture.app.adminKey })
  const params = { id: sample.match }
  await key.patch('/api/tournament/match/:id/', params, { blueScore: 2, goldScore: 1 })
  await key.put('/api/tournament/match/:id/complete/', params)
  await expect.poll(() => lines.length).toBe(2)
  expect(lines[1]).toMatch(/^M\d+ .+ 2–1 .+$/)
  ending.abort()
  await printing
})

test('a write without a response is repeated with its idempotency key, and done once', async () => {
  const { openClient } = await client()
  let tries = 0
  // The first response is lost.
  const lossy = async (...asked: Parameters<typeof fetch>) => {
    const answer = await fetch(...asked)
    if (tries++ === 0) throw new TypeError('connection lost')
    return answer
  }
  const { adminKey: key, url } = fixture.app
  const { tournament } = sample
  const body = { tournament, name: 'Once' }
  const made = await openClient({ url, key, fetch: lossy }).post('/api/tournament/team/', {}, body)
  expect([made.name, tries]).toEqual(['Once', 2])
  const path = `/api/tournament/team/?tournamentId=${tournament}`
  const { results } = (await expectOk(fixture.call('anonymous', 'GET', path))).body
  expect(results.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1)
  const missing = openClient({ url }).get('/api/tournament/team/:id/', { id: 999_999 })
  await expect(missing).rejects.toMatchObject({ status: 404 })
})

test('an error says what is wrong, also where the answer names fields', async () => {
  const { openClient, WaggleError } = await client()
  const { adminKey: key, url } = fixture.app
  const wrong = openClient({ url, key }).post('/api/tournament/team/', {}, { tournament: 'x' })
  await expect(wrong).rejects.toMatchObject({
    name: 'WaggleError',
    status: 400,
    message: expect.stringMatching(/^tournament: .+; name: .+$/),
  })
  await expect(wrong).rejects.toBeInstanceOf(WaggleError)
})

test('a table is returned as text, and a body is sent with a removal', async () => {
  const { openClient } = await client()
  const { adminKey: key, url } = fixture.app
  const sent: unknown[] = []
  const watched = async (...asked: Parameters<typeof fetch>) => {
    sent.push(asked[1]?.body)
    return fetch(...asked)
  }
  const admin = openClient({ url, key, fetch: watched })
  const params = { id: sample.tournament }
  const table = await admin.get('/api/tournament/tournament/:id/players.csv', params)
  expect(table).toMatch(/^\uFEFF?Id,Name/)
  const removal = admin.delete('/api/tournament/tournament/:id/', { id: 999_999 }, { force: true })
  await expect(removal).rejects.toMatchObject({ status: 404 })
  expect(sent.at(-1)).toBe('{"force":true}')
})

test('a refused stream ends with the reason, and a proxy without a server is asked again', async () => {
  const { openClient } = await client()
  const { url } = fixture.app
  const refused = openClient({ url }).events(sample.tournament, { from: -1 }).next()
  await expect(refused).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('from'),
  })
  let tries = 0
  const away = async (...asked: Parameters<typeof fetch>) =>
    tries++ === 0 ? new Response('<h1>Bad Gateway</h1>', { status: 502 }) : fetch(...asked)
  const params = { id: sample.tournament }
  const read = openClient({ url, fetch: away }).get('/api/tournament/tournament/:id/', params)
  expect(await read).toMatchObject({ id: sample.tournament })
  expect(tries).toBe(2)
})

test('a stream that has died without a word is opened again after the last version', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { openClient } = await client()
    const urls: string[] = []
    // The first connection sends one change, and then nothing until it is ended.
    const mute = async (url: URL) => {
      urls.push(url.search)
      const text = `id: ${urls.length}\nevent: change\ndata: {}\n\n`
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(text))
        },
      })
      return new Response(body)
    }
    const events = openClient({ url: 'http://waggle', fetch: mute }).events(7, { from: 0 })
    expect((await events.next()).value).toMatchObject({ version: 1 })
    const next = events.next()
    await vi.advanceTimersByTimeAsync(60_000)
    expect((await next).value).toMatchObject({ version: 2 })
    expect(urls).toEqual(['?from=0', '?from=1'])
    await events.return()
  } finally {
    vi.useRealTimers()
  }
})

test('it verifies deliveries of a webhook, and refuses forged or old ones', async () => {
  const { verifyWebhook } = await client()
  const secret = `whsec_${Buffer.from('a secret of this test').toString('base64')}`
  const [now, body] = [Date.UTC(2026, 0, 2), '{"type":"match.completed"}']
  const headers = signed({ id: 'msg_1', timestamp: now / 1000, body }, [{ secret, until: null }])
  expect(await verifyWebhook({ headers, body, secret, now })).toEqual({ type: 'match.completed' })
  const forged = verifyWebhook({ headers, body: `${body} `, secret, now })
  await expect(forged).rejects.toThrow('somebody else')
  const old = verifyWebhook({ headers, body, secret, now: now + 301_000 })
  await expect(old).rejects.toThrow('too old')
  await expect(verifyWebhook({ headers: {}, body, secret, now })).rejects.toThrow('not signed')
})

test('a tournament can be read in the format of brackets-viewer: every stage, match and participant', async () => {
  const { openClient } = await client()
  const reader = openClient({ url: fixture.app.url })
  const { tournament, match } = sample
  const params = { id: tournament }
  const model = await reader.get('/api/tournament/tournament/:id/brackets-viewer/', params)
  const rows: { id: number }[] = []
  for await (const row of reader.all('/api/tournament/match/', { tournamentId: tournament })) {
    rows.push(row as { id: number })
  }
  const ids = (parts: { id: number }[]) => parts.map(({ id }) => id).toSorted((a, b) => a - b)
  expect(ids(model.match)).toEqual(ids(rows))
  expect(ids(model.participant)).toEqual(expect.arrayContaining(sample.teams))
  const one = model.match.find(({ id }: { id: number }) => id === match)
  expect(one).toMatchObject({ status: 4, opponent1: { score: 2, result: 'win' } })
  expect(ids(model.stage)).toContain(one.stage_id)
})
