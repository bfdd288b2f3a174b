import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { publicIdOf } from '#events/public-command-id.ts'
import manifest from '../../package.json' with { type: 'json' }
import {
  buildOf,
  metricsAddress,
  serveMetrics,
  span,
  startTraces,
  stopTraces,
} from '#services/telemetry/index.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let sample: Awaited<ReturnType<typeof newSampleTournament>>
const lines: string[] = []

beforeAll(async () => {
  fixture = await startTwoScenes({ logTo: { write: (line) => lines.push(line) } })
  sample = await newSampleTournament(fixture)
})
afterAll(() => fixture?.app.stop())

type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  kind: number
  attributes: Attribute[]
}
type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string } }

function valuesOf(attributes: Attribute[]) {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  )
}

/** Receives spans from OpenTelemetry's exporters, as JSON over HTTP. */
async function openReceiver() {
  const spans: Span[] = []
  const resources: Attribute[][] = []
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { resourceSpans = [] } = JSON.parse(Buffer.concat(chunks).toString())
      for (const { resource, scopeSpans } of resourceSpans) {
        resources.push(resource.attributes)
        for (const scope of scopeSpans) spans.push(...scope.spans)
      }
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, spans, resources, close: () => new Promise((resolve) => server.close(resolve)) }
}

test('a press is one trace, from the request to the log, the rows and the frame', async () => {
  const receiver = await openReceiver()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
  await startTraces(process.env, 'waggle')
  const screen = new WebSocket(`${fixture.app.wsUrl}/ws/tournament-relay/${sample.tournament}`)
  const frames: string[] = []
  screen.on('message', (data) => frames.push((data as Buffer).toString()))
  await new Promise((resolve) => screen.once('open', resolve))
  screen.send('{"type":"subscribe","have":0}')
  await expect.poll(() => frames.some((text) => text.includes('snapshot'))).toBe(true)

  const id = 'a-press-that-is-traced'
  const path = `/api/tournament/match/${sample.match}/annotate/`
  await expectOk(
    fixture.call('official', 'PUT', path, {
      body: { note: 'seen' },
      headers: { 'idempotency-key': id },
    }),
  )
  await expect.poll(() => frames.some((text) => text.includes(publicIdOf(id)))).toBe(true)
  screen.terminate()
  await stopTraces()
  await receiver.close()
  vi.unstubAllEnvs()

  const trace = receiver.spans.filter(({ traceId }) => traceId === publicIdOf(id))
  const press = trace.find(({ parentSpanId }) => !parentSpanId)
  const steps = trace.filter((span) => span !== press)
  expect(press?.name).toBe('PUT /api/tournament/match/:id/annotate/')
  expect(steps.map(({ name }) => name).toSorted()).toEqual([
    'fan-out frame',
    'log append',
    'projection',
  ])
  expect(new Set(steps.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([press?.spanId]))
  // OpenTelemetry's conventions for a request that a server answers.
  const server = 2
  expect([press?.kind, ...new Set(steps.map(({ kind }) => kind))]).toEqual([server, 1])
  expect(valuesOf(press?.attributes ?? [])).toMatchObject({
    'http.request.method': 'PUT',
    'http.route': '/api/tournament/match/:id/annotate/',
    'http.response.status_code': 200,
    'url.scheme': 'http',
    'url.path': path,
  })
  for (const resource of receiver.resources) {
    expect(valuesOf(resource)).toEqual({
      'service.name': 'waggle',
      'service.version': expect.stringMatching(/^\d+\.\d+\.\d+/),
      'service.instance.id': expect.stringMatching(/^[\da-f-]{36}$/),
    })
  }
  // Trace ids are not stored in the log.
  const stored = await fixture.app.log.load(sample.tournament)
  expect(JSON.stringify(stored)).not.toContain(publicIdOf(id))
})

test('spans that do not fit into the queue are counted, and said', async () => {
  const receiver = await openReceiver()
  const said: unknown[] = []
  vi.spyOn(console, 'warn').mockImplementation((text) => void said.push(text))
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
  vi.stubEnv('OTEL_BSP_MAX_QUEUE_SIZE', '5')
  const { url, close } = await serveMetrics({ host: '127.0.0.1', port: 0 })
  await startTraces(process.env, 'waggle')
  const record = () => span('0'.repeat(32), { name: 'work', startMs: 1, endMs: 2 })
  for (let n = 0; n < 100; n += 1) record()
  const droppedIn = (text: string) => /^waggle_spans_dropped_total (\d+)$/m.exec(text)?.[1]
  await expect
    .poll(async () => {
      record()
      return Number(droppedIn(await (await fetch(url)).text()))
    })
    .toBeGreaterThan(50)
  await stopTraces()
  await close()
  await receiver.close()
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  expect(said.join()).toMatch(/Traces: Dropped \d+ spans/)
})

test('without an endpoint for traces and an address for metrics neither library is loaded', async () => {
  const code = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ resolve(name, context, next) {
      if (/prom-client|@opentelemetry.(sdk|exporter)/.test(name)) loaded.push(name)
      return next(name, context)
    } })
    await import('./services/index.ts')
    const { metricsAddress, startTraces } = await import('./services/telemetry/index.ts')
    await startTraces({}, 'waggle')
    console.log(JSON.stringify([loaded, metricsAddress({ METRICS_PORT: '' }, 9400)]))`
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code])
  expect(JSON.parse(stdout)).toEqual([[], null])
})

test('metrics are served only locally unless configured otherwise', () => {
  expect(metricsAddress({}, 9400)).toEqual({ host: '127.0.0.1', port: 9400 })
  const set = { METRICS_PORT: '9999', METRICS_HOST: '0.0.0.0' }
  expect(metricsAddress(set, 9400)).toEqual({ host: '0.0.0.0', port: 9999 })
})

test('P19: metrics contain route patterns and command types, and no names', async () => {
  const { url, close } = await serveMetrics({ host: '127.0.0.1', port: 0 })
  const path = `/api/tournament/match/${sample.match}/annotate/`
  await expectOk(fixture.call('official', 'PUT', path, { body: { note: 'ann@example.org' } }))
  await fixture.call('official', 'GET', '/api/user/me/?name=ann@example.org')
  const answer = await fetch(url)
  const text = await answer.text()
  await close()
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  for (const line of [
    'waggle_commands_total{type="AnnotateMatch",outcome="done"} 1',
    'waggle_append_seconds_count 1',
    'waggle_http_request_seconds_count{method="PUT",route="/api/tournament/match/:id/annotate/",status="200"} 1',
    'waggle_viewers 0',
    `waggle_build_info{version="${manifest.version}",commit="${buildOf().commit ?? ''}"} 1`,
  ]) {
    expect(text.split('\n')).toContain(line)
  }
  expect(text).toMatch(/^process_cpu_seconds_total /m)
  expect(text).toMatch(/^waggle_position\{follower="projector"\} [1-9]/m)
  expect(text).not.toMatch(/example\.org|Person /)
  const routes = [...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route)
  expect(routes.filter((route) => /\d/.test(route ?? ''))).toEqual([])
})

test('log lines of a request have the id from its response', async () => {
  const answer = await fixture.app.web.inject('/api/nowhere/')
  const number = String(answer.headers['x-request-id'])
  expect(number).toMatch(/^[1-9]\d{8}$/)
  expect(lines.filter((line) => line.includes(`"reqId":"${number}"`))).not.toEqual([])
})

test('/livez and /readyz respond with 200', async () => {
  for (const path of ['/livez', '/readyz']) {
    const { statusCode, body } = await fixture.app.web.inject(path)
    expect([path, statusCode, JSON.parse(body)]).toEqual([path, 200, { ok: true }])
  }
})
