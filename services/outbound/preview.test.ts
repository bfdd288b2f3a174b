import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer as createTcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { publicInternet } from './get.ts'
import type { NetworkAccess } from './get.ts'
import { openPost, openPreview } from './index.ts'
import { perMinute } from './rate.ts'

// A local server is allowed as if it were public; everything else is real.
const here = '127.0.0.1'
const server = createServer((request, response) => {
  requests.push(request)
  answers[request.url?.split('?')[0] ?? '']?.(response, request)
})
let port = 0
let requests: IncomingMessage[] = []
let resolved: string[] = []

type Answer = (response: ServerResponse, request: IncomingMessage) => void
const html = { 'content-type': 'text/html; charset=utf-8' }
const page =
  (text: string): Answer =>
  (response) =>
    response.writeHead(200, html).end(text)
const sent =
  (type: string, body: Buffer | string): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(body)
const to =
  (location: string): Answer =>
  (response) =>
    response.writeHead(302, { ...html, location }).end('<title>moved</title>')

const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const answers: Record<string, Answer> = {
  '/page': page('<title>Page</title><meta property="og:image" content="/a.png">'),
  '/inner-image': page('<title>T</title><meta property="og:image" content="http://10.0.0.1/a">'),
  '/one': to('/two'),
  '/two': to('three'),
  '/three': to('/page'),
  '/four': to('/one'),
  '/metadata': to('http://169.254.169.254/latest/meta-data/'),
  '/file': to('file:///etc/passwd'),
  '/again': (response) => to(`http://rebinds.test:${port}/page`)(response, requests[0]!),
  '/missing': (response) => response.writeHead(404, html).end('<title>no</title>'),
  '/json': sent('application/json', '{}'),
  '/packed': (response) =>
    response.writeHead(200, { ...html, 'content-encoding': 'gzip' }).end('x'),
  '/silent': () => {},
  '/endless': (response) => {
    response.writeHead(200, html).write('<title>Endless</title>')
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  },
  '/late': page(`${' '.repeat(2 ** 19)}<title>too far down</title>`),
  '/a.png': sent('image/png', Buffer.concat([png, Buffer.alloc(1_000)])),
  '/lies.html': sent('text/html', png),
  '/full.png': sent('image/png', Buffer.concat([png, Buffer.alloc(2 ** 21 - png.length)])),
  '/big.png': sent('image/png', Buffer.concat([png, Buffer.alloc(2 ** 21)])),
  '/a.svg': sent('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
  '/svg.png': sent('image/png', '<svg xmlns="http://www.w3.org/2000/svg"/>'),
}

const names: Record<string, string[][]> = {
  'here.test': [[here]],
  'rebinds.test': [[here], ['127.0.0.2']],
  'mixed.test': [[here, '10.0.0.1']],
  'inside.test': [['fd00::1']],
  'nowhere.test': [[]],
}
const network: Partial<NetworkAccess> = {
  resolve: async (host) => {
    const rounds = names[host] ?? []
    const count = resolved.filter((name) => name === host).length
    resolved.push(host)
    return rounds[Math.min(count, rounds.length - 1)] ?? []
  },
  mayReach: (address, asks) =>
    (address === here && asks === port) || publicInternet.mayReach(address, asks),
}
const open = (part: Partial<NetworkAccess> = {}) => openPreview({ ...network, ...part })
const at = (path: string, host = 'here.test') => `http://${host}:${port}${path}`
const paths = () => requests.map(({ url }) => url)

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, here, resolve))
  port = (server.address() as AddressInfo).port
})
beforeEach(() => {
  requests = []
  resolved = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('R-OG-2: connects to the checked address with the original host name', async () => {
  const preview = await open().page(at('/page'))
  expect(preview).toEqual({ title: 'Page', image: at('/a.png') })
  const [{ headers } = { headers: {} }] = requests
  expect(headers).toEqual({
    host: `here.test:${port}`,
    accept: 'text/html',
    'accept-encoding': 'identity',
    'user-agent': 'WaggleLinkPreview/1.0',
    connection: 'close',
  })
})

test('R-OG-2: a name that resolves to an internal address the second time is refused', async () => {
  // The checked address is used without resolving the name again.
  expect(await open().page(at('/page', 'rebinds.test'))).toMatchObject({ title: 'Page' })
  // Resolved once for the page, and once for its picture, which is internal by now.
  expect(resolved).toEqual(['rebinds.test', 'rebinds.test'])
  resolved = []
  requests = []
  expect(await open().page(at('/again', 'rebinds.test'))).toBeNull()
  expect([paths(), resolved]).toEqual([['/again'], ['rebinds.test', 'rebinds.test']])
})

test('R-OG-2: a host with any internal address is refused', async () => {
  const hosts = ['mixed.test', 'inside.test', 'nowhere.test', 'localhost', '[::1]', '127.0.0.2']
  for (const host of hosts) expect(await open().page(at('/page', host))).toBeNull()
  expect(requests).toEqual([])
})

test('R-OG-2: the address is checked again after connecting', async () => {
  let checks = 0
  const mayReach = () => ++checks === 1
  expect(await open({ mayReach }).page(at('/page'))).toBeNull()
  expect([checks, requests.length]).toEqual([2, 0])
})

test('R-OG-2: the check works without the overrides of this test', async () => {
  const real = openPreview()
  const bad = ['localhost', '127.0.0.1', '0x7f.1', '2130706433', '[::ffff:10.0.0.1]', '[::1]']
  for (const host of bad) expect(await real.page(`http://${host}/`)).toBeNull()
  expect(await real.page(at('/page', here))).toBeNull()
  expect(requests).toEqual([])
})

test('R-OG-3: three redirects are followed, a fourth is not', async () => {
  expect(await open().page(at('/one'))).toMatchObject({ title: 'Page' })
  expect(await open().page(at('/four'))).toBeNull()
})

test('R-OG-3: a redirect is checked like the first address', async () => {
  expect(await open().page(at('/metadata'))).toBeNull()
  expect(await open().page(at('/file'))).toBeNull()
  expect(paths()).toEqual(['/metadata', '/file'])
})

test('R-OG-3: only the first 512 KiB of an endless page are read', async () => {
  expect(await open().page(at('/endless'))).toEqual({ title: 'Endless', image: null })
  expect(await open().page(at('/late'))).toEqual({ title: '', image: null })
})

test('R-OG-3: a server that does not answer causes a timeout', async () => {
  expect(await open({ totalMs: 50 }).page(at('/silent'))).toBeNull()
  const never = () => new Promise<string[]>(() => {})
  expect(await open({ resolve: never, totalMs: 50 }).page(at('/page'))).toBeNull()
  // TCP connects but TLS does not; no other timeout would end this within the test.
  const mute = createTcpServer(() => {})
  await new Promise<void>((resolve) => mute.listen(0, here, resolve))
  const secure = `https://here.test:${(mute.address() as AddressInfo).port}/page`
  const waiting = { mayReach: () => true, connectMs: 50, totalMs: 600_000 }
  expect(await open(waiting).page(secure)).toBeNull()
  mute.close()
})

test('R-OG-3: only successful HTML responses are read', async () => {
  for (const path of ['/json', '/missing', '/packed', '/a.png']) {
    expect(await open().page(at(path))).toBeNull()
  }
})

test("R-OG-4: a picture's address is checked like the page's", async () => {
  expect(await open().page(at('/inner-image'))).toEqual({ title: 'T', image: null })
  expect(await open().picture('http://10.0.0.1/a')).toBeNull()
  expect(await open().picture(at('/metadata'))).toBeNull()
})

test('R-OG-4: raster images up to 2 MiB are accepted by their bytes, SVG is not', async () => {
  const type = async (path: string) => (await open().picture(at(path)))?.type ?? null
  expect(await type('/a.png')).toBe('image/png')
  expect(await type('/full.png')).toBe('image/png')
  expect(await type('/lies.html')).toBe('image/png')
  for (const path of ['/big.png', '/a.svg', '/svg.png', '/page', '/endless']) {
    expect(await type(path)).toBeNull()
  }
})

test('R-OG-3: a timeout after the check causes no unhandled rejection', async () => {
  const refused: unknown[] = []
  const note = (error: unknown) => refused.push(error)
  process.on('unhandledRejection', note)
  const preview = openPreview({ totalMs: 1 })
  expect(await preview.page('http://10.0.0.1/')).toBeNull()
  await once(AbortSignal.timeout(1), 'abort')
  await new Promise(setImmediate)
  process.off('unhandledRejection', note)
  expect(refused).toEqual([])
})

test('R-OG-4: a result is cached for 24 h, a failure for a minute', async () => {
  let now = 0
  const preview = openPreview(network, () => now)
  await Promise.all([preview.page(at('/page')), preview.page(at('/page'))])
  await preview.page(at('/missing'))
  now = 59_000
  await preview.page(at('/missing'))
  now = 61_000
  await preview.page(at('/missing'))
  now = 24 * 3_600_000 - 1
  await preview.page(at('/page'))
  expect(paths()).toEqual(expect.arrayContaining(['/page', '/missing', '/missing']))
  expect(requests).toHaveLength(3)
  now += 1
  await preview.page(at('/page'))
  expect(requests).toHaveLength(4)
})

test('R-OG-1: each person may make 30 requests in any minute', () => {
  const may = perMinute(30)
  const times = Array.from({ length: 40 }, (_, second) => second * 1_000)
  expect(times.filter((now) => may('a', now))).toHaveLength(30)
  expect(may('b', 39_000)).toBe(true)
  // The requests of the first two seconds are more than a minute ago.
  expect([61_000, 61_000, 61_000].map((now) => may('a', now))).toEqual([true, true, false])
})

const posting = () => ({
  headers: { 'content-type': 'application/json', topic: 'a' },
  body: Buffer.from('{"a":1}'),
  signal: AbortSignal.timeout(60_000),
})

test('R-OG-2: a POST goes to the checked address with the given headers and body', async () => {
  const post = openPost(network)
  const answer = await post(at('/json'), posting())
  expect(answer).toMatchObject({ status: 200, body: '{}' })
  expect(requests[0]).toMatchObject({
    method: 'POST',
    headers: { host: `here.test:${port}`, topic: 'a', 'content-length': '7' },
  })
  expect(await post(at('/missing'), posting())).toMatchObject({ status: 404 })
})

test('R-OG-3: a POST follows no redirects and reaches no internal address', async () => {
  const post = openPost(network)
  expect(await post(at('/one'), posting())).toMatchObject({ status: 302 })
  expect(paths()).toEqual(['/one'])
  requests = []
  const inside = ['mixed.test', 'inside.test', 'nowhere.test', 'localhost', '[::1]', '127.0.0.2']
  for (const host of inside) expect(await post(at('/json', host), posting())).toBeNull()
  for (const address of ['file:///etc/passwd', 'http://0x7f.1/', 'http://a:b@here.test/']) {
    expect(await post(address, posting())).toBeNull()
  }
  expect(requests).toEqual([])
  // Only the beginning of an endless response is read, and a missing response times out.
  expect((await post(at('/endless'), posting()))?.body).toHaveLength(4_096)
  const signal = AbortSignal.timeout(50)
  expect(await post(at('/silent'), { ...posting(), signal })).toBeNull()
})
