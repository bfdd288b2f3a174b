// The OpenAPI document: it is valid, and the answers of all routes are as it says.
import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { maxInteger, maxRowsPerPage } from '#events/rules/limits.ts'
import { hashOf } from '#services/web/index.ts'
import { mulberry32 } from '#events/simulation/random.ts'
import { challongeV1, evening } from '../support/played-brackets.ts'
import { startApp } from '../support/app.ts'
import { expectOk, newGame, newSampleTournament, startTwoScenes } from '../support/two-scenes.ts'
import type { Caller, Reply, TwoScenes } from '../support/two-scenes.ts'
import { matrixRoutes } from './index.ts'
import type { Target } from './index.ts'
import { newTarget, requestRoute } from './request-route.ts'

type Response = {
  $ref?: string
  headers?: Record<string, unknown>
  content?: Record<string, { schema?: unknown }>
}
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: unknown
  parameters?: { $ref?: string; in?: string; name?: string; description?: string }[]
  requestBody?: { required: boolean; content: Record<string, unknown> }
  responses: Record<string, Response>
}
type Document = {
  info: { version: string; contact: { name: string }; license: unknown; description: string }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'responses' | 'parameters' | 'schemas', Record<string, Response>>
}

let fixture: TwoScenes
let target: Target
let game: number
let document: Document
const cases = matrixRoutes(() => game)
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })

beforeAll(async () => {
  fixture = await startTwoScenes({ practiceTimes: null })
  game = await newGame(fixture, { cabinet: fixture.cabinet })
  target = await newTarget(fixture, game)
  const { body } = await fixture.call('anonymous', 'GET', '/api/docs/json/')
  document = body
  ajv.addSchema(document, 'document')
})
afterAll(() => fixture?.app.stop())

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )

/** The operation of a route such as `GET /api/tournament/match/:id/`, and where it is. */
function operationOf(key: string) {
  const [method = '', url = ''] = key.split(' ')
  const path = url.replace(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[method.toLowerCase()]
  const at = `#/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`
  return operation && { operation, at }
}

function schemaErrors(at: string, value: unknown): string | null {
  const pointer = at.replaceAll('{', '%7B').replaceAll('}', '%7D')
  const validate = ajv.getSchema(`document${pointer}`)
  if (!validate) return `no schema at ${at}`
  return validate(value) ? null : ajv.errorsText(validate.errors)
}

/** How an answer differs from the document; null if it does not. */
function deviation(key: string, reply: Reply): string | null {
  const { operation, at } = operationOf(key) ?? {}
  if (!operation) return 'not in the document'
  const status = `${reply.status}` in operation.responses ? `${reply.status}` : 'default'
  if (status === 'default' && reply.status < 400) return `${reply.status} is not declared`
  const { $ref, ...own } = operation.responses[status]!
  const { content, headers = {} } = $ref ? document.components.responses[status]! : own
  const declared = Object.keys(headers).map((name) => name.toLowerCase())
  const missing = ['x-version', 'etag', 'location', 'retry-after'].filter(
    (name) => reply.headers[name] !== undefined && !declared.includes(name),
  )
  if (missing.length > 0) return `${missing.join()} is not declared`
  if (!content) return reply.text === '' ? null : `${reply.status} has no content in the document`
  const type = String(reply.headers['content-type']).split(';')[0]!
  const declaredType = [type, type.replace(/\/.*/, '/*')].find((one) => one in content)
  if (!declaredType) return `${type} is not declared`
  if (type !== 'application/json') return null
  const where = `${$ref ?? `${at}/responses/${status}`}/content/application~1json/schema`
  return schemaErrors(where, JSON.parse(reply.text))
}

test('the document is valid OpenAPI 3.1, and every reference has a target', async () => {
  const validator = new Validator()
  const { valid, errors } = await validator.validate(structuredClone(document))
  expect(errors).toBe(undefined)
  expect(valid).toBe(true)
  expect(validator.version).toBe('3.1')
  const references = JSON.stringify(document).match(/"#\/components\/[^"]+"/g) ?? []
  const targets = new Set(references.map((text) => JSON.parse(text) as string))
  expect(targets.size).toBeGreaterThan(40)
  const dangling = [...targets].filter((reference) => !ajv.getSchema(`document${reference}`))
  expect(dangling).toEqual([])
})

test('it has the version of the package, and an id for each operation', () => {
  expect(document.info.version).toBe(manifest.version)
  const ids = operations().map(({ operation }) => operation.operationId)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.filter((id) => !/^[a-z]+[A-Za-z0-9]+$/.test(id))).toEqual([])
})

test('each operation has a sentence of its own, and a tag that is described', () => {
  const summaries = operations().map(({ operation }) => operation.summary ?? '')
  const unfit = summaries.filter((text) => !/^[A-Z][^\n]{5,110}[^.\s]$/.test(text))
  expect(unfit).toEqual([])
  const repeated = summaries.filter((text, index) => summaries.indexOf(text) !== index)
  expect(repeated).toEqual([])
  const used = operations().flatMap(({ operation }) => operation.tags)
  expect(document.tags.map(({ name }) => name)).toEqual([...new Set(used)].toSorted())
  expect(document.tags.filter(({ description }) => !description)).toEqual([])
})

// The recommended rules of the usual linters, except for slashes at the end of paths, which are
// part of the interface.
test('it names licence, contact and server, and each operation its success and access', () => {
  const { info, servers } = document
  expect(info.license).toEqual({ name: 'MIT', identifier: 'MIT' })
  expect(info.contact.name).not.toBe('')
  expect(servers.map(({ url }) => /^https?:\/\/[^/]+$/.test(url))).toEqual([true])
  const incomplete = operations().filter(({ operation }) => {
    const hasSuccess = Object.keys(operation.responses).some((status) => /^[23]/.test(status))
    return !hasSuccess || !operation.security || !operation.description
  })
  expect(incomplete.map(({ path }) => path)).toEqual([])
})

test('no address can be read as two paths, and each part of a path is declared', () => {
  const paths = Object.keys(document.paths)
  const pairs = paths.flatMap((one, index) =>
    paths.slice(index + 1).flatMap((other) => (areAmbiguous(one, other) ? [[one, other]] : [])),
  )
  expect(pairs).toEqual([])
  const undeclared = operations().filter(({ path, operation: { parameters = [] } }) => {
    const declared = parameters.flatMap(({ in: where, name = '' }) =>
      where === 'path' ? name : [],
    )
    const named = [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name)
    return declared.toSorted().join() !== named.toSorted().join()
  })
  expect(undeclared.map(({ path }) => path)).toEqual([])
})

/** Where one path has a parameter more than the other, the other is the one that is meant. */
function areAmbiguous(one: string, other: string): boolean {
  const [parts, others] = [one.split('/'), other.split('/')]
  const isParameter = (part = '') => part.startsWith('{')
  const fits = parts.every((part, index) => {
    return part === others[index] || isParameter(part) || isParameter(others[index])
  })
  const counts = [parts, others].map((all) => all.filter(isParameter).length)
  return parts.length === others.length && fits && counts[0] === counts[1]
}

test('every route is in it, except those of the documentation itself', () => {
  const missing = Object.keys(cases).filter((key) => !operationOf(key))
  const documentation = ['', 'async/', 'json/'].map((part) => `GET /api/docs/${part}`)
  expect(missing.toSorted()).toEqual(documentation)
})

test('integers have only bounds that are known', () => {
  const text = JSON.stringify(document)
  expect(text).not.toContain(`${Number.MAX_SAFE_INTEGER}`)
  expect(text).toContain(`"maximum":${maxInteger}`)
  expect(text).toContain('"minimum":0')
})

test('every operation declares its errors, in the one format', () => {
  const { responses } = document.components
  for (const { content } of Object.values(responses)) {
    expect(Object.keys(content ?? {})).toEqual(['application/json'])
    expect(JSON.stringify(content)).toContain('#/components/schemas/Problem')
  }
  const always = ['429', '503', 'default']
  const silent = operations().filter(
    ({ operation }) => !always.every((status) => status in operation.responses),
  )
  expect(silent.map(({ path }) => path)).toEqual([])
})

test('too large a page is reduced to what the document says', async () => {
  const { operation } = operationOf('GET /api/game/scene/')!
  const rows = operation.parameters?.find(({ name }) => name === 'rowsPerPage')
  expect(rows?.description).toContain(`${maxRowsPerPage}`)
  const url = `/api/game/scene/?rowsPerPage=${maxRowsPerPage + 1}`
  expect((await fixture.call('anonymous', 'GET', url)).status).toBe(200)
})

const team = 'PUT /api/tournament/team/:id/'
const teams = 'POST /api/tournament/team/'
const bracket = 'GET /api/tournament/bracket/:id/'
const call = (who: Caller, key: string, options: Parameters<TwoScenes['call']>[3] = {}) => {
  const [method = '', url = ''] = key.split(' ')
  return fixture.call(who, method, url.replace(':id', `${target.teams[0]}`), options)
}
const named = (headers = {}) => ({ body: { name: `N${performance.now()}` }, headers })
const requests: [status: number, key: string, send: () => Promise<Reply>][] = [
  [200, team, () => call('admin', team, named())],
  [304, bracket, () => unchanged()],
  [400, teams, () => call('key', teams, { body: { tournament: 'x' } })],
  [400, team, () => call('admin', team, named({ 'if-match': 'x' }))],
  [401, team, () => call('anonymous', team, named())],
  [403, team, () => call('player', team, named())],
  [404, team, () => fixture.call('admin', 'PUT', '/api/tournament/team/999999/', named())],
  [409, team, () => call('admin', team, named({ 'if-match': '"1"' }))],
  [413, team, () => call('admin', team, { body: { name: 'x'.repeat(1_100_000) } })],
  [415, team, () => call('admin', team, named({ 'content-type': 'text/plain' }))],
]

/** A read that is repeated with its ETag. */
async function unchanged(): Promise<Reply> {
  // A tournament without videos, which change without a new version.
  const sample = await newSampleTournament(fixture)
  const url = `/api/tournament/bracket/${sample.bracket}/`
  const { headers } = await fixture.call('anonymous', 'GET', url)
  const condition = { 'if-none-match': String(headers['etag']) }
  return fixture.call('anonymous', 'GET', url, { headers: condition })
}

test.each(requests)('an answer %d of %s is as declared', async (status, key, send) => {
  const reply = await send()
  expect(reply.status).toBe(status)
  expect(operationOf(key)!.operation.responses).toHaveProperty(`${status}`)
  expect(deviation(key, reply)).toBe(null)
})

const preview = 'POST /api/game/scene/:id/preview-tournament/'
const importing = 'POST /api/game/scene/:id/import-tournament/'

test.each(['export', 'export-history'])(
  'a successful import of a ZIP from %s/ is answered as declared',
  async (path) => {
    const { tournament } = await newFinishedTournament()
    const { web } = fixture.app
    const exportKey = `GET /api/tournament/tournament/:id/${path}/`
    const exported = await web.inject({
      url: exportKey.replace(/.* /, '').replace(':id', `${tournament}`),
      headers: fixture.people.admin,
    })
    expect(deviation(exportKey, replyOf(exported))).toBe(null)
    for (const [key, status] of [
      [preview, 200],
      [importing, 201],
    ] as const) {
      const url = key.replace(/.* /, '').replace(':id', `${fixture.otherScene}`)
      const headers = { ...fixture.people.otherAdmin, 'content-type': 'application/zip' }
      const payload = exported.rawPayload
      const reply = replyOf(await web.inject({ method: 'POST', url, headers, payload }))
      expect({ key, status: reply.status, text: reply.text }).toMatchObject({ key, status })
      expect({ key, problem: deviation(key, reply) }).toEqual({ key, problem: null })
    }
  },
)

test('a successful import of a bracket is answered as declared', async () => {
  const played = challongeV1(evening('single elimination', 4, mulberry32(1)))
  const documents = [played].flat().map((each) => JSON.stringify(each))
  for (const [key, status] of [
    ['POST /api/game/scene/:id/preview-bracket/', 200],
    ['POST /api/game/scene/:id/import-bracket/', 201],
  ] as const) {
    const url = key.replace(/.* /, '').replace(':id', `${fixture.scene}`)
    const reply = await fixture.call('admin', 'POST', url, { body: { documents } })
    expect({ key, status: reply.status }).toEqual({ key, status })
    expect({ key, problem: deviation(key, reply) }).toEqual({ key, problem: null })
  }
})

/** One match, played on a cabinet of its own, since games are imported only once into a scene. */
async function newFinishedTournament() {
  const sample = await newSampleTournament(fixture)
  const press = (method: string, url: string, body: unknown = {}) =>
    expectOk(fixture.call('admin', method, url, { body }))
  const { results } = (
    await press('GET', `/api/tournament/match/?tournamentId=${sample.tournament}`)
  ).body
  for (const { id, blueTeam } of results) {
    const forfeit = { teams: [blueTeam] }
    if (id !== sample.match) await press('PUT', `/api/tournament/match/${id}/forfeit/`, forfeit)
  }
  const played = await newGame(fixture, { cabinet: fixture.cabinet })
  await press('PATCH', `/api/game/game/${played}/`, { tournamentMatch: sample.match })
  await press('PUT', `/api/tournament/match/${sample.match}/complete/`)
  await press('PATCH', `/api/tournament/tournament/${sample.tournament}/`, { isActive: false })
  return sample
}

type Injected = Awaited<ReturnType<TwoScenes['app']['web']['inject']>>
const replyOf = ({ statusCode: status, headers, body: text }: Injected): Reply => {
  return { status, headers, text, body: null }
}

const stream = 'GET /api/tournament/tournament/:id/events/'

test('the event stream, and its refusals, are as declared', async () => {
  const ending = new AbortController()
  const open = async (path: string) => {
    const url = `${fixture.app.url}/api/tournament/tournament/${path}`
    const { status, headers, body } = await fetch(url, { signal: ending.signal })
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader()
    const { value: text = '' } = await reader.read()
    return { status, headers: Object.fromEntries(headers), text, body: null }
  }
  const replies = {
    200: await open(`${target.tournament}/events/?from=0`),
    400: await open(`${target.tournament}/events/?from=x`),
    404: await open('999999/events/'),
  }
  for (const [status, reply] of Object.entries(replies)) {
    expect(reply.status).toBe(Number(status))
    expect({ status, problem: deviation(stream, reply) }).toEqual({ status, problem: null })
  }
  expect(replies[200].headers['content-type']).toMatch(/^text\/event-stream/)
  expect(replies[200].text).toMatch(/^retry: \d+\n\n/)
  expect(deviation(stream, { ...replies[200], headers: replies[404].headers })).not.toBe(null)
  ending.abort()
})

test('an outdated write is answered with what was done since', async () => {
  const { body } = await call('admin', team, named({ 'if-match': '"1"' }))
  expect(body.code).toBe('STALE')
  expect(schemaErrors('#/components/schemas/Stale', body)).toBe(null)
  expect(schemaErrors('#/components/schemas/Stale', { ...body, commits: [1] })).not.toBe(null)
})

test('too many requests are answered as declared', async () => {
  const app = await startApp({ requestsPerMinute: 1 })
  const send = () => app.web.inject({ method: 'GET', url: '/api/game/scene/' })
  await send()
  const { statusCode: status, headers, body: text } = await send()
  await app.stop()
  expect(status).toBe(429)
  expect(headers['retry-after']).toMatch(/^\d+$/)
  expect(deviation('GET /api/game/scene/', { status, headers, text, body: null })).toBe(null)
})

describe.each(['anonymous', 'player', 'owner'] satisfies Caller[])('as %s', (who) => {
  test('every answer has a declared status, content type, headers and body', async () => {
    const found: Record<string, string> = {}
    const sent: Record<string, Write> = {}
    const declared: Record<string, Write> = {}
    for (const key of Object.keys(cases).filter(operationOf)) {
      if (key.includes('sign-out')) continue // the session is still needed
      const id = `${who} ${key}`.replaceAll(/[^\w/]/g, '-')
      const headers = { 'idempotency-key': id }
      const reply = await requestRoute(fixture, cases, { who, key, target, game, headers })
      const problem = deviation(key, reply)
      if (problem) found[key] = `${reply.status}: ${problem}`
      if (key.startsWith('GET ') || reply.status >= 300 || dependOnRequest.has(key)) continue
      const { parameters = [] } = operationOf(key)!.operation
      const takes = (name: string) => parameters.some(({ $ref }) => $ref?.endsWith(`/${name}`))
      declared[key] = { isIdempotent: takes('Idempotency-Key'), isCommand: takes('If-Match') }
      const isCommand = reply.headers['x-version'] !== undefined
      sent[key] = { isIdempotent: await isStored(id), isCommand }
    }
    expect(found).toEqual({})
    expect(declared).toEqual(sent)
  })
})

/** Writes that send a command, or store their answer, only for some requests. */
const dependOnRequest = new Set([
  // A player who changes the team, and a game that is on another match than before.
  'POST /api/tournament/player/',
  'PUT /api/tournament/player/:id/',
  'PATCH /api/tournament/player/:id/',
  'PATCH /api/game/game/:id/',
  // A stage that is linked to another site.
  'PUT /api/tournament/bracket/:id/validate/',
  // A display that is not known yet.
  'POST /api/tournament/display/',
])
type Write = { isIdempotent: boolean; isCommand: boolean }

/** Whether the answer is stored for retries with this key. */
async function isStored(key: string): Promise<boolean> {
  const row = await fixture.app.store.db
    .selectFrom('kept.idempotencyKey')
    .select('id')
    .where('id', '=', hashOf(key))
    .executeTakeFirst()
  return row !== undefined
}
