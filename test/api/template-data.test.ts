import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'
import { templateClientOf } from './template-client.ts'
import { photo } from './open-registration.ts'

// Templates created from data, in the format in which templates are read.
let fixture: TwoScenes
let data: Body
const t = '/api/tournament'
const templates = `${t}/template/`

const { call, create, newTournament } = templateClientOf(() => fixture)

beforeAll(async () => {
  fixture = await startTwoScenes()
  const { scene, cabinet } = fixture
  const tournament = await newTournament('Source', { assignedCabinets: [cabinet] })
  const size = { fieldDescription: 'Shirt?', fieldType: 'single_choice', choices: [{ label: 'S' }] }
  await create(`${t}/player-info-field/`, { tournament, ...size })
  await create(`${t}/links/`, { tournament, url: 'https://example.org/a', title: 'a' })
  await create(`${t}/bracket/`, {
    tournament,
    name: 'Pools',
    stageType: 'round_robin',
    numGroups: 2,
  })
  data = (await expectOk(call('POST', templates, { scene, name: 'Source', tournament }))).body.data
})
afterAll(() => fixture?.app.stop())

test('a template can be created from the data of another, and loaded like it', async () => {
  const { scene, cabinet } = fixture
  const dataWithBanner = { ...data, registrationBanner: await photo() }
  const created = await call('POST', templates, { scene, name: 'Given', data: dataWithBanner })
  expect(created.status).toBe(201)
  const { registrationBanner } = created.body.data
  expect(registrationBanner).toMatch(/^\/api\/image\//)
  expect(created.body.data).toEqual({ ...data, registrationBanner })

  const tournament = await newTournament('Of data')
  const load = `${t}/tournament/${tournament}/load-template/`
  const loaded = await call('PUT', load, { template: created.body.id })
  expect(loaded.status).toBe(200)
  expect(loaded.body).toMatchObject({ registrationBanner, assignedCabinets: [cabinet] })
  const { body: stages } = await call('GET', `${t}/bracket/?tournamentId=${tournament}`)
  expect(stages.results.map((one: Body) => one.name)).toEqual(['Pools Group A', 'Pools Group B'])
  // The data that was read can be sent back unchanged.
  const again = { scene, name: 'Again', data: created.body.data }
  expect((await call('POST', templates, again)).body.data).toEqual(created.body.data)
})

test('the data of a template can be replaced', async () => {
  const { scene } = fixture
  const body = { scene, name: 'Changing', data }
  const { id } = (await expectOk(call('POST', templates, body))).body
  const change = { ...data, description: 'Doors at six', registrationBanner: await photo() }
  const { status, body: changed } = await call('PATCH', `${templates}${id}/`, { data: change })
  expect(status).toBe(200)
  const { registrationBanner } = changed.data
  expect(registrationBanner).toMatch(/^\/api\/image\//)
  expect(changed).toEqual({ ...body, id, data: { ...change, registrationBanner } })
  expect((await call('GET', `${templates}${id}/`)).body).toEqual(changed)
  expect((await call('PATCH', `${templates}${id}/`, { name: 'Changed' })).body).toEqual({
    ...changed,
    name: 'Changed',
  })
  const wrong = { tournament: 1, data }
  const refused = await call('PATCH', `${templates}${id}/`, wrong)
  expect([refused.status, refused.body]).toEqual([
    400,
    { tournament: ['Send either a tournament to save or data'] },
  ])
})

test('data is refused if the scene lacks something that it names, or if loading it would fail', async () => {
  const { scene, otherScene, app } = fixture
  const account = await app.store.db
    .insertInto('kept.paymentAccount')
    .values({ scene: otherScene, stripeAccountId: 'acct_elsewhere' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [question] = data.questions
  const refusals: [Body, unknown][] = [
    [{ paymentAccount: account.id }, 'paymentAccount: This scene has no such payment account'],
    [{ cabinets: [{ id: 999_999, name: 'North' }] }, 'Not in this scene: 999999'],
    [{ registrationBanner: '/api/image/none' }, 'Must be a valid URL'],
    [{ registrationBanner: 'data:text/html,x' }, 'Must be a valid data URI'],
    [{ questions: [{ ...question, choices: [] }] }, 'Shirt?: Add at least one choice'],
    [{ questions: Array.from({ length: 201 }, () => question) }, 'At most 200 questions'],
    [
      { paymentOptions: [{ name: 'Fee', price: '-1', allowCustomPrice: false }] },
      'Fee: Price must be a positive number',
    ],
    [{ v: 2 }, expect.stringMatching(/^v: /)],
  ]
  for (const [change, reason] of refusals) {
    const body = { scene, name: 'Refused', data: { ...data, ...change } }
    const answer = await call('POST', templates, body)
    expect(withoutMessages([answer.status, answer.body])).toEqual([400, { data: [reason] }])
  }
  const which = { tournament: ['Send either a tournament to save or data'] }
  for (const source of [{}, { tournament: 1, data }]) {
    const body = { scene, name: 'Refused', ...source }
    expect((await call('POST', templates, body)).body).toEqual(which)
  }
  const { body: all } = await call('GET', `${templates}?sceneId=${scene}`)
  expect(all.results.map((one: Body) => one.name)).not.toContain('Refused')
})

test('R-PL-1: a template keeps which places of groups fill a bracket, but no tie-break', async () => {
  const { scene } = fixture
  const tournament = await newTournament('Monthly')
  const teams: number[] = []
  for (const name of ['A', 'B', 'C', 'D']) {
    teams.push(await create(`${t}/team/`, { tournament, name }))
  }
  const bracketOf = async (of: number): Promise<Body[]> =>
    (await expectOk(call('GET', `${t}/bracket/?tournamentId=${of}`))).body.results
  const put = (id: number, action: string, body: unknown) =>
    expectOk(call('PUT', `${t}/bracket/${id}/${action}/`, body))
  const playoffs = await create(`${t}/bracket/`, { tournament, name: 'Cup', stageType: 'ladder' })
  const pools = { name: 'Pools', stageType: 'round_robin', numGroups: 2, winsPerMatch: 1 }
  await create(`${t}/bracket/`, { tournament, ...pools })
  const [, a, b] = await bracketOf(tournament)
  await put(a!.id, 'set-teams', { teams: teams.slice(0, 3) })
  await put(b!.id, 'set-teams', { teams: teams.slice(3) })
  const places = [a, b].map((group, index) => {
    return { destBracket: playoffs, destPlace: index + 1, srcBracket: group!.id, srcPlace: 1 }
  })
  await expectOk(call('PUT', `${t}/stage-placement/?destBracketId=${playoffs}`, places))
  // Each of three teams wins once against the next.
  await put(a!.id, 'create-matches', {})
  const { results } = (await call('GET', `${t}/match/?tournamentId=${tournament}`)).body
  const [first, second, third] = teams
  for (const { id, blueTeam, goldTeam } of results as Body[]) {
    const pair = [first, second, third].map((team, index, all) => [team, all[(index + 1) % 3]])
    const wins = pair.some(([one, other]) => one === blueTeam && other === goldTeam)
    const score = wins ? { blueScore: 1 } : { goldScore: 1 }
    await expectOk(call('PATCH', `${t}/match/${id}/`, score))
    await expectOk(call('PUT', `${t}/match/${id}/complete/`))
  }
  await put(a!.id, 'create-tiebreaks', { from: 1, to: 3 })
  expect(await bracketOf(tournament)).toHaveLength(4)

  const saved = await expectOk(call('POST', templates, { scene, name: 'Monthly', tournament }))
  const next = await newTournament('Next month')
  const template = { template: saved.body.id }
  await expectOk(call('PUT', `${t}/tournament/${next}/load-template/`, template))
  const [cup, ...groups] = await bracketOf(next)
  expect([cup!.name, ...groups.map(({ name }) => name)]).toEqual([
    'Cup',
    'Pools Group A',
    'Pools Group B',
  ])
  expect(cup!.seeds).toEqual(groups.map(({ id }) => ({ placeOf: { stage: id, place: 1 } })))

  const { data: content } = saved.body
  const stages = content.stages.map((stage: Body) => ({
    ...stage,
    places: [{ from: 0, place: 1 }],
  }))
  const wrong = await call('POST', templates, {
    scene,
    name: 'Wrong',
    data: { ...content, stages },
  })
  expect([wrong.status, wrong.body]).toMatchObject([
    400,
    { data: [expect.stringContaining('Cup')] },
  ])
})
