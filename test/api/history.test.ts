import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainOf } from '#services/log/index.ts'
import { newSampleTournament, newGame, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'

const t = '/api/tournament'
let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

type Line = { version: number; text: string; byName: string; device?: string } & Record<
  string,
  Body
>

async function history(sample: SampleTournament, query = ''): Promise<Body> {
  const url = `${t}/tournament/${sample.tournament}/history/${query}`
  return (await expectOk(fixture.call('official', 'GET', url))).body
}
const versions = (lines: Line[]) => lines.map(({ version }) => version)
const texts = (lines: Line[]) => lines.map(({ text }) => text)

async function press(url: string, body: unknown = {}, headers: Record<string, string> = {}) {
  const { headers: responseHeaders } = await expectOk(
    fixture.call('official', 'PUT', `${t}${url}`, { body, headers }),
  )
  return Number(responseHeaders['x-version'])
}

/** With `force`, so that the cabinet's client need not be connected. */
const onCabinet = () => ({ cabinet: fixture.cabinet, force: true })

/** The blue team of a match. */
async function blueOf(match: number): Promise<{ team: number; name: string }> {
  const { body } = await expectOk(fixture.call('official', 'GET', `${t}/match/${match}/`))
  const { body: team } = await expectOk(
    fixture.call('official', 'GET', `${t}/team/${body.blueTeam}/`),
  )
  return { team: body.blueTeam, name: team.name }
}

describe('the history of a tournament', () => {
  test('R-CMD-1: a line says what was done, by whom, from which device and when', async () => {
    const sample = await newSampleTournament(fixture)
    const { team, name } = await blueOf(sample.match)
    const clientTime = '2026-01-02T20:14:07.000Z'
    const headers = {
      'x-device': encodeURIComponent('Tablet 2 “north”'),
      'x-client-time': clientTime,
    }
    const version = await press(`/match/${sample.match}/add-score/`, { team, by: 1 }, headers)
    const { results } = await history(sample, `?from=${version}`)
    expect(results).toMatchObject([
      {
        text: `+1 ${name} in M1, 0-0 → 1-0`,
        byName: expect.stringMatching(/^Person \d+$/),
        device: 'Tablet 2 “north”',
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        clientTime,
        matches: [sample.match],
      },
    ])
  })

  test('pages with the newest first are stable while new commits are added', async () => {
    const sample = await newSampleTournament(fixture)
    const all = versions((await history(sample, '?order=newest')).results)
    expect(all).toEqual(all.toSorted((a, b) => b - a))
    const first = await history(sample, '?order=newest&rowsPerPage=3')
    await press(`/match/${sample.match}/start/`, onCabinet())
    await press(`/match/${sample.match}/stop/`)
    const second = (await expectOk(fixture.call('official', 'GET', first.next))).body
    const third = (await expectOk(fixture.call('official', 'GET', second.next))).body
    expect([first, second, third].flatMap((page) => versions(page.results))).toEqual(
      all.slice(0, 9),
    )
    expect(second.count).toBe(all.length)
  })

  test('it can be searched by match, cabinet, person, device, type and text', async () => {
    const sample = await newSampleTournament(fixture)
    const { team } = await blueOf(sample.match)
    const device = { 'x-device': 'north' }
    const began = await press(`/match/${sample.match}/start/`, onCabinet(), device)
    const scored = await press(`/match/${sample.match}/add-score/`, { team, by: 1 }, device)
    const stopped = await press(`/match/${sample.match}/stop/`)
    const found = async (query: string) => {
      return versions((await history(sample, `?from=${began}&${query}`)).results)
    }
    expect(await found(`match=${sample.match}`)).toEqual([began, scored, stopped])
    expect(await found(`match=${sample.otherMatch}`)).toEqual([])
    expect(await found(`cabinet=${fixture.cabinet}`)).toEqual([began, scored, stopped])
    expect(await found('device=north')).toEqual([began, scored])
    expect(await found('type=AddScore')).toEqual([scored])
    expect(await found('search=STARTED%20on')).toEqual([began])
    expect(await found('by=person')).toEqual([began, scored, stopped])
    const [line] = (await history(sample, `?from=${began}`)).results
    expect(await found(`person=${line.by.id}`)).toEqual([began, scored, stopped])
    expect(await found('person=999999')).toEqual([])
    const wrong = `${t}/tournament/${sample.tournament}/history/?type=Nothing`
    expect((await fixture.call('official', 'GET', wrong)).status).toBe(400)
  })

  test('automatic steps of the referee are attributed to Waggle', async () => {
    const sample = await newSampleTournament(fixture)
    await press(`/match/${sample.match}/start/`, onCabinet())
    const { name } = await blueOf(sample.match)
    await newGame(fixture, { cabinet: fixture.cabinet, winner: 'blue' })
    const byReferee = async () => (await history(sample, '?by=service')).results as Line[]
    await until('the referee to count the game', async () => (await byReferee()).length === 2)
    const lines = await byReferee()
    expect(texts(lines)).toEqual(['Game started in M1', `${name} won a game in M1, 0-0 → 1-0`])
    expect(lines.map(({ byName }) => byName)).toEqual(['Waggle (referee)', 'Waggle (referee)'])
    await press(`/match/${sample.match}/stop/`)
  })

  test('R-CMD-4: officials can read changes that are hidden from the public during a review', async () => {
    const sample = await newSampleTournament(fixture)
    const { team, name } = await blueOf(sample.match)
    await press(`/match/${sample.match}/review/`, { on: true })
    const version = await press(`/match/${sample.match}/add-score/`, { team, by: 1 })
    expect(texts((await history(sample, `?from=${version}`)).results)).toEqual([
      `+1 ${name} in M1, 0-0 → 1-0`,
    ])
  })
})

test('R-TB-7: the dice of a stage are omitted until the stage is complete', async () => {
  const sample = await newSampleTournament(fixture)
  const made = async () => (await history(sample, '?type=CreateStage')).results[0]
  const before = await made()
  expect(before.events).toEqual([expect.not.objectContaining({ dice: expect.anything() })])
  expect(before.isWhole).toBe(false)

  const { body } = await expectOk(
    fixture.call(
      'official',
      'GET',
      `${t}/match/?bracketId=${sample.bracket}&tournamentId=${sample.tournament}`,
    ),
  )
  for (const match of body.results) {
    const result = { ...match, blueScore: 1, goldScore: 0, isComplete: true, activeCabinet: null }
    await press(`/match/${match.id}/`, result)
  }
  const after = await made()
  expect(after.events).toEqual([
    expect.objectContaining({ dice: expect.stringMatching(/^\w{64}$/) }),
  ])
  expect(after).toMatchObject({ isWhole: true, chain: before.chain })
  const [earlier] = (await history(sample, `?from=${after.version - 1}&rowsPerPage=1`)).results
  const {
    text: _,
    message: ______,
    byName: __,
    matches: ___,
    cabinets: ____,
    isWhole: _____,
    ...commit
  } = after
  expect(chainOf(earlier.chain, commit)).toBe(after.chain)
})

describe('R-UN-1: the preview of an undo', () => {
  const previewOf = async (sample: SampleTournament, version: number): Promise<Body> =>
    (
      await expectOk(
        fixture.call('official', 'GET', `${t}/tournament/${sample.tournament}/history/${version}/`),
      )
    ).body
  const undo = (sample: SampleTournament, version: number) =>
    press(`/tournament/${sample.tournament}/undo/`, { version })

  test('says whether the step can be undone, and which later steps depend on it', async () => {
    const sample = await newSampleTournament(fixture)
    const { team, name } = await blueOf(sample.match)
    const first = await press(`/match/${sample.match}/add-score/`, { team, by: 1 })
    const elsewhere = await press(`/match/${sample.otherMatch}/`, { blueScore: 2, goldScore: 1 })
    const second = await press(`/match/${sample.match}/`, { blueScore: 2 })
    expect(await previewOf(sample, second)).toMatchObject({ undoable: true, refusal: null })
    expect(await previewOf(sample, elsewhere)).toMatchObject({ undoable: true, dependents: [] })
    expect(await previewOf(sample, first)).toMatchObject({
      text: `+1 ${name} in M1, 0-0 → 1-0`,
      undoable: false,
      refusal: { code: 'CHANGED_SINCE' },
      dependents: [
        { version: second, text: 'Score of M1 set, 1-0 → 2-0', byName: expect.any(String) },
      ],
    })
    await undo(sample, second)
    expect(await previewOf(sample, first)).toMatchObject({ undoable: true, dependents: [] })
    await undo(sample, first)
  })

  test('stores nothing, and an unknown version is not found', async () => {
    const sample = await newSampleTournament(fixture)
    const tail = await fixture.app.log.tail()
    expect((await previewOf(sample, 1)).refusal.code).toBe('NOT_UNDOABLE')
    expect(await fixture.app.log.tail()).toBe(tail)
    const url = `${t}/tournament/${sample.tournament}/history/999/`
    expect((await fixture.call('official', 'GET', url)).status).toBe(404)
    expect((await fixture.call('player', 'GET', url)).status).toBe(403)
  })

  test('of a result names the later match that depends on it', async () => {
    const sample = await newSampleTournament(fixture)
    const send = async (method: string, url: string, body: unknown) =>
      (await expectOk(fixture.call('admin', method, `${t}${url}`, { body }))).body
    const stage = { tournament: sample.tournament, name: 'Finals', stageType: 'single_elim' }
    const { id: bracket } = await send('POST', '/bracket/', stage)
    await send('PUT', `/bracket/${bracket}/set-teams/`, { teams: sample.teams })
    const { matches } = await send('PUT', `/bracket/${bracket}/create-matches/`, {})
    const [one, two, final] = matches.map((match: { id: number }) => match.id)
    const win = async (match: number) => {
      await press(`/match/${match}/`, { blueScore: 1, goldScore: 0 })
      return press(`/match/${match}/complete/`)
    }
    const decisive = await win(one)
    await win(two)
    const started = await press(`/match/${final}/start/`, onCabinet())
    expect(await previewOf(sample, decisive)).toMatchObject({
      undoable: false,
      refusal: { code: 'RESULT_IN_USE', matches: [{ id: final }] },
      dependents: expect.arrayContaining([expect.objectContaining({ version: started })]),
    })
    await press(`/match/${final}/stop/`)
  })
})

describe('R-CMD-2: with an expected version', () => {
  const point = (match: number, team: number) => ({
    url: `${t}/match/${match}/add-score/`,
    body: { team, by: 1 },
  })

  test('a press on an old state is refused with the later commits, and stores nothing', async () => {
    const sample = await newSampleTournament(fixture)
    const { team } = await blueOf(sample.match)
    const { url, body } = point(sample.match, team)
    const seenVersion = await press(`/match/${sample.match}/add-score/`, body, {
      'x-device': 'north',
    })
    const rival = await press(
      `/match/${sample.match}/add-score/`,
      { ...body, force: true },
      { 'x-device': 'south' },
    )
    const tail = await fixture.app.log.tail()
    const key = randomUUID()
    const byHeader = { headers: { 'if-match': `"${seenVersion}"`, 'idempotency-key': key }, body }
    const byField = { body: { ...body, expectedVersion: seenVersion } }
    for (const how of [byHeader, byField]) {
      const { status, body: refused } = await fixture.call('official', 'PUT', url, how)
      expect(status).toBe(409)
      expect(refused).toMatchObject({
        code: 'STALE',
        version: rival,
        commits: [{ version: rival, device: 'south', by: 'person', text: '+1 Blue in M1' }],
      })
    }
    expect(await fixture.app.log.tail()).toBe(tail)

    // The retry uses the same idempotency key with the current version; repeated, it gets the same
    // response.
    const again = { headers: { 'if-match': `"${rival}"`, 'idempotency-key': key }, body }
    const done = await expectOk(fixture.call('official', 'PUT', url, again))
    const same = await expectOk(fixture.call('official', 'PUT', url, again))
    expect([same.body, same.headers['x-version']]).toEqual([done.body, done.headers['x-version']])
    expect(done.body.blueScore).toBe(3)
    expect(await fixture.app.log.tail()).toBe(tail + 1)
  })

  test('only one of two concurrent presses on one state counts; without a version the second official is asked', async () => {
    const sample = await newSampleTournament(fixture)
    const { team } = await blueOf(sample.match)
    const { url, body } = point(sample.match, team)
    const seenVersion = await press(`/match/${sample.match}/add-score/`, body)
    const headers = { 'if-match': `${seenVersion}` }
    const both = await Promise.all([
      fixture.call('official', 'PUT', url, { body, headers }),
      fixture.call('admin', 'PUT', url, { body, headers }),
    ])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const without = await Promise.all([
      fixture.call('official', 'PUT', url, { body }),
      fixture.call('admin', 'PUT', url, { body, headers: { 'if-match': '*' } }),
    ])
    const asked = without.filter(({ status }) => status === 409)
    expect(asked.map((reply) => reply.body.code)).toContain('POINT_REPEATED')
    for (const _ of asked)
      await expectOk(fixture.call('admin', 'PUT', url, { body: { ...body, force: true } }))
    const { body: match } = await expectOk(
      fixture.call('official', 'GET', `${t}/match/${sample.match}/`),
    )
    expect(match.blueScore).toBe(4)
  })

  test('if two tablets press Complete, one completes the match and both succeed', async () => {
    const sample = await newSampleTournament(fixture)
    await press(`/match/${sample.match}/`, { blueScore: 2, goldScore: 1 })
    const tail = await fixture.app.log.tail()
    const url = `${t}/match/${sample.match}/complete/`
    const both = await Promise.all([
      fixture.call('official', 'PUT', url, { body: {} }),
      fixture.call('admin', 'PUT', url, { body: {} }),
    ])
    expect(both.map(({ status, body }) => [status, body.isComplete])).toEqual([
      [200, true],
      [200, true],
    ])
    expect(await fixture.app.log.tail()).toBe(tail + 1)
  })

  test('the parts of one request are applied in sequence from the expected version', async () => {
    const sample = await newSampleTournament(fixture)
    const seenVersion = await press(`/match/${sample.match}/add-score/`, {
      team: (await blueOf(sample.match)).team,
      by: 1,
    })
    const body = { isFlipped: true, isWarmup: true, expectedVersion: seenVersion }
    const url = `${t}/match/${sample.match}/`
    const { headers } = await expectOk(fixture.call('official', 'PATCH', url, { body }))
    expect(Number(headers['x-version'])).toBe(seenVersion + 2)
    const stale = await fixture.call('official', 'PATCH', url, {
      body: { ...body, isWarmup: false },
    })
    expect(stale.body).toMatchObject({ code: 'STALE', field: 'isFlipped', done: [] })
  })

  test('settings outside the log are not overwritten by a request with an old version', async () => {
    const sample = await newSampleTournament(fixture)
    const url = `${t}/tournament/${sample.tournament}/`
    const { body: before } = await expectOk(fixture.call('admin', 'GET', url))
    const body = { description: 'Old news' }
    const headers = { 'if-match': '"1"' }
    const { status, body: refused } = await fixture.call('admin', 'PATCH', url, { body, headers })
    expect([status, refused.code]).toEqual([409, 'STALE'])
    expect((await expectOk(fixture.call('admin', 'GET', url))).body).toEqual(before)
  })

  test('a version has to be a number', async () => {
    const sample = await newSampleTournament(fixture)
    const url = `${t}/match/${sample.match}/stop/`
    const wrong = [
      { headers: { 'if-match': '"abc"' } },
      { body: { expectedVersion: 'x' } },
      { body: { expectedVersion: -1 } },
    ]
    for (const how of wrong)
      expect((await fixture.call('official', 'PUT', url, how)).status).toBe(400)
  })
})
