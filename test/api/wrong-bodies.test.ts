import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  newSampleTournament,
  newGame,
  startTwoScenes,
  storedHashes,
} from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import { newPrepared } from './prepared-rows.ts'
import type { Prepared } from './prepared-rows.ts'
import { mulberry32 } from '#events/simulation/random.ts'
import { diceFrom } from '../support/random.ts'
import { times } from '../support/long-runs.ts'
import type { Dice } from '../support/random.ts'
import { newPages } from './links-and-videos.ts'
import type { Pages } from './links-and-videos.ts'

// Thousands of wrong bodies, generated from the published schemas of the routes: each is refused
// with its errors, none stores anything, and none causes a 500.
const bodyCount = times(2_500, 10_000)
const concurrency = 25
const seed = Number(process.env['SEED'] ?? 20_260_102)

let fixture: TwoScenes
let sample: SampleTournament
let prepared: Prepared & Pages
let game: number

beforeAll(async () => {
  fixture = await startTwoScenes({ requestsPerMinute: 0 })
  sample = await newSampleTournament(fixture)
  game = await newGame(fixture, { cabinet: fixture.cabinet })
  prepared = { ...(await newPrepared(fixture, sample)), ...(await newPages(fixture, sample, game)) }
})
afterAll(() => fixture?.app.stop())

type Schema = {
  type?: string
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  items?: Schema
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
}
/** Routes that accept forms. A malformed form is a 400 instead of a 415. */
const takesForms = new Set(['/api/video/video-clip/'])
/** Their devices repeat a refused request for ever, so errors that a retry cannot cure are 200. */
const repeatErrors = new Set(['/api/video/video-clip/', '/api/stats/signin/nfc/'])
/** Fields whose texts are documents of other programs, which are refused as a whole. */
const takesDocuments = new Set(['documents'])
/** Refused before the other fields, so it is not named together with them. */
const checkedFirst = new Set(['expectedVersion'])
type Route = { method: string; url: string; fields: [string, Schema][] }
type Wrong = { payload: string; type?: string; expected: string[]; status: number }

function writeRoutes(): Route[] {
  const document = fixture.app.web.swagger() as unknown as {
    paths: Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>
    >
  }
  const ids: Record<string, number> = {
    tournament: sample.tournament,
    team: sample.teams[0]!,
    'player-info-field': prepared.question,
    'payment-option': prepared.paymentOption,
    template: prepared.template,
    'cabinet-group': prepared.cabinetGroup,
    display: prepared.display,
    links: prepared.link,
    video: prepared.video,
    protest: prepared.protest,
    player: sample.players[0]!,
    bracket: sample.bracket,
    match: sample.match,
    queue: sample.queue,
    cabinet: fixture.cabinet,
    scene: fixture.scene,
    game,
  }
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => ['post', 'put', 'patch'].includes(method))
      // Other parameters than `id`, such as a provider or a code, are left out.
      // Stripe's events are signed bytes, tested in test/money.
      .filter(() => !/\{(?!id\})/.test(path) && !path.startsWith('/api/stripe/'))
      .map(([method, { requestBody }]) => {
        const noun = path.split('/')[3] ?? ''
        const schema = requestBody?.content['application/json']?.schema
        const all = Object.entries(schema?.properties ?? {})
        const fields = all.filter(([name]) => !checkedFirst.has(name))
        return { method: method.toUpperCase(), url: path.replace('{id}', `${ids[noun]}`), fields }
      }),
  )
}

const junk: [type: string, value: unknown][] = [
  ['integer', 7],
  ['number', 0.5],
  ['number', 1e300],
  ['string', 'zzz'],
  ['string', ''],
  ['string', '7'],
  ['boolean', true],
  ['null', null],
  ['array', [[]]],
  ['array', [null]],
  ['object', {}],
  ['object', { id: 1, __proto__x: 2 }],
]

function typesOf(schema: Schema): string[] {
  if (schema.anyOf) return schema.anyOf.flatMap(typesOf)
  if (schema.enum) return []
  if (schema.const !== undefined) return []
  return [schema.type ?? 'string', ...(schema.type === 'number' ? ['integer'] : [])]
}

function wrongValue(name: string, schema: Schema, { among }: Dice): unknown {
  const types = typesOf(schema)
  const other = junk.filter(([type]) => !types.includes(type)).map(([, value]) => value)
  const near: unknown[] = []
  const plain = schema.anyOf?.[0] ?? schema
  if (plain.maxLength !== undefined && plain.maxLength < 30_000)
    near.push('x'.repeat(plain.maxLength + 1))
  if (plain.type === 'integer') near.push(2 ** 53, -(2 ** 40), 1.5)
  if (plain.type === 'integer' && (plain.exclusiveMinimum ?? plain.minimum ?? -1) >= 0)
    near.push(-1)
  if (plain.type === 'array' && !takesDocuments.has(name)) near.push(['x'])
  if (plain.type === 'array') near.push([{}], [1.5], [-1], [2 ** 40])
  return among([...other, ...near])
}

function wrongBody(route: Route, luck: Dice): Wrong {
  const kind = route.fields.length === 0 ? 9 : luck.upTo(9)
  if (kind === 9) {
    const payload = luck.among([
      '{',
      '{"a":',
      'nonsense',
      '[1,',
      '"',
      '{"a":1}}',
      '{"__proto__":{}}',
      '\u0000',
    ])
    return { payload, expected: ['detail'], status: 400 }
  }
  if (kind === 8) {
    const payload = luck.among(['[]', '[{}]', 'null', '7', '"x"', 'true'])
    return { payload, expected: ['detail'], status: 400 }
  }
  if (kind === 7) {
    const type = luck.among([
      'text/plain',
      'application/xml',
      'multipart/form-data; boundary=x',
      'x',
    ])
    const isForm = type.startsWith('multipart/') && takesForms.has(route.url)
    return { payload: '{}', type, expected: ['detail'], status: isForm ? 400 : 415 }
  }
  const wrong = Object.fromEntries(
    Array.from({ length: 1 + luck.upTo(2) }, () => {
      const [name, schema] = luck.among(route.fields)
      return [
        name,
        kind === 6 ? luck.among(['a\u0000', '\uD800', ['\u0000']]) : wrongValue(name, schema, luck),
      ]
    }),
  )
  const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const spelled = luck.upTo(1)
    ? wrong
    : Object.fromEntries(Object.entries(wrong).map(([name, value]) => [snake(name), value]))
  const names = Object.keys(kind === 6 ? spelled : wrong)
  return { payload: JSON.stringify(spelled), expected: names, status: 400 }
}

test(`${bodyCount} wrong bodies (seed ${seed}) are refused by field and store nothing`, async () => {
  const routes = writeRoutes()
  expect(routes.length).toBeGreaterThan(25)
  const luck = diceFrom(mulberry32(seed))
  const before = await storedHashes(fixture)
  const surprises: string[] = []
  let remaining = bodyCount

  async function sendOne(): Promise<void> {
    const route = routes[remaining % routes.length]!
    const { payload, type = 'application/json', expected, status } = wrongBody(route, luck)
    // Routes of the own account require a session.
    const isOwn = route.url.startsWith('/api/user/') || route.url.endsWith('/signin/register/')
    const who = isOwn ? 'owner' : 'key'
    const answer = await fixture.app.web.inject({
      method: route.method as 'PUT',
      url: route.url,
      headers: { ...fixture.people[who], 'content-type': type },
      payload,
    })
    const body = answer.body.startsWith('{') ? JSON.parse(answer.body) : {}
    const fits = repeatErrors.has(route.url)
      ? answer.statusCode === 200 && body.success === false && body.detail.length > 5
      : answer.statusCode === status && expected.every((field) => Object.keys(body).includes(field))
    if (!fits) {
      const sent = `${route.method} ${route.url} ${type} ${payload.slice(0, 120)}`
      surprises.push(`${sent} -> ${answer.statusCode} ${answer.body.slice(0, 160)}`)
    }
  }
  const worker = async () => {
    while (remaining > 0) {
      remaining--
      await sendOne()
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  expect(surprises.slice(0, 10)).toEqual([])
  expect(await storedHashes(fixture)).toEqual(before)
})

test('all wrong fields are named at once', async () => {
  const body = { tournament: 'x', name: '', num_groups: 99, queueTimer: 121 }
  const { status, body: answer } = await fixture.call('key', 'POST', '/api/tournament/bracket/', {
    body,
  })
  expect(status).toBe(400)
  expect(Object.keys(answer).toSorted()).toEqual(['name', 'numGroups', 'queueTimer', 'tournament'])
  expect(answer.name).toEqual(['Stage name is required'])
})

test('wrong fields are refused with these texts', async () => {
  const { tournament } = sample
  const post = async (noun: string, body: unknown) =>
    (await fixture.call('key', 'POST', `/api/tournament/${noun}/`, { body })).body
  const { scene } = fixture
  expect(withoutMessages(await post('team', { tournament, name: ' ' }))).toEqual({
    name: ['Team name is required'],
  })
  expect(withoutMessages(await post('team', { tournament, name: 'x'.repeat(101) }))).toEqual({
    name: ['Too long'],
  })
  expect(withoutMessages(await post('team', { tournament }))).toEqual({
    name: ['Team name is required'],
  })
  expect(await post('bracket', { tournament })).toMatchObject({ name: ['Stage name is required'] })
  expect(await post('tournament', { scene, name: '', date: '' })).toEqual({
    name: ['Tournament name is required'],
    date: ['Tournament date is required'],
  })
  const banner = { scene, name: 'X', date: '2026-01-01', registrationBanner: 'data:x' }
  expect(withoutMessages(await post('tournament', banner))).toEqual({
    registrationBanner: ['Must be a valid data URI'],
  })
})

test('a body over 1 MiB is too large', async () => {
  const body = { name: 'x'.repeat(1_100_000), tournament: sample.tournament }
  const { status } = await fixture.call('key', 'POST', '/api/tournament/team/', { body })
  expect(status).toBe(413)
})

test('an impossible id is not found', async () => {
  for (const id of ['0', '-1', 'x', '1.5', '99999999999999', '%00', '1e400']) {
    const { status } = await fixture.call('key', 'GET', `/api/tournament/match/${id}/`)
    expect([id, status]).toEqual([id, 404])
  }
})
