import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { WebSocket } from 'ws'
import type { EstimatesFrame } from '#events/view/frames.ts'
import { startWaggle } from '#services/index.ts'
import { rebuild } from '#services/projector/index.ts'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'
import { adminOf } from './admin-client.ts'

let fixture: TwoScenes
const t = '/api/tournament'
const sockets: WebSocket[] = []

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(() => fixture?.app.stop())

const send = async (method: string, url: string, body: unknown = {}): Promise<Body> =>
  (await expectOk(fixture.call('official', method, url, { body }))).body
const create = async (url: string, body: unknown): Promise<number> =>
  (await expectOk(fixture.call('admin', 'POST', url, { body }))).body.id
const { get } = adminOf(() => fixture)

type Evening = { id: number; path: string; bracket: number; queue: number; cabinets: number[] }
let cabinetCount = 0

/** Four teams in a round robin, first to two, and one queue for all cabinets. */
async function newEvening(count = 1): Promise<Evening> {
  const { scene } = fixture
  const cabinets: number[] = []
  for (let index = 0; index < count; index++) {
    const name = `cabinet-${cabinetCount++}`
    cabinets.push(await create('/api/game/cabinet/', { scene, name, displayName: name }))
  }
  const settings = { scene, name: 'Friday', date: '2026-01-02', assignedCabinets: cabinets }
  const id = await create(`${t}/tournament/`, settings)
  const teams: number[] = []
  for (const name of ['A', 'B', 'C', 'D'])
    teams.push(await create(`${t}/team/`, { tournament: id, name }))
  const stage = { tournament: id, name: 'Main', stageType: 'round_robin', winsPerMatch: 2 }
  const bracket = await create(`${t}/bracket/`, stage)
  for (const [verb, body] of [
    ['set-teams', { teams }],
    ['create-matches', {}],
  ] as const) {
    await expectOk(fixture.call('admin', 'PUT', `${t}/bracket/${bracket}/${verb}/`, { body }))
  }
  const path = `${t}/tournament/${id}`
  const { id: queue } = await send('PUT', `${path}/create-queue/`, { name: 'All', cabinets })
  return { id, path, bracket, queue, cabinets }
}

const fill = ({ queue, bracket }: Evening): Promise<Body> =>
  send('PUT', `${t}/queue/${queue}/assign-all/`, { brackets: [bracket] })

type Listener = { frames: EstimatesFrame[] }
async function watchEstimates(tournament: number, wsUrl = fixture.app.wsUrl): Promise<Listener> {
  const socket = new WebSocket(`${wsUrl}/ws/tournament-relay/${tournament}`)
  const frames: EstimatesFrame[] = []
  sockets.push(socket)
  socket.on('message', (raw: Buffer) => {
    const message = JSON.parse(raw.toString())
    if (message.type === 'estimates') frames.push(message)
  })
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', have: 0 }))
  return { frames }
}

/** The estimates that a viewer has after its frames. */
function latestEstimates({ frames }: Listener) {
  const matches = new Map<number, EstimatesFrame['matches'][number]>()
  for (const frame of frames) {
    if (frame.whole) matches.clear()
    for (const match of frame.gone) matches.delete(match)
    for (const one of frame.matches) matches.set(one.match, one)
  }
  return [...matches.values()].toSorted((a, b) => a.match - b.match)
}
const byMatch = (estimates: Body): Body[] =>
  estimates.matches.toSorted((a: Body, b: Body) => a.match - b.match)

const isSorted = (all: string[]) => all.every((one, at) => at === 0 || all[at - 1]! <= one)
const matchMs = (2.5 * 125 + 1.5 * 35 + 30 + 90) * 1000
const stepMs = 5 * 60_000

test('R-ETA-1, R-ETA-2, R-QU-4: the start of every match is estimated over HTTP and for every viewer', async () => {
  const evening = await newEvening()
  const { id, path } = evening
  expect(await get(`${path}/estimates/`)).toMatchObject({ tournament: id, matches: [] })
  const viewer = await watchEstimates(id)
  const { matches: order } = await fill(evening)
  expect(order).toHaveLength(6)
  const spanOf = ({ from, to }: Body) => [Date.parse(from), Date.parse(to)] as const
  /**
   * The range is in 5-minute steps, contains the start by the priors, and widens with the position.
   */
  const inOrder = (one: Body): boolean => {
    const place = order.indexOf(one.match)
    const startMs = Date.parse(one.publishedAt) + place * matchMs
    const [from, to] = spanOf(one)
    const isInSteps = from % stepMs === 0 && to % stepMs === 0
    return isInSteps && from <= startMs && startMs <= to && to - from <= stepMs * (2 + place)
  }
  // An estimate made before the queue was filled uses the match numbers.
  await until('the estimate of the queue', async () => {
    const { matches } = await get(`${path}/estimates/`)
    const froms = order.map(
      (match: number) => matches.find((one: Body) => one.match === match)?.from,
    )
    return matches.length === 6 && matches.every(inOrder) && isSorted(froms)
  })

  const before = await get(`${path}/estimates/`)
  expect(before).toMatchObject({
    begun: false,
    lateBy: null,
    basis: { game: { seconds: 125, seen: 0, from: 'prior' } },
  })
  expect(before.matches.map((one: Body) => one.match).toSorted()).toEqual(order.toSorted())
  const asOf = Date.parse(before.asOf)
  for (const one of before.matches) {
    expect(one).toMatchObject({ plan: null })
    expect(inOrder(one)).toBe(true)
  }
  const first = before.matches.find((one: Body) => one.match === order[0])
  const startMs = Date.parse(first.publishedAt)
  const inStep = (round: 'floor' | 'ceil') => Math[round](startMs / stepMs) * stepMs
  expect(spanOf(first)).toEqual([inStep('floor'), inStep('ceil')])
  const [endFrom, endTo] = spanOf(before.end)
  expect(endFrom).toBeLessThan(asOf + 6 * matchMs)
  expect(endTo).toBeGreaterThan(asOf + 6 * matchMs)
  await until('the viewer to have it', () => latestEstimates(viewer).length === 6)
  expect(latestEstimates(viewer)).toEqual(byMatch(before))

  const called = (estimates: Body) =>
    Object.fromEntries(estimates.calls.map(({ match, call }: Body) => [match, call]))
  expect(called(before)).toEqual({
    [order[0]]: 'now',
    ...Object.fromEntries(order.slice(1, 4).map((match: number) => [match, 'soon'])),
  })

  const { match } = await send('PUT', `${path}/select-next/`, { cabinet: evening.cabinets[0] })
  await until('the plan', async () => (await get(`${path}/estimates/`)).begun)
  const started = await get(`${path}/estimates/`)
  expect(started.lateBy).toBe(0)
  expect(started.matches.map((one: Body) => one.match)).not.toContain(match.id)
  expect(started.matches.every((one: Body) => one.plan !== null)).toBe(true)
  expect(called(started)).toMatchObject({ [order[0]]: 'on', [order[1]]: 'now', [order[4]]: 'soon' })
  await until('the viewer to have it', () => latestEstimates(viewer).length === 5)
  expect(latestEstimates(viewer)).toEqual(byMatch(started))
  expect(viewer.frames.at(-1)).toMatchObject({ begun: true, gone: [match.id] })

  // A new viewer gets all estimates.
  const late = await watchEstimates(id)
  await until('the newcomer to have it', () => late.frames.length > 0)
  expect(late.frames[0]).toMatchObject({ whole: true, asOf: started.asOf, lateBy: 0 })
  expect(latestEstimates(late)).toEqual(byMatch(started))

  const body = await get(`${t}/queue/${evening.queue}/`)
  expect(body.calls.map(({ call }: Body) => call)).toEqual(['now', 'soon', 'soon', 'soon'])
})

test('R-ETA-2: published estimates survive a rebuild and a restart, and other servers send them', async () => {
  const evening = await newEvening()
  const { id, path, cabinets } = evening
  await fill(evening)
  await send('PUT', `${path}/select-next/`, { cabinet: cabinets[0] })
  await until('the plan', async () => (await get(`${path}/estimates/`)).begun)
  const plans = byMatch(await get(`${path}/estimates/`)).map(({ match, plan }) => ({ match, plan }))
  const { app } = fixture
  await rebuild(app.log, app.store)
  const other = await startWaggle({
    databaseUrl: app.databaseUrl,
    natsUrl: inject('natsUrl'),
    streams: app.streams,
    adminKey: app.adminKey,
    port: 0,
    quiet: true,
  })
  const elsewhere = await watchEstimates(id, other.url.replace('http', 'ws'))
  await until('the other to tell it', () => latestEstimates(elsewhere).length === plans.length)
  expect(latestEstimates(elsewhere).map(({ match, plan }) => ({ match, plan }))).toEqual(plans)

  // With one match fewer the estimates change, and the plan stays the same.
  const { results } = await get(`${t}/match/?activeCabinetId=${cabinets[0]}`)
  await send('PATCH', `${t}/match/${results[0].id}/`, { blueScore: 2 })
  await send('PUT', `${t}/match/${results[0].id}/complete/`, { force: true })
  await send('PUT', `${path}/select-next/`, { cabinet: cabinets[0] })
  await until('the next estimate', () => latestEstimates(elsewhere).length === plans.length - 1)
  const planOf = new Map(plans.map(({ match, plan }) => [match, plan]))
  for (const { match, plan } of latestEstimates(elsewhere)) expect(plan).toBe(planOf.get(match))
  expect(elsewhere.frames.at(-1)!.lateBy).toBeLessThan(0)
  await other.stop()
})

test('P17: estimates go on after the clock was an hour ahead and has been set back', async () => {
  const evening = await newEvening()
  const { path, cabinets } = evening
  await fill(evening)
  await send('PUT', `${path}/select-next/`, { cabinet: cabinets[0] })
  await until('the plan', async () => (await get(`${path}/estimates/`)).begun)
  const { pool } = fixture.app.store
  const asOf = new Date(Date.now() + 3_600_000).toISOString()
  await pool.query(
    `update kept.estimate set as_of = $1::timestamptz,
       published = jsonb_set(published::jsonb, '{estimates,asOf}', to_jsonb($3::text))
     where tournament = $2`,
    [asOf, evening.id, asOf],
  )
  const { results } = await get(`${t}/match/?activeCabinetId=${cabinets[0]}`)
  await send('PATCH', `${t}/match/${results[0].id}/`, { blueScore: 2 })
  await send('PUT', `${t}/match/${results[0].id}/complete/`, { force: true })
  await until('an estimate of now', async () => (await get(`${path}/estimates/`)).asOf < asOf)
})

async function client(cabinet: number, type: 'clientOnline' | 'clientOffline'): Promise<void> {
  const { log } = fixture.app
  const time = new Date().toISOString()
  const events = [{ gameID: null, eventID: randomUUID(), time, type, values: [] }]
  await log.appendFacts({ cabinet, after: await log.tail(), events })
}

test('R-ETA-1: a match in no queue has no time while every cabinet is offline', async () => {
  const { path, cabinets } = await newEvening()
  const [cabinet] = cabinets
  const estimates = () => get(`${path}/estimates/`)
  // A cabinet that never had a client is scored by hand.
  await until('a time', async () => (await estimates()).matches.length === 6)
  await client(cabinet!, 'clientOnline')
  await client(cabinet!, 'clientOffline')
  await until('no time', async () => (await estimates()).matches.length === 0)
  expect((await estimates()).end).toBeNull()
  await client(cabinet!, 'clientOnline')
  await until('a time again', async () => (await estimates()).matches.length === 6)
  expect((await estimates()).end).not.toBeNull()
})

test('R-ETA-1: a cabinet that is scored by hand after its client left is in use', async () => {
  const { bracket, path, cabinets } = await newEvening()
  const [cabinet] = cabinets
  const timed = async () => (await get(`${path}/estimates/`)).matches.length
  await until('a time', async () => (await timed()) === 6)
  await client(cabinet!, 'clientOnline')
  await client(cabinet!, 'clientOffline')
  await until('no time', async () => (await timed()) === 0)
  const [first] = (await get(`${t}/match/?bracketId=${bracket}`)).results
  await send('PUT', `${t}/match/${first.id}/start/`, { cabinet, force: true })
  await until('the others to have a time', async () => (await timed()) === 5)
  await send('PATCH', `${t}/match/${first.id}/`, { blueScore: 2 })
  await send('PUT', `${t}/match/${first.id}/complete/`, {})
  await client(cabinet!, 'clientOnline')
  await client(cabinet!, 'clientOffline')
  await until('no time after it left again', async () => (await timed()) === 0)
})

test('R-QT-2: a cabinet is held and released over HTTP, and its row shows it', async () => {
  const evening = await newEvening()
  const { path, cabinets } = evening
  const [cabinet] = cabinets
  await fill(evening)
  await send('PUT', `${path}/hold-timer/`, { cabinet, reason: 'new joystick' })
  const { heldCabinets } = await get(`${path}/`)
  expect(heldCabinets).toEqual([{ cabinet, reason: 'new joystick', since: expect.any(String) }])
  const { match } = await send('PUT', `${path}/select-next/`, { cabinet })
  await send('PATCH', `${t}/match/${match.id}/`, { blueScore: 2 })
  await send('PUT', `${t}/match/${match.id}/complete/`, { force: true })
  const timers = async () => (await fixture.app.desk.state(evening.id)).timers
  expect(await timers()).toEqual({})
  await send('PUT', `${path}/release-timer/`, { cabinet })
  expect((await get(`${path}/`)).heldCabinets).toEqual([])
  expect(await timers()).toMatchObject({ [cabinet!]: { after: match.id } })
})

test('R-QU-3: two concurrent requests for the next match get different matches', async () => {
  const evening = await newEvening(2)
  const { path, cabinets } = evening
  await fill(evening)
  const started = await Promise.all(
    cabinets.map((cabinet) => send('PUT', `${path}/select-next/`, { cabinet })),
  )
  const matches = started.map(({ match }) => match)
  expect(new Set(matches.map((match) => match.id)).size).toBe(2)
  expect(matches.map((match) => match.activeCabinet)).toEqual(cabinets)
  expect(new Set(matches.flatMap((match) => [match.blueTeam, match.goldTeam])).size).toBe(4)
})

test('R-RR-4: a queue is filled and emptied by one command each', async () => {
  const evening = await newEvening()
  const tail = () => fixture.app.log.tail()
  const before = await tail()
  const { matches } = await fill(evening)
  expect(matches).toHaveLength(6)
  expect((await fill(evening)).matches).toEqual(matches)
  expect((await send('PUT', `${t}/queue/${evening.queue}/remove-all/`)).matches).toEqual([])
  expect(await tail()).toBe(before + 2)
  const unknown = await fixture.call('official', 'PUT', `${t}/queue/${evening.queue}/assign-all/`, {
    body: { brackets: [999_999] },
  })
  expect([unknown.status, unknown.body.code]).toEqual([404, 'NO_SUCH_STAGE'])
})
