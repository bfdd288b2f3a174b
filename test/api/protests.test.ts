import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  newSampleTournament,
  newGame,
  expectOk,
  person,
  startTwoScenes,
} from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes, Caller } from '../support/two-scenes.ts'

let fixture: TwoScenes
let second: Record<string, string>
const t = '/api/tournament'
const text = 'Zoë <b>swears</b> the point was theirs'

beforeAll(async () => {
  fixture = await startTwoScenes()
  second = await person(fixture.app, { scene: fixture.scene, role: 'tournament', name: 'Second' })
})
afterAll(() => fixture?.app.stop())

const get = async (url: string, who: Caller = 'anonymous') =>
  (await expectOk(fixture.call(who, 'GET', url))).body
const put = (url: string, body: unknown = {}, headers: Record<string, string> = {}) =>
  fixture.call('official', 'PUT', `${t}${url}`, { body, headers })
const putOk = async (url: string, body: unknown = {}) => (await expectOk(put(url, body))).body
const lodge = async (match: number, more: object = {}, who: Caller = 'official'): Promise<Body> => {
  const body = { match, reason: 'wrong_point', ...more }
  return (await expectOk(fixture.call(who, 'POST', `${t}/protest/`, { body }))).body
}
const match = (id: number) => get(`${t}/match/${id}/`)

/** A match that ended 2-1 for blue on the cabinet: one game, and a score entered by an official. */
async function newPlayedMatch(): Promise<SampleTournament & { blue: number; gold: number }> {
  const sample = await newSampleTournament(fixture)
  await putOk(`/match/${sample.match}/start/`, { cabinet: fixture.cabinet, force: true })
  await newGame(fixture, { cabinet: fixture.cabinet, winner: 'blue' })
  const { blueTeam: blue, goldTeam: gold } = await match(sample.match)
  await expectOk(
    fixture.call('official', 'PATCH', `${t}/match/${sample.match}/`, {
      body: { blueScore: 2, goldScore: 1 },
    }),
  )
  await putOk(`/match/${sample.match}/complete/`, { force: true })
  return { ...sample, blue, gold }
}

describe('R-DI-1: a match under protest', () => {
  test('is public, but its text is only for officials (P19)', async () => {
    const sample = await newPlayedMatch()
    const { id } = await lodge(sample.match, { text })
    expect((await match(sample.match)).protest).toEqual({ id, state: 'open', ruling: null })
    const { isProvisional } = await get(`${t}/bracket/${sample.bracket}/`)
    expect(isProvisional).toBe(true)
    const open = await get(`${t}/protest/${id}/`)
    expect(open).toMatchObject({ match: sample.match, reason: 'wrong_point', state: 'open' })
    expect(Object.keys(open)).not.toContain('text')
    expect(JSON.stringify(await get(`${t}/protest/?matchId=${sample.match}`))).not.toContain(
      'swears',
    )
    for (const who of ['official', 'admin'] as const) {
      const lodgedBy = { id: expect.any(Number), name: expect.stringMatching(/^Person /) }
      expect(await get(`${t}/protest/${id}/`, who)).toMatchObject({ text, lodgedBy })
    }
    expect(Object.keys(await get(`${t}/protest/${id}/`, 'otherAdmin'))).not.toContain('text')
    const { rows } = await fixture.app.store.pool.query('select commit::text from kept.witness')
    expect(JSON.stringify(rows)).not.toContain('swears')
  })

  test('has one protest after a repeated request (P2)', async () => {
    const sample = await newPlayedMatch()
    const send = () =>
      fixture.call('official', 'POST', `${t}/protest/`, {
        body: { match: sample.match, reason: 'other', text },
        headers: { 'idempotency-key': `protest-${sample.match}` },
      })
    const [one, two] = [await expectOk(send()), await expectOk(send())]
    expect(two.body).toEqual(one.body)
    expect((await get(`${t}/protest/?matchId=${sample.match}`)).count).toBe(1)
  })

  test('needs a text if the reason is “other”', async () => {
    const sample = await newPlayedMatch()
    const body = { match: sample.match, reason: 'other' }
    const reply = await fixture.call('official', 'POST', `${t}/protest/`, { body })
    expect(withoutMessages([reply.status, reply.body])).toEqual([
      400,
      { text: ['Describe the problem in a few words'] },
    ])
  })

  test('has its protests listed by tournament and state, the latest first', async () => {
    const sample = await newPlayedMatch()
    const first = await lodge(sample.match)
    await putOk(`/protest/${first.id}/withdraw/`)
    const next = await lodge(sample.match)
    const ids = async (query: string) => {
      const { results } = await get(`${t}/protest/?tournamentId=${sample.tournament}${query}`)
      return results.map((one: Body) => one.id)
    }
    expect(await ids('')).toEqual([next.id, first.id])
    expect(await ids('&state=open')).toEqual([next.id])
  })
})

test('R-DI-2: after the next match has begun only an admin may protest', async () => {
  const sample = await newPlayedMatch()
  const all = (await get(`${t}/match/?tournamentId=${sample.tournament}`)).results as Body[]
  const next = all.find(
    (one) => one.id !== sample.match && [one.blueTeam, one.goldTeam].includes(sample.blue),
  )
  await putOk(`/match/${next.id}/start/`, { cabinet: fixture.cabinet, force: true })
  const body = { match: sample.match, reason: 'wrong_point' }
  const late = await fixture.call('official', 'POST', `${t}/protest/`, { body })
  expect([late.status, late.body.code]).toEqual([409, 'PROTEST_LATE'])
  expect(await lodge(sample.match, {}, 'admin')).toMatchObject({ isLate: true })
  await putOk(`/match/${next.id}/stop/`)
})

describe('R-DI-4: a ruling', () => {
  const scores = ({ blue, gold }: { blue: number; gold: number }) => [
    { team: blue, score: 1 },
    { team: gold, score: 2 },
  ]

  test('can be previewed, made, read by everyone, and undone in one step', async () => {
    const sample = await newPlayedMatch()
    const { id } = await lodge(sample.match)
    const query = `ruling=correct&scores=${sample.blue}-1,${sample.gold}-2`
    const foreseen = await get(`${t}/protest/${id}/preview/?${query}`, 'official')
    expect(foreseen).toMatchObject({
      refusal: null,
      cascades: false,
      needsTwo: false,
      changes: [{ before: { score: [2, 1] }, after: { score: [1, 2] } }],
    })
    const sentence = 'The first point went to the wrong team.'
    const ruled = await putOk(`/protest/${id}/rule/`, {
      ruling: 'correct',
      scores: scores(sample),
      sentence,
    })
    expect(ruled).toMatchObject({ state: 'ruled', ruling: 'correct', sentence })
    expect(ruled.signedBy).toHaveLength(1)
    expect(await match(sample.match)).toMatchObject({
      winner: sample.gold,
      protest: { id, state: 'ruled', ruling: 'correct' },
    })
    expect(await get(`${t}/protest/${id}/`)).toMatchObject({ sentence })
    const { version } = await get(`${t}/tournament/${sample.tournament}/`)
    await putOk(`/tournament/${sample.tournament}/undo/`, { version })
    expect(await match(sample.match)).toMatchObject({
      winner: sample.blue,
      protest: { id, state: 'open' },
    })
    expect(await get(`${t}/protest/${id}/`)).toMatchObject({ state: 'open', sentence: null })
    // A ruling without words is published in a standard sentence.
    const standard = { ruling: 'void', sentence: 'The match counts for nobody.' }
    expect(await putOk(`/protest/${id}/rule/`, { ruling: 'void' })).toMatchObject(standard)
    expect(await get(`${t}/protest/${id}/`)).toMatchObject(standard)
  })

  test('waits for a second official if the tournament requires two', async () => {
    const sample = await newPlayedMatch()
    const url = `${t}/tournament/${sample.tournament}/`
    await expectOk(fixture.call('admin', 'PATCH', url, { body: { rulingSigners: 'two' } }))
    expect(await get(url)).toMatchObject({ rulingSigners: 'two', protestDeadline: 'next_match' })
    const { id } = await lodge(sample.match)
    const ruling = { ruling: 'void', sentence: 'Nobody saw it.' }
    const proposed = await putOk(`/protest/${id}/rule/`, ruling)
    expect(proposed).toMatchObject({
      state: 'open',
      proposal: { num: expect.any(Number), ruling: 'void', sentence: 'Nobody saw it.' },
    })
    expect(JSON.stringify(await get(`${t}/protest/${id}/`))).not.toMatch(/void|Nobody/)
    const { num } = proposed.proposal
    const own = await put(`/protest/${id}/sign/`, { num })
    expect([own.status, own.body.code]).toEqual([409, 'SAME_OFFICIAL'])
    const key = await fixture.call('key', 'PUT', `${t}/protest/${id}/sign/`, { body: { num } })
    expect(key.body.code).toBe('SIGN_AS_PERSON')
    const { body } = await expectOk(put(`/protest/${id}/sign/`, { num }, second))
    expect(body.signedBy.map((one: Body) => one.name)[1]).toBe('Second')
    expect(await match(sample.match)).toMatchObject({ forfeit: true, winner: null })
  })

  test('P20: keeps its effect but loses its text when the author is erased', async () => {
    const sample = await newPlayedMatch()
    const { id } = await lodge(sample.match)
    const writer = await person(fixture.app, { scene: fixture.scene, role: 'tournament' })
    const ruling = { ruling: 'uphold', sentence: 'Written by one who left' }
    const ruled = (await expectOk(put(`/protest/${id}/rule/`, ruling, writer))).body
    const gone = ruled.signedBy[0].id
    await expectOk(fixture.call('owner', 'DELETE', `/api/user/${gone}/`, { body: {} }))
    expect(await get(`${t}/protest/${id}/`)).toMatchObject({
      state: 'ruled',
      sentence: 'The result stands.',
    })
  })
})

describe('R-DI-3: the evidence', () => {
  test('has the steps, the match before and after each, its games and the hash', async () => {
    const sample = await newPlayedMatch()
    const { id } = await lodge(sample.match, { text })
    const reply = await expectOk(fixture.call('official', 'GET', `${t}/protest/${id}/evidence/`))
    expect(reply.headers['content-disposition']).toMatch(
      /attachment; filename="protest-\d+-M\d+\.json"/,
    )
    const bundle = JSON.parse(reply.text)
    const { version } = await get(`${t}/tournament/${sample.tournament}/`)
    expect(bundle.head).toEqual({ version, chain: expect.stringMatching(/^[0-9a-f]{64}$/) })
    const actions = bundle.timeline.filter((one: Body) => one.source !== 'cabinet')
    const kinds = bundle.timeline.filter((one: Body) => one.source === 'cabinet')
    expect(kinds.map((one: Body) => one.kind)).toEqual(
      expect.arrayContaining(['gamestart', 'victory']),
    )
    expect(kinds[0]).toMatchObject({ at: expect.any(String), takenAt: expect.any(String) })
    const scored = actions.find((one: Body) => one.text.startsWith('Score of'))
    expect(scored).toMatchObject({
      before: { blueScore: 1, goldScore: 0 },
      after: { blueScore: 2, goldScore: 1 },
      byName: expect.any(String),
    })
    expect(bundle.games).toMatchObject([
      { status: 'counted', winningTeam: 'blue', replay: expect.stringMatching(/^\/game\/\d+$/) },
    ])
    expect(bundle.connectionGaps).toEqual([])
  })

  test('links each game to the part of a video that shows it', async () => {
    const sample = await newPlayedMatch()
    const { id } = await lodge(sample.match)
    const games = async () => {
      const reply = await expectOk(fixture.call('official', 'GET', `${t}/protest/${id}/evidence/`))
      return JSON.parse(reply.text).games
    }
    const [before] = await games()
    expect(before.videoLinks).toEqual([])
    const body = {
      tournament: sample.tournament,
      videoId: 'dQw4w9WgXcQ',
      length: '2:00:00',
      game: Number(before.replay.split('/').at(-1)),
      gameEndTime: '1:00:00',
      referencePoint: 'start',
    }
    await expectOk(fixture.call('admin', 'POST', `${t}/video/add/`, { body }))
    // The link starts a few seconds before the game, which begins an hour into the video.
    const shown = /^https:\/\/www\.youtube\.com\/embed\/dQw4w9WgXcQ\?start=3595&end=36\d\d$/
    expect((await games())[0].videoLinks).toEqual([expect.stringMatching(shown)])
  })

  test('lists the periods in which the cabinet had no connection', async () => {
    const sample = await newSampleTournament(fixture)
    await putOk(`/match/${sample.match}/start/`, { cabinet: fixture.cabinet, force: true })
    const from = new Date(Date.now() + 1_000).toISOString()
    const to = new Date(Date.now() + 2_000).toISOString()
    const connectionEvent = (type: string, time: string) => ({
      eventID: `${type} ${sample.match}`,
      gameID: null,
      time,
      type,
      values: [],
    })
    const events = [connectionEvent('clientOffline', from), connectionEvent('clientOnline', to)]
    const after = await fixture.app.log.tail()
    await fixture.app.log.appendFacts({ cabinet: fixture.cabinet, after, events })
    await expectOk(
      fixture.call('official', 'PATCH', `${t}/match/${sample.match}/`, { body: { blueScore: 1 } }),
    )
    const { id } = await lodge(sample.match)
    const evidence = async () => {
      const reply = await expectOk(fixture.call('official', 'GET', `${t}/protest/${id}/evidence/`))
      return JSON.parse(reply.text)
    }
    await expect
      .poll(async () => (await evidence()).connectionGaps)
      .toEqual([{ cabinet: fixture.cabinet, from, to }])
    await putOk(`/match/${sample.match}/stop/`)
  })

  test('says how many events of the cabinets it omits', async () => {
    const sample = await newSampleTournament(fixture)
    await putOk(`/match/${sample.match}/start/`, { cabinet: fixture.cabinet, force: true })
    const events = Array.from({ length: 60 }, (_, index) => ({
      eventID: `line ${sample.match} ${index}`,
      gameID: null,
      time: new Date(Date.now() + index * 1_000).toISOString(),
      type: index % 2 === 0 ? 'clientOffline' : 'clientOnline',
      values: [],
    }))
    const after = await fixture.app.log.tail()
    await fixture.app.log.appendFacts({ cabinet: fixture.cabinet, after, events })
    await expectOk(
      fixture.call('official', 'PATCH', `${t}/match/${sample.match}/`, { body: { blueScore: 1 } }),
    )
    const { id } = await lodge(sample.match)
    const path = `${t}/protest/${id}/evidence/`
    const evidence = async () => {
      const { timeline } = JSON.parse((await expectOk(fixture.call('official', 'GET', path))).text)
      const listed = timeline.filter((one: Body) => one.source === 'cabinet').length
      const leftOut = timeline.map((one: Body) => one.leftOut ?? 0)
      return { listed, leftOut: Math.max(...leftOut) }
    }
    await expect.poll(evidence).toEqual({ listed: 40, leftOut: 20 })
    const page = await expectOk(fixture.call('official', 'GET', `${path}?form=html`))
    expect(page.text).toContain('20 more messages of the cabinets are not listed here')
    await putOk(`/match/${sample.match}/stop/`)
  })

  test('is also an HTML page in which all input is escaped', async () => {
    const sample = await newPlayedMatch()
    const { id } = await lodge(sample.match, { text })
    const reply = await expectOk(
      fixture.call('official', 'GET', `${t}/protest/${id}/evidence/?form=html`),
    )
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(reply.text).toContain('Zoë &lt;b&gt;swears&lt;/b&gt;')
    expect(reply.text).not.toMatch(/<script|<b>swears/)
  })

  test('is only for officials of the scene', async () => {
    const sample = await newPlayedMatch()
    const { id } = await lodge(sample.match)
    for (const who of ['anonymous', 'player', 'otherAdmin'] as const) {
      const { status } = await fixture.call(who, 'GET', `${t}/protest/${id}/evidence/`)
      expect([who, status]).toEqual([who, who === 'anonymous' ? 401 : 403])
    }
  })
})
