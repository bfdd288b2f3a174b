import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok, startHall } from '../support/two-scenes.ts'
import type { Body, Hall } from '../support/two-scenes.ts'
import { photo } from './open-registration.ts'

// A template made of what somebody wrote, in the form that templates are read in.
let hall: Hall
let data: Body
const t = '/api/tournament'
const templates = `${t}/template/`

const call = (method: string, url: string, body?: unknown) =>
  hall.call('admin', method, url, body === undefined ? {} : { body })
const made = async (url: string, body: unknown) =>
  (await ok(hall.call('key', 'POST', url, { body }))).body.id as number
const newTournament = (name: string, more = {}) =>
  made(`${t}/tournament/`, { scene: hall.scene, name, date: '2026-03-01', ...more })

beforeAll(async () => {
  hall = await startHall()
  const { scene, cabinet } = hall
  const tournament = await newTournament('Source', { assignedCabinets: [cabinet] })
  const size = { fieldDescription: 'Shirt?', fieldType: 'single_choice', choices: [{ label: 'S' }] }
  await made(`${t}/player-info-field/`, { tournament, ...size })
  await made(`${t}/links/`, { tournament, url: 'https://example.org/a', title: 'a' })
  await made(`${t}/bracket/`, { tournament, name: 'Pools', stageType: 'round_robin', numGroups: 2 })
  data = (await ok(call('POST', templates, { scene, name: 'Source', tournament }))).body.data
})
afterAll(() => hall?.rig.stop())

test('a template is made of data in the form that one is read in, and loaded like it', async () => {
  const { scene, cabinet } = hall
  const own = { ...data, registrationBanner: await photo() }
  const given = await call('POST', templates, { scene, name: 'Given', data: own })
  expect(given.status).toBe(201)
  const { registrationBanner } = given.body.data
  expect(registrationBanner).toMatch(/^\/api\/image\//)
  expect(given.body.data).toEqual({ ...data, registrationBanner })

  const tournament = await newTournament('Of data')
  const load = `${t}/tournament/${tournament}/load-template/`
  const loaded = await call('PUT', load, { template: given.body.id })
  expect(loaded.status).toBe(200)
  expect(loaded.body).toMatchObject({ registrationBanner, assignedCabinets: [cabinet] })
  const { body: stages } = await call('GET', `${t}/bracket/?tournamentId=${tournament}`)
  expect(stages.results.map((one: Body) => one.name)).toEqual(['Pools Group A', 'Pools Group B'])
  // What was read can be sent again as it is.
  const again = { scene, name: 'Again', data: given.body.data }
  expect((await call('POST', templates, again)).body.data).toEqual(given.body.data)
})

test('data is refused where the scene has not what it names, or loading it would fail', async () => {
  const { scene, otherScene, rig } = hall
  const account = await rig.store.db
    .insertInto('kept.paymentAccount')
    .values({ scene: otherScene, stripeAccountId: 'acct_elsewhere' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [question] = data.questions
  const refusals: [Body, unknown][] = [
    [{ paymentAccount: account.id }, 'paymentAccount: There is no such account of this scene'],
    [{ cabinets: [{ id: 999_999, name: 'North' }] }, 'Not of this scene: 999999'],
    [{ registrationBanner: '/api/image/none' }, 'Must be a valid URL'],
    [{ registrationBanner: 'data:text/html,x' }, 'Must be a valid data URI'],
    [{ questions: [{ ...question, choices: [] }] }, 'Shirt?: Add at least one choice'],
    [{ questions: Array.from({ length: 201 }, () => question) }, 'At most 200 questions'],
    [{ v: 2 }, expect.stringMatching(/^v: /)],
  ]
  for (const [change, reason] of refusals) {
    const body = { scene, name: 'Refused', data: { ...data, ...change } }
    const answer = await call('POST', templates, body)
    expect([answer.status, answer.body]).toEqual([400, { data: [reason] }])
  }
  const which = { tournament: ['Name a tournament to save, or send data: one of both'] }
  for (const source of [{}, { tournament: 1, data }]) {
    const body = { scene, name: 'Refused', ...source }
    expect((await call('POST', templates, body)).body).toEqual(which)
  }
  const { body: all } = await call('GET', `${templates}?sceneId=${scene}`)
  expect(all.results.map((one: Body) => one.name)).not.toContain('Refused')
})
