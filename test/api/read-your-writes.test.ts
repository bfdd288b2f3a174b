import { withoutMessages } from '../support/without-messages.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import { adminOf } from './admin-client.ts'

let fixture: TwoScenes
let sample: SampleTournament
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
})
afterAll(() => fixture?.app.stop())

const { get } = adminOf(() => fixture)
const send = (method: string, url: string, body: unknown = {}) =>
  expectOk(fixture.call('admin', method, url, { body }))

test('P12: each of two hundred writes is visible to the next read', async () => {
  const { matches } = await get(`${t}/bracket/${sample.bracket}/`)
  const points = new Map<number, number>(matches.map((match: { id: number }) => [match.id, 0]))
  async function referee(match: { id: number; blueTeam: number }): Promise<void> {
    for (let i = 1; i <= 40; i++) {
      const body = { team: match.blueTeam, by: 1 }
      const { headers } = await send('PUT', `${t}/match/${match.id}/add-score/`, body)
      points.set(match.id, i)
      const [one, list, tournament] = await Promise.all([
        get(`${t}/match/${match.id}/`),
        get(`${t}/match/?tournamentId=${sample.tournament}`),
        get(`${t}/tournament/${sample.tournament}/`),
      ])
      const listed = list.results.find((row: { id: number }) => row.id === match.id)
      expect([one.blueScore, listed.blueScore]).toEqual([i, i])
      expect(tournament.version).toBeGreaterThanOrEqual(Number(headers['x-version']))
    }
  }
  await Promise.all(matches.slice(0, 5).map(referee))
})

test('P12: the response to a write equals the next read', async () => {
  const { tournament } = sample
  const { body: team } = await send('POST', `${t}/team/`, { tournament, name: 'Late' })
  expect(await get(`${t}/team/${team.id}/`)).toEqual(team)
  const { body: renamed } = await send('PATCH', `${t}/team/${team.id}/`, { name: 'Later' })
  expect(await get(`${t}/team/${team.id}/`)).toEqual(renamed)
  await send('DELETE', `${t}/team/${team.id}/`)
  expect((await fixture.call('anonymous', 'GET', `${t}/team/${team.id}/`)).status).toBe(404)
})

test('P2 P12: a repeated write is answered once the rows that a fail-over lost are there again', async () => {
  const { app, call } = fixture
  const headers = { 'idempotency-key': randomUUID() }
  const annotate = () =>
    call('admin', 'PUT', `${t}/match/${sample.match}/annotate/`, {
      body: { note: 'kept' },
      headers,
    })
  const first = await expectOk(annotate())
  const version = Number(first.headers['x-version'])
  const tail = await app.log.tail()
  // Like a standby that took over before it had the last commit.
  await app.store.pool.query(`
    begin;
    update view.match set note = '' where id = ${sample.match};
    delete from view.change where tournament = ${sample.tournament} and version = ${version};
    update view.tournament_version set version = version - 1 where tournament = ${sample.tournament};
    delete from kept.witness where seq = ${tail};
    delete from kept.idempotency_key;
    update view.checkpoint set seq = ${tail} - 1 where name = 'tournament';
    commit`)
  // 503 until the projector has noticed.
  await expect.poll(async () => (await annotate()).status).toBe(200)
  expect((await get(`${t}/match/${sample.match}/`)).note).toBe('kept')
  expect((await expectOk(annotate())).body).toEqual(first.body)
  expect(await app.log.tail()).toBe(tail)
})

test('a match is put on a cabinet by PATCH, and by one start request', async () => {
  const { match, otherMatch } = sample
  const patched = await send('PATCH', `${t}/match/${match}/`, { activeCabinet: fixture.cabinet })
  expect(patched.body.activeCabinet).toBe(fixture.cabinet)
  const tail = await fixture.app.log.tail()
  expect((await send('PUT', `${t}/match/${match}/start/`)).body.activeCabinet).toBe(fixture.cabinet)
  expect(await fixture.app.log.tail()).toBe(tail)
  const active = await get(`${t}/match/?activeCabinetId=${fixture.cabinet}`)
  expect(active.results.map((row: { id: number }) => row.id)).toEqual([match])
  await send('PATCH', `${t}/match/${match}/`, { activeCabinet: null })
  expect((await send('PUT', `${t}/match/${match}/stop/`)).status).toBe(200)

  const started = await send('PUT', `${t}/match/${otherMatch}/start/`, { cabinet: fixture.cabinet })
  expect(started.body.activeCabinet).toBe(fixture.cabinet)
  await send('PUT', `${t}/match/${otherMatch}/stop/`)
  const nowhere = await fixture.call('admin', 'PUT', `${t}/match/${match}/start/`, { body: {} })
  expect([nowhere.status, Object.keys(withoutMessages(nowhere.body))]).toEqual([400, ['cabinet']])
})

test('a PUT of the whole match completes it', async () => {
  const match = await get(`${t}/match/${sample.match}/`)
  const { body } = await send('PUT', `${t}/match/${sample.match}/`, {
    ...match,
    goldScore: match.blueScore + 3,
    isComplete: true,
    activeCabinet: null,
  })
  expect(body).toMatchObject({ isComplete: true, activeCabinet: null, winner: match.goldTeam })
  const { standings } = await get(`${t}/bracket/${sample.bracket}/standings/`)
  expect(standings[0].team).toEqual({ id: match.goldTeam, name: expect.any(String) })
})

test('P15: a stage that is read again gets a 304 until the next commit', async () => {
  const { tournament, bracket, match } = sample
  const urls = [
    `${t}/match/?tournamentId=${tournament}&rowsPerPage=100`,
    `${t}/bracket/${bracket}/standings/`,
    `${t}/tournament/${tournament}/standings/`,
    `${t}/tournament/${tournament}/available-matches/`,
    `${t}/bracket/?tournamentId=${tournament}`,
    `${t}/bracket/${bracket}/`,
    `${t}/stage-placement/?tournamentId=${tournament}`,
    `${t}/stage-placement/?destBracketId=${bracket}`,
  ]
  const ask = async (url: string, tag?: string) => {
    const headers: Record<string, string> = tag ? { 'if-none-match': tag } : {}
    const {
      status,
      headers: responseHeaders,
      text,
    } = await fixture.call('anonymous', 'GET', url, { headers })
    return {
      status,
      text,
      tag: String(responseHeaders['etag']),
      age: responseHeaders['cache-control'],
    }
  }
  for (const url of urls) {
    const first = await ask(url)
    expect([first.status, first.tag, first.age]).toEqual([
      200,
      expect.stringMatching(/"$/),
      'no-cache',
    ])
    expect(await ask(url, first.tag)).toMatchObject({ status: 304, text: '' })
    expect(await ask(url, '"another"')).toMatchObject({ status: 200, text: first.text })
    const body = { note: `looked at ${url}` }
    await send('PUT', `${t}/match/${match}/annotate/`, body)
    const then = await ask(url, first.tag)
    expect([url, then.status, then.tag]).toEqual([url, 200, expect.not.stringMatching(first.tag)])
  }
  const live = await ask(`${t}/bracket/${bracket}/standings/?live=true`)
  expect([live.status, live.tag]).toEqual([200, 'undefined'])
  const listed = await get(urls[0]!)
  expect(listed.results.find(({ id }: { id: number }) => id === match).note).toMatch(/^looked at/)
})

test('queries and bodies accept both spellings', async () => {
  const camel = await get(`${t}/match/?tournamentId=${sample.tournament}&rowsPerPage=2`)
  const snake = await get(
    `${t}/match?tournament_id=${sample.tournament}&rows_per_page=2&format=json`,
  )
  expect(snake.results).toEqual(camel.results)
  expect(snake.next).toBe(
    `${t}/match/?tournament_id=${sample.tournament}&rows_per_page=2&format=json&page=2`,
  )
  const second = await get(snake.next)
  expect(second.results[0].id).toBeGreaterThan(snake.results[1].id)
  const { body } = await send('PATCH', `${t}/bracket/${sample.bracket}/`, { queue_timer: 45 })
  expect(body.queueTimer).toBe(45)
})

test('tournaments of a scene are listed by date, newest first', async () => {
  for (const date of ['2026-03-03', '2026-01-01', '2026-03-03']) {
    await send('POST', `${t}/tournament/`, { scene: fixture.scene, name: 'T', date })
  }
  const { results } = await get(`${t}/tournament/?scene=HERE`)
  const order = results.map((row: { date: string; id: number }) => [row.date, row.id])
  const sorted = order.toSorted((a: [string, number], b: [string, number]) =>
    a[0] === b[0] ? b[1] - a[1] : a[0] < b[0] ? 1 : -1,
  )
  expect(order).toEqual(sorted)
  expect((await get(`${t}/tournament/?sceneId=${fixture.otherScene}`)).count).toBe(0)
})

test('settings that do not affect play are stored outside the log', async () => {
  const tail = await fixture.app.log.tail()
  const body = {
    description: 'Bring snacks',
    allowRegistration: true,
    registrationCloseDate: '2026-02-01',
  }
  const { body: after } = await send('PATCH', `${t}/tournament/${sample.tournament}/`, body)
  expect(after).toMatchObject(body)
  expect(await get(`${t}/tournament/${sample.tournament}/`)).toMatchObject(body)
  expect(await fixture.app.log.tail()).toBe(tail)
})

test('officials can read the history from the log', async () => {
  const url = `${t}/tournament/${sample.tournament}/history/`
  const { body } = await expectOk(fixture.call('official', 'GET', `${url}?from=2&to=3`))
  expect(body.results.map((line: { version: number }) => line.version)).toEqual([2, 3])
  expect(body.results[0]).toMatchObject({
    command: { type: 'AddTeam' },
    byName: expect.any(String),
  })
})

test('an undo is a new commit', async () => {
  const { tournament } = sample
  const { headers } = await send('POST', `${t}/team/`, { tournament, name: 'Oops' })
  const version = Number(headers['x-version'])
  const { body } = await send('PUT', `${t}/tournament/${tournament}/undo/`, { version })
  expect(body).toEqual({ success: true, version: version + 1 })
})

test('the API serves its own documentation', async () => {
  const { body } = await expectOk(fixture.call('anonymous', 'GET', '/api/docs/json'))
  expect(body.openapi).toMatch(/^3\./)
  expect(Object.keys(body.paths)).toContain('/api/tournament/match/{id}/')
  const page = await expectOk(fixture.call('anonymous', 'GET', '/api/docs'))
  expect(page.text).toContain('/api/tournament/match/:id/')
  expect(page.text).not.toContain('<script')
})
