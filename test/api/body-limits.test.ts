import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWeb } from '#services/web/index.ts'
import type { Web } from '#services/web/index.ts'
import { newSampleTournament, startTwoScenes } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes, Caller } from '../support/two-scenes.ts'

// P15: limits are checked before the work that they limit.
let fixture: TwoScenes
let sample: SampleTournament
const kibibyte = 1024
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
})
afterAll(() => fixture?.app.stop())

const send = (who: Caller, method: string, url: string, body: string) =>
  fixture.call(who, method, url, { body })

/** Routes for admins that accept a whole tournament. */
const zipUrls = ['import', 'preview'].map((what) => `/api/game/scene/:id/${what}-tournament/`)
const bracketUrls = ['import', 'preview'].map((what) => `/api/game/scene/:id/${what}-bracket/`)

describe('P15: a request body', () => {
  test('must be small without signing in, and may hold a picture only for signed-in people', () => {
    for (const { method, url, who, bodyLimit } of fixture.app.web.matrix()) {
      const isAnonymous = who === 'everyone' || who === 'cabinet'
      // Stripe's events are long, and are parsed only after their signature has been checked.
      const ofBracket = bracketUrls.includes(url) ? 2048 : 1024
      const ofPeople = zipUrls.includes(url) ? 32 * kibibyte : ofBracket
      const maxKib = url.startsWith('/api/stripe/') ? 256 : isAnonymous ? 16 : ofPeople
      expect([method, url, bodyLimit <= maxKib * kibibyte]).toEqual([method, url, true])
    }
    const pictures = fixture.app.web.matrix().filter(({ bodyLimit }) => bodyLimit > 256 * kibibyte)
    expect([...new Set(pictures.map(({ url }) => url))].toSorted()).toEqual([
      '/api/game/scene/:id/',
      bracketUrls[0],
      zipUrls[0],
      bracketUrls[1],
      zipUrls[1],
      `${t}/player/`,
      `${t}/player/:id/`,
      `${t}/team/`,
      `${t}/team/:id/`,
      `${t}/template/`,
      `${t}/template/:id/`,
      `${t}/tournament/`,
      `${t}/tournament/:id/`,
      `${t}/tournament/:id/registration/`,
    ])
  })

  test('over the limit is refused before it is parsed', async () => {
    // This is not JSON, so parsing it would cause another error.
    const long = (bytes: number) => '['.repeat(bytes + 1)
    const sent: [Caller, string, string, number][] = [
      ['anonymous', 'POST', '/api/user/sign-in/', 16],
      ['admin', 'PUT', `${t}/queue/${sample.queue}/set-queue/`, 256],
      ['admin', 'POST', `${t}/team/`, 1024],
    ]
    for (const [who, method, url, limit] of sent) {
      const { status, body } = await send(who, method, url, long(limit * kibibyte))
      expect([url, status, body]).toEqual([url, 413, { detail: 'The body is too large' }])
    }
  })

  test('is not parsed for an unknown address or without authentication', async () => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      expect((await send('anonymous', method, '/api/nowhere/', '[[[')).status).toBe(404)
    }
    expect((await send('anonymous', 'POST', `${t}/team/`, '[[[')).status).toBe(401)
  })

  test('with too many or too deeply nested values is refused before it is built', async () => {
    const url = '/api/user/sign-in/'
    const deep = await send('anonymous', 'POST', url, '['.repeat(8_000))
    expect([deep.status, deep.body]).toEqual([400, { detail: 'The body is nested too deeply' }])
    const wide = await send('anonymous', 'POST', url, `[${'[],'.repeat(2_000)}`)
    const detail = 'The body contains more than 500 values'
    expect([wide.status, wide.body]).toEqual([413, { detail }])
  })
})

describe('P15: by default', () => {
  async function openWeb(): Promise<Web> {
    const web = await createWeb({ store: fixture.app.store, logger: false })
    web.post('/api/code/', { config: { access: 'signIn' } }, async () => ({}))
    web.get('/api/read/', { config: { access: 'readPublic' } }, async () => ({}))
    return web
  }
  const statuses = async (web: Web, method: 'GET' | 'POST', url: string, count: number) => {
    const found: Record<number, number> = {}
    for (let i = 0; i < count; i++) {
      const { statusCode } = await web.inject({ method, url })
      found[statusCode] = (found[statusCode] ?? 0) + 1
    }
    return found
  }

  test('requests without signing in are limited to 1,200 a minute from one address', async () => {
    const web = await openWeb()
    expect(await statuses(web, 'POST', '/api/code/', 1_210)).toEqual({ 200: 1_200, 429: 10 })
    expect(await statuses(web, 'POST', '/api/nowhere/', 1)).toEqual({ 429: 1 })
    expect(await statuses(web, 'GET', '/api/read/', 1)).toEqual({ 200: 1 })
    const { headers, statusCode } = await web.inject({ method: 'POST', url: '/api/code/' })
    expect([statusCode, Number(headers['retry-after']) > 1]).toEqual([429, true])
    await web.close()
  })
})

test('P15: reads queue behind each other, and a press does not wait for them', async () => {
  const web = await createWeb({ store: fixture.app.store, logger: false, maxInFlight: 20 })
  let reading = 0
  let maxReading = 0
  let release = () => {}
  const gate = new Promise<void>((resolve) => (release = resolve))
  web.get('/api/read/', { config: { access: 'readPublic' } }, async () => {
    maxReading = Math.max(maxReading, ++reading)
    await gate
    reading--
    return {}
  })
  web.post('/api/press/', { config: { access: 'readMe' } }, async () => ({}))
  const readers = Array.from({ length: 25 }, () => web.inject('/api/read/'))
  await expect.poll(() => reading).toBe(6)
  // The share of reads is full, and the press is still accepted.
  const headers = fixture.people.official
  expect((await web.inject({ method: 'POST', url: '/api/press/', headers })).statusCode).toBe(200)
  release()
  const found = (await Promise.all(readers)).map(({ statusCode }) => statusCode)
  expect(found.filter((status) => status === 200)).toHaveLength(20)
  expect(found.filter((status) => status === 503)).toHaveLength(5)
  expect([maxReading, reading]).toEqual([6, 0])
  await web.close()
})
