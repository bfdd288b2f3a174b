import { withoutMessages } from '../support/without-messages.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lcg } from '../support/random.ts'
import { hashOf } from '#services/web/index.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'
import { seedOf } from '../support/desk-client.ts'

// Registration questions and payment options over HTTP, as on the registration screen.
let fixture: TwoScenes
const t = '/api/tournament'
const fields = `${t}/player-info-field/`
const options = `${t}/payment-option/`

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

async function newTournament(name = 'Registration'): Promise<number> {
  const body = { scene: fixture.scene, name, date: '2026-03-01' }
  return (await expectOk(fixture.call('key', 'POST', `${t}/tournament/`, { body }))).body.id
}

const post = (url: string, body: unknown) => fixture.call('admin', 'POST', url, { body })

async function newQuestion(tournament: number, fieldDescription: string): Promise<number> {
  return (await expectOk(post(fields, { tournament, fieldDescription, fieldType: 'text' }))).body.id
}

async function questionsOf(tournament: number): Promise<Body[]> {
  const url = `${fields}?tournament_id=${tournament}&rowsPerPage=1000`
  return (await expectOk(fixture.call('anonymous', 'GET', url))).body.results
}

const idsOf = async (tournament: number): Promise<number[]> =>
  (await questionsOf(tournament)).map((question) => question.id)

function order(tournament: number, ids: number[], more = {}) {
  const body = { order: ids, ...more }
  return fixture.call('admin', 'PUT', `${t}/tournament/${tournament}/question-order/`, { body })
}

test('a question is created, public, changed and removed', async () => {
  const tournament = await newTournament()
  const body = {
    tournament,
    fieldDescription: 'Shirt size?',
    fieldSlug: 'shirt',
    fieldType: 'single_choice',
    isRequired: true,
    choices: [{ label: 'Small' }, { label: 'Large', value: 'L' }],
  }
  const { status, body: made } = await post(fields, body)
  expect(status).toBe(201)
  expect(made).toEqual({
    ...body,
    id: made.id,
    fieldName: `question${made.id}`,
    choices: [
      { value: 'Small', label: 'Small' },
      { value: 'L', label: 'Large' },
    ],
    order: 1,
  })
  expect((await fixture.call('anonymous', 'GET', `${fields}${made.id}/`)).body).toEqual(made)
  expect(await questionsOf(tournament)).toEqual([made])

  const url = `${fields}${made.id}/`
  const choices = [{ value: 'Small', label: 'S' }]
  const patched = await fixture.call('admin', 'PATCH', url, {
    body: { choices, isRequired: false },
  })
  expect(patched.body).toEqual({ ...made, choices, isRequired: false })

  const whole = { ...made, fieldDescription: 'Anything else?', fieldType: 'text', choices: [] }
  const put = await fixture.call('admin', 'PUT', url, { body: whole })
  expect([put.status, put.body]).toEqual([200, whole])

  expect((await fixture.call('admin', 'DELETE', url)).status).toBe(204)
  expect(await questionsOf(tournament)).toEqual([])
  expect((await fixture.call('admin', 'DELETE', url)).status).toBe(404)
})

test('all spellings of the tournament filter find its questions', async () => {
  const tournament = await newTournament()
  const question = await newQuestion(tournament, 'Where from?')
  await newQuestion(await newTournament(), 'Elsewhere?')
  for (const name of ['tournamentId', 'tournament_id', 'tournament']) {
    const { body } = await fixture.call('anonymous', 'GET', `${fields}?${name}=${tournament}`)
    expect(body.results.map((each: Body) => each.id)).toEqual([question])
  }
})

test('wrong questions are refused with these texts', async () => {
  const tournament = await newTournament()
  const type = { fieldType: 'single_choice' }
  const question = { tournament, fieldDescription: 'Size?' }
  const wrong: [body: object, answer: object][] = [
    [{ tournament, fieldType: 'text' }, { fieldDescription: ['Field description is required'] }],
    [
      { tournament, fieldType: 'text', fieldDescription: '  ' },
      { fieldDescription: ['Field description is required'] },
    ],
    [
      { ...question, ...type, choices: [{ label: 'S' }, {}] },
      { choices: ['1.label: Each choice needs a label'] },
    ],
    [
      { ...question, ...type, choices: [{ label: ' ' }] },
      { choices: ['0.label: Each choice needs a label'] },
    ],
    [{ ...question, ...type }, { choices: ['Add at least one choice'] }],
    [
      { ...question, ...type, choices: [{ label: 'S' }, { label: 'S' }] },
      { choices: ['Two choices are the same'] },
    ],
    [
      { ...question, fieldType: 'checkbox', choices: [{ label: 'S' }] },
      { choices: ['Only choice questions can have choices'] },
    ],
    [
      { ...question, tournament: 999_999, fieldType: 'text' },
      { tournament: ['There is no such tournament'] },
    ],
  ]
  for (const [body, answer] of wrong) {
    const { status, body: answerBody } = await fixture.call('key', 'POST', fields, { body })
    expect([status, answerBody]).toEqual([400, answer])
  }
  const none = await fixture.call('key', 'POST', fields, {
    body: { ...question, fieldType: 'essay' },
  })
  expect([none.status, Object.keys(none.body)]).toEqual([400, ['fieldType']])
  const nowhere = { fieldDescription: 'Size?', fieldType: 'text' }
  const homeless = await fixture.call('admin', 'POST', fields, { body: nowhere })
  expect([homeless.status, Object.keys(homeless.body)]).toEqual([400, ['tournament']])
  expect(await questionsOf(tournament)).toEqual([])
})

test('a question that is no longer a choice loses its choices, and keeps its tournament', async () => {
  const tournament = await newTournament()
  const choices = [{ label: 'Yes' }, { label: 'No' }]
  const body = { tournament, fieldDescription: 'Sure?', fieldType: 'multi_choice', choices }
  const { body: made } = await expectOk(post(fields, body))
  const url = `${fields}${made.id}/`
  const patch = (change: object) => fixture.call('admin', 'PATCH', url, { body: change })
  expect((await patch({ fieldType: 'checkbox' })).body).toEqual({
    ...made,
    fieldType: 'checkbox',
    choices: [],
  })
  expect((await patch({ fieldType: 'single_choice' })).body).toEqual({
    choices: ['Add at least one choice'],
  })
  expect((await patch({ tournament: tournament + 1 })).body).toEqual({
    tournament: ['A question cannot be moved to another tournament'],
  })
})

test('an order that is not of all questions is refused, with the id', async () => {
  const tournament = await newTournament()
  const elsewhere = await newQuestion(await newTournament(), 'Elsewhere?')
  const [a, b, c] = [
    await newQuestion(tournament, 'A?'),
    await newQuestion(tournament, 'B?'),
    await newQuestion(tournament, 'C?'),
  ]
  const refused = async (ids: number[], more = {}) => {
    const { status, body } = await order(tournament, ids, more)
    expect(status).toBe(409)
    return body
  }
  expect(withoutMessages(await refused([a, b, c, elsewhere]))).toEqual({
    detail: `Question ${elsewhere} is not part of this tournament.`,
    code: 'QUESTION_UNKNOWN',
    question: elsewhere,
  })
  expect(withoutMessages(await refused([a, c]))).toEqual({
    detail: `Question ${b} is missing from the order.`,
    code: 'QUESTION_MISSING',
    question: b,
  })
  expect(withoutMessages(await refused([a, b, a]))).toEqual({
    detail: `Question ${a} is in the order twice.`,
    code: 'QUESTION_TWICE',
    question: a,
  })
  expect(await idsOf(tournament)).toEqual([a, b, c])

  expect((await order(tournament, [c, a, b])).body).toEqual({ order: [c, a, b] })
  expect(await idsOf(tournament)).toEqual([c, a, b])
  expect(withoutMessages(await refused([a, b, c], { expected: [a, c, b] }))).toEqual({
    detail: 'Somebody else has changed this order. Check it and try again.',
    code: 'ORDER_CHANGED',
    order: [c, a, b],
  })
  expect((await order(tournament, [b, a, c], { expected: [c, a, b] })).status).toBe(200)
  expect((await questionsOf(tournament)).map((each) => each.order)).toEqual([1, 2, 3])
})

test('under random concurrent changes the questions always have one complete order', async () => {
  const dice = lcg(Number.parseInt(hashOf(seedOf('questions')).slice(0, 8), 16))
  const below = (n: number) => Math.floor(dice() * n)
  const tournament = await newTournament()
  for (const name of ['A?', 'B?', 'C?', 'D?']) await newQuestion(tournament, name)
  const answers: Record<string, number> = {}

  async function rival(): Promise<void> {
    const ids = await idsOf(tournament)
    const kind = below(4)
    if (kind === 0) await newQuestion(tournament, `Q${below(99)}?`)
    else if (kind === 1 && ids.length > 1) {
      await fixture.call('admin', 'DELETE', `${fields}${ids[below(ids.length)]}/`)
    } else {
      const { status } = await order(
        tournament,
        ids.toSorted(() => dice() - 0.5),
      )
      answers[status] = (answers[status] ?? 0) + 1
    }
  }

  for (let round = 0; round < 25; round++) {
    await Promise.all(Array.from({ length: 4 }, rival))
    const found = await questionsOf(tournament)
    expect(found.map((question) => question.order)).toEqual(found.map((_, index) => index + 1))
    expect(new Set(found.map((question) => question.id)).size).toBe(found.length)
  }
  // Some orders succeed, outdated ones are refused, and none causes another error.
  expect(answers['200']).toBeGreaterThan(0)
  expect(Object.keys(answers).filter((status) => !['200', '409'].includes(status))).toEqual([])
})

test('P2: repeated requests of organisers are done once and get the same response', async () => {
  const tournament = await newTournament()
  const again = async (method: string, url: string, body?: unknown) => {
    const headers = { 'idempotency-key': randomUUID() }
    const twice = [
      await fixture.call('admin', method, url, { body, headers }),
      await fixture.call('admin', method, url, { body, headers }),
    ]
    expect([twice[1]?.status, twice[1]?.body]).toEqual([twice[0]?.status, twice[0]?.body])
    return twice[0]!
  }
  const question = { tournament, fieldDescription: 'Once?', fieldType: 'text' }
  const { body: made } = await again('POST', fields, question)
  const { body: paid } = await again('POST', options, { tournament, name: 'Once', price: '1' })
  expect(await idsOf(tournament)).toEqual([made.id])
  expect((await again('DELETE', `${fields}${made.id}/`)).status).toBe(204)
  expect((await again('DELETE', `${options}${paid.id}/`)).status).toBe(204)
  expect(await idsOf(tournament)).toEqual([])
})

test('R-PM-4: a payment option stores its price exactly in cents', async () => {
  const tournament = await newTournament()
  const { status, body } = await post(options, { tournament, name: 'Player', price: '19.99' })
  const option = {
    id: body.id,
    tournament,
    name: 'Player',
    price: '19.99',
    allowCustomPrice: false,
  }
  expect([status, body]).toEqual([201, option])
  const kept = await fixture.app.store.db
    .selectFrom('kept.paymentOption')
    .select('priceCents')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  expect(kept.priceCents).toBe(1999)
  const url = `${options}?tournamentId=${tournament}`
  const found = await fixture.call('anonymous', 'GET', url)
  expect(found.body.results).toEqual([option])

  const change = (change: object) =>
    fixture.call('admin', 'PATCH', `${options}${body.id}/`, { body: change })
  const changed = await change({ price: 25, allowCustomPrice: true })
  expect(changed.body).toEqual({ ...option, price: '25.00', allowCustomPrice: true })
  expect((await change({ name: '' })).body).toEqual({ name: ['Option name is required'] })
  expect(withoutMessages((await change({ price: null })).body)).toEqual({
    price: ['Price must be a positive number'],
  })
  const removed = await fixture.call('admin', 'DELETE', `${options}${body.id}/`)
  expect(removed.status).toBe(204)
  expect((await fixture.call('anonymous', 'GET', url)).body.results).toEqual([])
})

test('wrong payment options are refused with these texts', async () => {
  const tournament = await newTournament()
  const blank = "Payment option name and price can't be blank"
  const price = ['Price must be a positive number']
  const wrong: [body: object, answer: object][] = [
    [{}, { name: [blank], price: [blank] }],
    [
      { name: ' ', price: '' },
      { name: [blank], price: [blank] },
    ],
    [{ price: '5' }, { name: ['Option name is required'] }],
    [{ name: 'Player' }, { price }],
    [{ name: 'Player', price: '0' }, { price }],
    [{ name: 'Player', price: -5 }, { price }],
    [{ name: 'Player', price: '1.999' }, { price }],
    [
      { name: '', price: 'free' },
      { name: ['Option name is required'], price },
    ],
    [{ name: 'x'.repeat(101), price: '5' }, { name: ['Too long'] }],
  ]
  for (const [body, answer] of wrong) {
    const { status, body: answerBody } = await post(options, { tournament, ...body })
    expect(withoutMessages([status, answerBody])).toEqual([400, answer])
  }
})

test('questions and options are deleted with their tournament', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const question = await newQuestion(tournament, 'Gone?')
  const { body: option } = await expectOk(post(options, { tournament, name: 'Gone', price: '1' }))
  await expectOk(fixture.call('admin', 'DELETE', `${t}/tournament/${tournament}/`))
  expect((await fixture.call('anonymous', 'GET', `${fields}${question}/`)).status).toBe(404)
  expect((await fixture.call('anonymous', 'GET', `${options}${option.id}/`)).status).toBe(404)
  const { rows } = await fixture.app.store.pool.query(
    `select id from kept.question where tournament = $1
     union all select id from kept.payment_option where tournament = $1`,
    [tournament],
  )
  expect(rows).toEqual([])
})
