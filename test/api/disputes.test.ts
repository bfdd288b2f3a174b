// Undo, replacements, protests and rulings in many orders, over HTTP.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSampleTournament, expectOk, person, startTwoScenes } from '../support/two-scenes.ts'
import { expectRowsOfLog } from '../support/rows-of-log.ts'
import type { Body, TwoScenes, Caller } from '../support/two-scenes.ts'

let fixture: TwoScenes
let second: Record<string, string>
let third: Record<string, string>
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
  const role = { scene: fixture.scene, role: 'tournament' } as const
  second = await person(fixture.app, role)
  third = await person(fixture.app, role)
})
afterAll(() => fixture?.app.stop())

const get = async (url: string, who: Caller = 'anonymous'): Promise<Body> =>
  (await expectOk(fixture.call(who, 'GET', `${t}${url}`))).body
const attempt = (
  method: string,
  url: string,
  body: unknown = {},
  headers: Record<string, string> = {},
) => fixture.call('official', method, `${t}${url}`, { body, headers })
const press = async (method: string, url: string, body: unknown = {}, headers = {}) =>
  (await expectOk(attempt(method, url, body, headers))).body
const point = async (match: number, team: number): Promise<number> =>
  Number(
    (await expectOk(attempt('PUT', `/match/${match}/add-score/`, { team, by: 1 }))).headers[
      'x-version'
    ],
  )
const lodge = (match: number, headers = {}) =>
  press('POST', '/protest/', { match, reason: 'wrong_point' }, headers)
const refusalOf = async (reply: ReturnType<typeof attempt>) => {
  const { status, body } = await reply
  return [status, body?.code]
}

type Cup = { tournament: number; matches: number[] }

/** Four teams in a double elimination, in a tournament with a queue for the cabinet. */
async function cup(settings: object = {}): Promise<Cup> {
  const { tournament, teams, bracket } = await newSampleTournament(fixture)
  const admin = async (method: string, url: string, body: unknown = {}) =>
    (await expectOk(fixture.call('admin', method, `${t}${url}`, { body }))).body
  await admin('DELETE', `/bracket/${bracket}/`)
  await admin('PATCH', `/tournament/${tournament}/`, settings)
  const stage = { tournament, name: 'Cup', stageType: 'double_elim', queueTimer: 120 }
  const { id } = await admin('POST', '/bracket/', stage)
  await admin('PUT', `/bracket/${id}/set-teams/`, { teams })
  const { matches } = await admin('PUT', `/bracket/${id}/create-matches/`)
  return { tournament, matches: matches.map((one: Body) => one.id) }
}

async function played(match: number, blueScore: number, goldScore: number): Promise<void> {
  await press('PUT', `/match/${match}/start/`, { cabinet: fixture.cabinet, force: true })
  await press('PATCH', `/match/${match}/`, { blueScore, goldScore })
  await press('PUT', `/match/${match}/complete/`, { force: true })
}

const undo = (tournament: number, version: number, more: object = {}, headers = {}) =>
  attempt('PUT', `/tournament/${tournament}/undo/`, { version, ...more }, headers)
const versionOf = async (tournament: number): Promise<number> =>
  (await get(`/tournament/${tournament}/`)).version

/** All public rows, without the fields that depend on the length of the log. */
async function publicRows(tournament: number): Promise<string> {
  const lists = ['match', 'queue', 'bracket'].map((name) =>
    get(`/${name}/?tournamentId=${tournament}&rowsPerPage=100`),
  )
  const rows = (await Promise.all(lists)).map((list) => list.results)
  return JSON.stringify(rows, (key, value: unknown) => (/^completed[CV]/.test(key) ? 0 : value))
}

test('R-DI-4: if two officials sign at the same time, only one signature counts', async () => {
  const { tournament, matches } = await cup({ rulingSigners: 'two' })
  await played(matches[0]!, 1, 0)
  const { id } = await lodge(matches[0]!)
  const { proposal } = await press('PUT', `/protest/${id}/rule/`, { ruling: 'uphold' })
  const version = await versionOf(tournament)
  const sign = (who: Record<string, string>) =>
    attempt('PUT', `/protest/${id}/sign/`, { num: proposal.num }, who)
  const signed = await Promise.all([sign(second), sign(third)])
  expect(signed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(signed.find(({ status }) => status === 409)?.body.code).toBe('PROTEST_ENDED')
  expect(await versionOf(tournament)).toBe(version + 1)
})

test('R-DI-4: a ruling cannot be signed after its match has changed, until it is proposed again', async () => {
  const { matches } = await cup({ rulingSigners: 'two' })
  await played(matches[0]!, 2, 0)
  const { id } = await lodge(matches[0]!)
  const url = `/protest/${id}/rule/`
  const { proposal } = await press('PUT', url, { ruling: 'uphold' })
  await press('PATCH', `/match/${matches[0]}/`, { blueScore: 2, goldScore: 1 })
  const sign = (num: number) => attempt('PUT', `/protest/${id}/sign/`, { num }, second)
  expect(await refusalOf(sign(proposal.num))).toEqual([409, 'MATCH_CHANGED'])
  const again = await press('PUT', url, { ruling: 'uphold' })
  expect(await refusalOf(sign(proposal.num))).toEqual([409, 'RULING_CHANGED'])
  expect((await sign(again.proposal.num)).body).toMatchObject({ state: 'ruled' })
})

test('P2: a protest, its ruling and a cascading undo take effect once for each idempotency key', async () => {
  const { tournament, matches } = await cup()
  const key = () => ({ 'idempotency-key': randomUUID() })
  await played(matches[0]!, 1, 0)
  const lodging = key()
  const lodged = await Promise.all(Array.from({ length: 5 }, () => lodge(matches[0]!, lodging)))
  expect(new Set(lodged.map(({ id }) => id)).size).toBe(1)
  const [{ id }] = lodged
  const ruling = key()
  const rule = () =>
    press('PUT', `/protest/${id}/rule/`, { ruling: 'replay', sentence: 'Again.' }, ruling)
  const ruled = await Promise.all([rule(), rule(), rule()])
  expect(new Set(ruled.map((one) => JSON.stringify(one))).size).toBe(1)
  const version = await versionOf(tournament)
  await point(matches[0]!, (await get(`/match/${matches[0]}/`)).blueTeam)
  const undoing = key()
  const back = () => undo(tournament, version, { cascade: true, reason: 'practice' }, undoing)
  const done = await Promise.all([back(), back(), back()])
  expect(done.map(({ body }) => body)).toEqual(
    Array.from(done, () => ({ success: true, version: version + 2 })),
  )
  expect(await rule()).toEqual(ruled[0])
  expect(await versionOf(tournament)).toBe(version + 2)
})

test('R-ED-4: undoing a ruling archives matches played after it, and one undo restores everything', async () => {
  const { tournament, matches } = await cup()
  const [one = 0, two = 0] = matches
  await played(one, 1, 0)
  await played(two, 1, 0)
  const { id } = await lodge(one)
  const { blueTeam, goldTeam } = await get(`/match/${one}/`)
  const scores = [
    { team: blueTeam, score: 0 },
    { team: goldTeam, score: 1 },
  ]
  await press('PUT', `/protest/${id}/rule/`, { ruling: 'correct', scores })
  const ruled = await versionOf(tournament)
  const all = (await get(`/match/?tournamentId=${tournament}&rowsPerPage=100`)).results as Body[]
  const next = all.find((each) => each.blueTeam === goldTeam && each.id !== one)
  await played(
    next?.id ?? all.find((each) => each.goldTeam === goldTeam && each.id !== one).id,
    2,
    1,
  )
  const before = await publicRows(tournament)
  const protestBefore = await get(`/protest/${id}/`)
  expect(await refusalOf(undo(tournament, ruled))).toEqual([409, 'RESULT_IN_USE'])
  const confirmation = { cascade: true, reason: 'the ruling was wrong' }
  const back = await expectOk(undo(tournament, ruled, confirmation))
  expect(await get(`/match/${one}/`)).toMatchObject({
    winner: blueTeam,
    protest: { state: 'open' },
  })
  await expectOk(undo(tournament, back.body.version))
  expect(await publicRows(tournament)).toBe(before)
  expect(await get(`/protest/${id}/`)).toEqual(protestBefore)
})

test('R-UN-1: a step in the middle of eighty is undone with its dependents, and restored', async () => {
  const { tournament, matches } = await cup()
  const [one = 0, two = 0] = matches
  const versions: number[] = []
  for (let n = 0; n < 80; n++) {
    const typed = { [n % 3 === 0 ? 'goldScore' : 'blueScore']: n + 1 }
    const reply = await expectOk(attempt('PATCH', `/match/${[one, two][n % 2]}/`, typed))
    versions.push(Number(reply.headers['x-version']))
  }
  const before = await publicRows(tournament)
  const preview = await get(`/tournament/${tournament}/history/${versions[40]}/`, 'official')
  expect(preview.dependents.map(({ version }: Body) => version)).toEqual(
    versions.filter((_, n) => n > 40 && n % 2 === 0).toReversed(),
  )
  const confirmation = { cascade: true, reason: 'practice' }
  const { body } = await expectOk(undo(tournament, versions[40]!, confirmation))
  const { blueScore, goldScore } = await get(`/match/${one}/`)
  expect([blueScore, goldScore]).toEqual([39, 37])
  await expectOk(undo(tournament, body.version))
  expect(await publicRows(tournament)).toBe(before)
})

test('R-ED-3: a point is replaced in every state of its match, or refused with the reason', async () => {
  const { tournament, matches } = await cup()
  const [one = 0] = matches
  const { blueTeam, goldTeam } = await get(`/match/${one}/`)
  await press('PUT', `/match/${one}/start/`, { cabinet: fixture.cabinet, force: true })
  const wrong = await point(one, blueTeam)
  const replace = () =>
    attempt('PUT', `/tournament/${tournament}/replace/`, { version: wrong, by: { team: goldTeam } })
  const back = async () => {
    expect((await undo(tournament, await versionOf(tournament))).status).toBe(200)
  }
  const score = async () => {
    const { blueScore, goldScore } = await get(`/match/${one}/`)
    return [blueScore, goldScore]
  }

  await press('PUT', `/match/${one}/forfeit/`, { teams: [goldTeam] })
  expect(await refusalOf(replace())).toEqual([409, 'MATCH_COMPLETE'])
  await press('PUT', `/match/${one}/reopen/`)
  await expectOk(replace())
  expect(await score()).toEqual([0, 1])
  expect(await refusalOf(replace())).toEqual([409, 'CHANGED_SINCE'])
  await back()

  await press('PUT', `/match/${one}/review/`, { on: true })
  await expectOk(replace())
  expect(await score()).toEqual([1, 0]) // R-CMD-4
  await back()
  await press('PUT', `/match/${one}/review/`, { on: false })

  const { id } = await lodge(one)
  await expectOk(replace())
  expect(await get(`/match/${one}/`)).toMatchObject({ goldScore: 1, protest: { state: 'open' } })
  await back()
  await press('PUT', `/protest/${id}/rule/`, { ruling: 'replay' })
  expect(await refusalOf(replace())).toEqual([409, 'CHANGED_SINCE'])
})

test('R-DI-1, R-QT-2: a manual hold outlasts a protest, and the timer is armed once', async () => {
  const { tournament, matches } = await cup()
  const [one = 0, two = 0] = matches
  const { results } = await get(`/queue/?tournamentId=${tournament}`)
  const queue = `/queue/${results[0].id}/`
  await press('PUT', `${queue}set-queue/`, { matches: [two] })
  await played(one, 1, 0)
  const { id } = await lodge(one)
  const url = `/tournament/${tournament}`
  const held = async () => (await get(`${url}/`)).heldCabinets.map(({ reason }: Body) => reason)
  const timers = async () => Object.keys((await fixture.app.desk.state(tournament)).timers).length
  expect([await held(), await timers()]).toEqual([['M1 is under protest'], 0])
  const { cabinet } = fixture
  await press('PUT', `${url}/hold-timer/`, { cabinet, reason: 'broken stick' })
  await press('PUT', `/protest/${id}/withdraw/`)
  expect([await held(), await timers()]).toEqual([['broken stick'], 0])
  await press('PUT', `${url}/release-timer/`, { cabinet })
  expect([await held(), await timers()]).toEqual([[], 1])
  const dueAt = async () =>
    Date.parse((await fixture.app.desk.state(tournament)).timers[cabinet]?.dueAt ?? '')
  const due = await dueAt()
  await press('PUT', `${url}/extend-timer/`, { cabinet })
  expect(await dueAt()).toBe(due + 30_000)
  const armed = (await fixture.app.log.load(tournament)).flatMap(({ commit }) => commit.events)
  expect(armed.filter(({ type }) => type === 'TimerArmed')).toHaveLength(3)
})

test('P6: after all these changes the rows equal those computed from the log', async () => {
  const { log, store } = fixture.app
  await expectRowsOfLog({ log, store })
})
