import { withoutMessages } from '../support/without-messages.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'
import { templateClientOf } from './template-client.ts'
import { newRegistrant } from './open-registration.ts'

// Templates and groups of cabinets over HTTP: the settings of one tournament are loaded into
// another.
let fixture: TwoScenes
let cabinets: number[]
const t = '/api/tournament'
const templates = `${t}/template/`
const groups = `${t}/cabinet-group/`

beforeAll(async () => {
  fixture = await startTwoScenes()
  const { scene, cabinet } = fixture
  const body = { scene, name: 'south', displayName: 'South' }
  const south = await expectOk(fixture.call('key', 'POST', '/api/game/cabinet/', { body }))
  cabinets = [cabinet, south.body.id]
})
afterAll(() => fixture?.app.stop())

const { call, create, newTournament } = templateClientOf(() => fixture)
const read = async (tournament: number) =>
  (await expectOk(fixture.call('anonymous', 'GET', `${t}/tournament/${tournament}/`))).body
const load = (tournament: number, template: number, more = {}) =>
  call('PUT', `${t}/tournament/${tournament}/load-template/`, { template, ...more })
const save = (tournament: number, name: string) =>
  call('POST', templates, { scene: fixture.scene, name, tournament })
const listed = async (noun: string, tournament: number): Promise<Body[]> =>
  (await expectOk(fixture.call('anonymous', 'GET', `${t}/${noun}/?tournamentId=${tournament}`)))
    .body.results

const settings = {
  description: 'Doors at **six**',
  allowRegistration: true,
  registrationBanner: 'https://example.org/banner.png',
  registrationMessage: 'Bring *friends*',
  tidbitPrompt: 'Favourite map?',
  requirePlayerPhoto: true,
  paymentMessage: 'Cash at the door',
  places: 32,
  offerHours: 12,
}

/** A tournament with one of each thing that a template saves. */
async function newModel(name: string): Promise<number> {
  const assignedCabinets = cabinets.toReversed()
  const tournament = await newTournament(name, { ...settings, assignedCabinets })
  const size = {
    fieldDescription: 'Shirt size?',
    fieldSlug: 'shirt',
    fieldType: 'single_choice',
    isRequired: true,
    choices: [{ label: 'S' }, { label: 'L' }],
  }
  const first = await create(`${t}/player-info-field/`, { tournament, ...size })
  const note = { fieldDescription: 'Else?', fieldType: 'text' }
  const second = await create(`${t}/player-info-field/`, { tournament, ...note })
  const order = `${t}/tournament/${tournament}/question-order/`
  await expectOk(call('PUT', order, { order: [second, first] }))
  const change = { fieldDescription: 'Anything else?' }
  await expectOk(call('PATCH', `${t}/player-info-field/${second}/`, change))
  for (const url of ['https://example.org/b', 'https://example.org/a']) {
    await create(`${t}/links/`, { tournament, url, title: url.slice(-1) })
  }
  const fee = { name: 'Entry fee', price: '20.00', allowCustomPrice: true }
  await create(`${t}/payment-option/`, { tournament, ...fee })
  const pools = { name: 'Pools', stageType: 'round_robin', numGroups: 2, roundsPerMatch: 2 }
  await create(`${t}/bracket/`, { tournament, ...pools })
  const playoffs = { name: 'Playoffs', stageType: 'double_elim', winsPerMatch: 3, queueTimer: 90 }
  await create(`${t}/bracket/`, { tournament, ...playoffs })
  const { store } = fixture.app
  const account = { paymentAccount: 17 }
  await store.db.updateTable('kept.tournament').set(account).where('id', '=', tournament).execute()
  return tournament
}

test('a template that is saved, loaded and saved again is the same', async () => {
  const model = await newModel('Model')
  const { status, body: template } = await save(model, 'League night')
  expect(status).toBe(201)
  expect(template).toMatchObject({ scene: fixture.scene, name: 'League night' })
  const { data } = template
  expect(data).toMatchObject({ v: 1, ...settings, paymentAccount: 17 })
  expect(data.questions.map((one: Body) => one.fieldDescription)).toEqual([
    'Anything else?',
    'Shirt size?',
  ])
  expect(data.links.map((one: Body) => one.title)).toEqual(['b', 'a'])
  expect(data.stages.map((one: Body) => [one.settings.name, one.group])).toEqual([
    ['Pools Group A', 0],
    ['Pools Group B', 0],
    ['Playoffs', null],
  ])
  expect(data.cabinets.map((one: Body) => one.name)).toEqual(['South', 'North'])

  const other = await newTournament('Other')
  const old = { tournament: other, fieldDescription: 'Old?', fieldType: 'text' }
  await create(`${t}/player-info-field/`, old)
  await create(`${t}/payment-option/`, { tournament: other, name: 'Old', price: '5' })
  await create(`${t}/bracket/`, { tournament: other, name: 'Old' })
  const loaded = await load(other, template.id)
  expect(loaded.status).toBe(200)
  expect(loaded.body).toMatchObject({
    ...settings,
    name: 'Other',
    slug: 'other',
    assignedCabinets: cabinets.toReversed(),
  })
  const stages = await listed('bracket', other)
  expect(stages.map((stage) => [stage.name, stage.winsPerMatch, stage.queueTimer])).toEqual([
    ['Pools Group A', 0, 30],
    ['Pools Group B', 0, 30],
    ['Playoffs', 3, 90],
  ])
  expect(stages[0].groupSet).toBe(stages[1].groupSet)
  expect(stages[2].groupSet).toBeNull()
  // Otherwise registration would open without its fee.
  expect(await listed('payment-option', other)).toMatchObject([
    { name: 'Entry fee', price: '20.00', allowCustomPrice: true },
  ])
  const again = await save(other, 'Again')
  expect(again.body.data).toEqual(data)
  // The source tournament is unchanged.
  expect((await listed('player-info-field', model)).length).toBe(2)
})

test('templates are listed by scene, renamed, updated and removed', async () => {
  const tournament = await newTournament('Lists')
  const { body: template } = await save(tournament, 'A list')
  const url = `${templates}${template.id}/`
  expect((await call('GET', url)).body).toEqual(template)
  const all = (await call('GET', `${templates}?sceneId=${fixture.scene}`)).body.results
  expect(all.map((one: Body) => one.name)).toContain('A list')
  expect((await save(tournament, 'A list')).body).toEqual({
    name: ['There is already a template with this name'],
  })
  expect((await save(tournament, ' ')).body).toEqual({ name: ['Template name is required'] })

  await expectOk(call('PATCH', `${t}/tournament/${tournament}/`, { description: 'New' }))
  const renamed = await call('PATCH', url, { name: 'Another list' })
  expect(renamed.body).toEqual({ ...template, name: 'Another list' })
  const anew = await call('PATCH', url, { tournament })
  expect(anew.body.data).toEqual({ ...template.data, description: 'New' })
  expect((await call('DELETE', url)).status).toBe(204)
  expect((await call('GET', url)).status).toBe(404)
})

test('a template is not loaded into a tournament with matches or registrations', async () => {
  const { body: template } = await save(await newModel('Too late'), 'Too late')
  const tournament = await newTournament('With matches')
  const teams = [
    await create(`${t}/team/`, { tournament, name: 'A' }),
    await create(`${t}/team/`, { tournament, name: 'B' }),
  ]
  const stage = { tournament, name: 'Main', stageType: 'single_elim' }
  const bracket = await create(`${t}/bracket/`, stage)
  await expectOk(call('PUT', `${t}/bracket/${bracket}/set-teams/`, { teams }))
  await expectOk(call('PUT', `${t}/bracket/${bracket}/create-matches/`))
  const before = await read(tournament)
  const { status, body } = await load(tournament, template.id)
  expect([status, body.code, body.detail]).toEqual([
    409,
    'STAGE_HAS_MATCHES',
    'Main already has matches. Templates must be loaded first.',
  ])
  expect(await read(tournament)).toEqual(before)

  const other = await newTournament('Registered')
  await create(`${t}/player/`, { tournament: other, name: 'Ada' })
  expect(withoutMessages((await load(other, template.id)).body)).toEqual({
    detail: 'Players have already registered. Templates must be loaded first.',
    code: 'PLAYERS_REGISTERED',
  })
  expect((await read(other)).description).toBe('')
})

test('a template of another scene, or with removed cabinets, is refused with the reason', async () => {
  const { scene, otherScene } = fixture
  const away = { scene: otherScene, name: 'Away', date: '2026-03-01' }
  const elsewhere = await create(`${t}/tournament/`, away)
  const foreign = await create(templates, { scene: otherScene, name: 'F', tournament: elsewhere })
  const here = await newTournament('Here')
  expect(withoutMessages((await load(here, foreign)).body)).toEqual({
    detail: 'This template belongs to another scene.',
    code: 'TEMPLATE_OF_OTHER_SCENE',
  })
  expect((await load(here, 999_999)).body).toEqual({ template: ['There is no such template'] })
  expect((await call('POST', templates, { scene, name: 'X', tournament: elsewhere })).body).toEqual(
    {
      tournament: ['There is no such tournament in this scene'],
    },
  )

  const { body: template } = await save(await newModel('Gone'), 'Gone')
  const { db } = fixture.app.store
  const [cabinet] = cabinets
  const move = (to: number) =>
    db.updateTable('kept.cabinet').set({ scene: to }).where('id', '=', cabinet!).execute()
  await move(otherScene)
  const refused = await load(here, template.id)
  expect(refused.status).toBe(409)
  expect(withoutMessages(refused.body)).toEqual({
    detail: 'No longer in this scene: North. Load the template without them, or save it again.',
    code: 'CABINET_GONE',
    cabinets: [cabinet],
  })
  expect(await listed('bracket', here)).toEqual([])
  const forced = await load(here, template.id, { force: true })
  await move(scene)
  expect([forced.status, forced.body.assignedCabinets]).toEqual([200, [cabinets[1]]])
})

test('a template of an unknown version is refused', async () => {
  const tournament = await newTournament('Newer')
  const { body: template } = await save(tournament, 'Newer')
  await fixture.app.store.db
    .updateTable('kept.template')
    .set({ data: JSON.stringify({ ...template.data, v: 2 }) })
    .where('id', '=', template.id)
    .execute()
  expect((await load(tournament, template.id)).body.code).toBe('TEMPLATE_UNREADABLE')
})

test('P2: a template is loaded once for each idempotency key', async () => {
  const { body: template } = await save(await newModel('Twice'), 'Twice')
  const tournament = await newTournament('Loaded twice')
  const url = `${t}/tournament/${tournament}/load-template/`
  const options = {
    body: { template: template.id },
    headers: { 'idempotency-key': randomUUID() },
  }
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => fixture.call('admin', 'PUT', url, options)),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect((await listed('bracket', tournament)).length).toBe(3)
  expect((await listed('player-info-field', tournament)).length).toBe(2)
  expect((await listed('links', tournament)).length).toBe(2)
  const { events } = await fixture.app.store.db
    .selectFrom('kept.witness')
    .select((eb) => eb.fn.countAll().as('events'))
    .where('tournament', '=', tournament)
    .executeTakeFirstOrThrow()
  expect(Number(events)).toBe(2)
})

test('P2: an interrupted load is completed by repeating the command', async () => {
  const { body: template } = await save(await newModel('Cut short'), 'Cut short')
  const tournament = await newTournament('Cut short')
  const url = `${t}/tournament/${tournament}/load-template/`
  const options = { body: { template: template.id }, headers: { 'idempotency-key': randomUUID() } }
  // The rows cannot be written, but the commit is in the log already.
  const { pool } = fixture.app.store
  await pool.query('alter table kept.question rename to question_away')
  const first = await fixture.call('admin', 'PUT', url, options)
  await pool.query('alter table kept.question_away rename to question')
  expect(first.status).toBe(500)
  expect((await listed('bracket', tournament)).length).toBe(3)
  expect((await read(tournament)).description).toBe('')
  expect((await fixture.call('admin', 'PUT', url, options)).status).toBe(200)
  expect((await listed('bracket', tournament)).length).toBe(3)
  expect((await listed('player-info-field', tournament)).length).toBe(2)
  expect((await read(tournament)).description).toBe(settings.description)
})

test('a group of cabinets is created, read, changed and deleted', async () => {
  const { scene } = fixture
  const { status, body: group } = await call('POST', groups, { scene, name: 'Stage', cabinets })
  expect([status, group]).toEqual([201, { id: group.id, scene, name: 'Stage', cabinets }])
  const url = `${groups}${group.id}/`
  const found = await fixture.call('anonymous', 'GET', `${groups}?sceneId=${scene}`)
  expect(found.body.results).toEqual([group])
  const one = cabinets.slice(0, 1)
  expect((await call('PATCH', url, { cabinets: one })).body).toEqual({ ...group, cabinets: one })
  expect((await call('PUT', url, { name: 'All', cabinets })).body).toEqual({
    ...group,
    name: 'All',
  })
  expect((await call('POST', groups, { scene, name: 'All', cabinets })).body).toEqual({
    name: ['There is already a group with this name'],
  })
  expect((await call('POST', groups, { scene, cabinets })).body).toEqual({
    name: ['Group name is required'],
  })
  expect((await call('PATCH', url, { cabinets: [999_999] })).body).toEqual({
    cabinets: ['Not in this scene: 999999'],
  })
  expect((await call('DELETE', url)).status).toBe(204)
  expect((await fixture.call('anonymous', 'GET', url)).status).toBe(404)
})

test('R-CMD-2: concurrent changes of a group or a template do not overwrite each other', async () => {
  const { scene } = fixture
  for (let round = 0; round < 5; round++) {
    const group = await create(groups, { scene, name: `Side ${round}`, cabinets: [] })
    const [name, row] = [`Wall ${round}`, `${groups}${group}/`]
    const changes = [{ name }, { cabinets }]
    await Promise.all(changes.map((change) => expectOk(call('PATCH', row, change))))
    expect((await expectOk(call('GET', row))).body).toMatchObject({ name, cabinets })

    const [one, two] = [await newTournament('One'), await newTournament('Two')]
    await expectOk(call('PATCH', `${t}/tournament/${two}/`, { description: 'Two' }))
    const saved = (await expectOk(save(one, `Old ${round}`))).body.id
    const url = `${templates}${saved}/`
    const anew = [{ name: `New ${round}` }, { tournament: two }]
    await Promise.all(anew.map((change) => expectOk(call('PATCH', url, change))))
    const { body } = await expectOk(call('GET', url))
    expect([body.name, body.data.description]).toEqual([`New ${round}`, 'Two'])
  }
})

test('a group of cabinets is added to the assigned ones', async () => {
  const { scene, otherScene } = fixture
  const [north, south] = cabinets
  const group = await create(groups, { scene, name: 'Both', cabinets })
  const tournament = await newTournament('Grouped', { assignedCabinets: [south] })
  const url = `${t}/tournament/${tournament}/assign-group/`
  const assigned = await call('PUT', url, { group })
  expect([assigned.status, assigned.body.assignedCabinets]).toEqual([200, [south, north]])
  expect((await call('PUT', url, { group: 999_999 })).body).toEqual({
    group: ['There is no such group'],
  })
  const foreign = await create(groups, { scene: otherScene, name: 'Away', cabinets: [] })
  expect(withoutMessages((await call('PUT', url, { group: foreign })).body)).toEqual({
    detail: 'This group of cabinets belongs to another scene.',
    code: 'GROUP_OF_OTHER_SCENE',
  })
  // Deleting the group takes no cabinet from a tournament.
  await expectOk(call('DELETE', `${groups}${group}/`))
  expect((await read(tournament)).assignedCabinets).toEqual([south, north])
})

test('a cabinet cannot be removed while a match is on it or queued for it', async () => {
  const { tournament, match, queue } = await newSampleTournament(fixture)
  const url = `${t}/tournament/${tournament}/`
  const none = { assignedCabinets: [] }
  await expectOk(call('PUT', `${t}/queue/${queue}/set-queue/`, { matches: [match] }))
  const waiting = await call('PATCH', url, none)
  expect([waiting.status, waiting.body.code, waiting.body.detail]).toEqual([
    409,
    'MATCH_QUEUED',
    'M1 in queue North would have no cabinet left. Move them to another queue first.',
  ])
  await expectOk(
    call('PUT', `${t}/tournament/${tournament}/select-next/`, { cabinet: fixture.cabinet }),
  )
  const playing = await call('PATCH', url, none)
  expect([playing.status, playing.body.detail]).toEqual([
    409,
    'M1 is being played on North. Stop it first.',
  ])
  await expectOk(call('PUT', `${t}/match/${match}/stop/`))
  const emptied = await call('PATCH', url, none)
  expect([emptied.status, emptied.body.assignedCabinets]).toEqual([200, []])
  expect(await listed('queue', tournament)).toEqual([])
})

test('a registration during the loading of a template loses no answer', async () => {
  const model = await newModel('Busy evening')
  const template = (await expectOk(save(model, 'Busy evening'))).body.id
  const player = await newRegistrant(fixture)
  for (let round = 0; round < 8; round++) {
    const tournament = await newTournament(`Race ${round}`, { allowRegistration: true })
    const questionBody = { tournament, fieldDescription: 'Nickname?', fieldType: 'text' }
    const question = await create(`${t}/player-info-field/`, questionBody)
    const form = { name: 'Ann', [`question${question}`]: 'Bee' }
    await Promise.all([load(tournament, template), player.registration('POST', tournament, form)])
    const players = await fixture.app.store.db
      .selectFrom('kept.player')
      .select('answers')
      .where('tournament', '=', tournament)
      .execute()
    const questionNames = (await listed('player-info-field', tournament)).map(
      (row) => row.fieldName,
    )
    const answeredNames = players.flatMap(({ answers }) => Object.keys(answers as object))
    expect(questionNames, `round ${round}`).toEqual(expect.arrayContaining(answeredNames))
  }
})
