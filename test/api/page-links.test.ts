import { withoutMessages } from '../support/without-messages.ts'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPreview } from '#services/outbound/index.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

// The only local server that link previews may reach in this test.
const localhost = '127.0.0.1'
const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100)])
let requestedPaths: string[] = []
const outsideServer = createServer((request, response) => {
  requestedPaths.push(request.url ?? '')
  if (request.url === '/a.png') {
    response.writeHead(200, { 'content-type': 'image/png' }).end(png)
  } else if (request.url === '/a.svg') {
    response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg/>')
  } else {
    const image = '<meta property="og:image" content="/a.png">'
    const title = '<title><script>alert(1)</script></title>'
    response.writeHead(200, { 'content-type': 'text/html' }).end(`${title}${image}`)
  }
})
let port = 0
let fixture: TwoScenes

beforeAll(async () => {
  await new Promise<void>((resolve) => outsideServer.listen(0, localhost, resolve))
  port = (outsideServer.address() as AddressInfo).port
  const mayReach = (address: string, asks: number) => address === localhost && asks === port
  fixture = await startTwoScenes({ preview: openPreview({ mayReach }) })
})
afterAll(async () => {
  outsideServer.close()
  await fixture?.app.stop()
})

const links = '/api/tournament/links'
const outsideUrl = (path: string) => `http://${localhost}:${port}${path}`
const url = 'https://example.org/'
const send = async (method: string, path: string, body: unknown = {}) =>
  (await expectOk(fixture.call('admin', method, path, { body }))).body
const attempt = (method: string, path: string, body: unknown = {}) =>
  fixture.call('admin', method, path, { body })
const read = async (path: string) => (await expectOk(fixture.call('anonymous', 'GET', path))).body
const titlesIn = async (tournament: number) =>
  (await read(`${links}/?tournament_id=${tournament}`)).results.map(
    ({ title, order }: Body) => `${title}${order}`,
  )
const newLink = (tournament: number, title: string, more: object = {}) =>
  send('POST', `${links}/`, { tournament, url, title, ...more })

test('links are public, in their order', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const made = await newLink(tournament, 'A', { image: 'https://example.org/a.png' })
  expect(made).toEqual({
    id: made.id,
    tournament,
    url,
    title: 'A',
    image: 'https://example.org/a.png',
    imageShown: expect.stringMatching(`^${links}/${made.id}/image/\\?v=[0-9a-f]{12}$`),
    order: 1,
  })
  await newLink(tournament, 'B')
  await newLink(tournament, 'C', { order: 1 })
  expect(await titlesIn(tournament)).toEqual(['C1', 'A2', 'B3'])
  const list = await read(`${links}/?tournamentId=${tournament}&rowsPerPage=2`)
  expect([list.count, list.results.length]).toEqual([3, 2])
  expect(await read(`${links}/${made.id}/`)).toMatchObject({ title: 'A', order: 2 })
})

test('a link can be changed in part or as a whole, and keeps its tournament', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const other = await newSampleTournament(fixture)
  const { id } = await newLink(tournament, 'A', { image: 'https://example.org/a.png' })
  const before = await send('PATCH', `${links}/${id}/`, { title: 'B' })
  expect(before).toMatchObject({ title: 'B', url, image: 'https://example.org/a.png', order: 1 })
  const changed = await send('PATCH', `${links}/${id}/`, { image: 'https://example.org/b.png' })
  expect(changed.imageShown).not.toBe(before.imageShown)
  const whole = await send('PUT', `${links}/${id}/`, { url: 'http://example.org/2', title: 'C' })
  expect(whole).toMatchObject({ title: 'C', image: null, imageShown: null, order: 1 })
  const { status, body } = await attempt('PATCH', `${links}/${id}/`, {
    tournament: other.tournament,
  })
  expect([status, body]).toEqual([
    400,
    { tournament: ['A link cannot be moved to another tournament'] },
  ])
})

test('wrong fields are refused, each with its text', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const wrong = async (fields: object) => {
    const { status, body } = await attempt('POST', `${links}/`, { tournament, ...fields })
    expect(status).toBe(400)
    return body
  }
  expect(await wrong({})).toEqual({ url: ['Link URL is required'] })
  expect(await wrong({ url: ' ' })).toMatchObject({
    url: expect.arrayContaining(['Link URL is required']),
  })
  for (const bad of ['javascript:alert(1)', 'ftp://example.org/', 'nonsense', 'data:,x']) {
    expect(withoutMessages(await wrong({ url: bad }))).toEqual({ url: ['Must be a valid URL'] })
    expect(Object.keys(withoutMessages(await wrong({ url, image: bad })))).toEqual(['image'])
  }
  expect(withoutMessages(await wrong({ url, title: 'x'.repeat(201) }))).toEqual({
    title: ['Too long'],
  })
  expect(await titlesIn(tournament)).toEqual([])
})

test('a moved link takes its position, and the others close up', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const ids: Record<string, number> = {}
  for (const title of ['A', 'B', 'C', 'D']) ids[title] = (await newLink(tournament, title)).id
  await send('PATCH', `${links}/${ids['D']}/`, { order: 2 })
  expect(await titlesIn(tournament)).toEqual(['A1', 'D2', 'B3', 'C4'])
  await send('PATCH', `${links}/${ids['A']}/`, { order: 99 })
  expect(await titlesIn(tournament)).toEqual(['D1', 'B2', 'C3', 'A4'])
  await attempt('DELETE', `${links}/${ids['B']}/`)
  expect(await titlesIn(tournament)).toEqual(['D1', 'C2', 'A3'])
})

test('a complete order is accepted; one with missing, extra or outdated links is refused', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const path = `/api/tournament/tournament/${tournament}/link-order/`
  const ids: number[] = []
  for (const title of ['A', 'B', 'C']) ids.push((await newLink(tournament, title)).id)
  const [a, b, c] = ids
  const stranger = await newLink((await newSampleTournament(fixture)).tournament, 'X')
  expect(await send('PUT', path, { order: [c, a, b] })).toEqual({ order: [c, a, b] })
  expect(await titlesIn(tournament)).toEqual(['C1', 'A2', 'B3'])
  for (const order of [[c, a], [c, a, b, b], [c, a, stranger.id], []]) {
    const { status, body } = await attempt('PUT', path, { order })
    expect([status, body.code, body.order]).toEqual([409, 'ORDER_NOT_WHOLE', [c, a, b]])
  }
  const late = await attempt('PUT', path, { order: [b, a, c], expected: [a, b, c] })
  expect([late.status, late.body.code]).toEqual([409, 'ORDER_CHANGED'])
  expect(await titlesIn(tournament)).toEqual(['C1', 'A2', 'B3'])
})

test('concurrent additions, moves and removals leave one complete order', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const ids: number[] = []
  for (const title of ['A', 'B', 'C', 'D']) ids.push((await newLink(tournament, title)).id)
  const path = `/api/tournament/tournament/${tournament}/link-order/`
  await Promise.all([
    ...ids.map((id, index) => attempt('PATCH', `${links}/${id}/`, { order: 4 - index })),
    ...['E', 'F', 'G'].map((title) => newLink(tournament, title, { order: 1 })),
    attempt('PUT', path, { order: ids.toReversed() }),
    attempt('DELETE', `${links}/${ids[0]}/`),
    attempt('DELETE', `${links}/${ids[2]}/`),
  ])
  const { results } = await read(`${links}/?tournamentId=${tournament}`)
  expect(results.map(({ order }: Body) => order)).toEqual([1, 2, 3, 4, 5])
  expect(results.map(({ title }: Body) => title).toSorted()).toEqual(['B', 'D', 'E', 'F', 'G'])
})

test('P2: a link is created or removed once for each idempotency key', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const once = { 'idempotency-key': `link-${tournament}` }
  const body = { tournament, url, title: 'A' }
  const twice = async (method: string, path: string, options: object) => [
    await fixture.call('admin', method, path, options),
    await fixture.call('admin', method, path, options),
  ]
  const [first, second] = await twice('POST', `${links}/`, { body, headers: once })
  expect([second?.status, second?.body]).toEqual([201, first?.body])
  expect(await titlesIn(tournament)).toEqual(['A1'])
  const gone = { headers: { 'idempotency-key': `gone-${tournament}` } }
  const removed = await twice('DELETE', `${links}/${first?.body.id}/`, gone)
  expect(removed.map(({ status }) => status)).toEqual([204, 204])
  expect((await attempt('DELETE', `${links}/${first?.body.id}/`)).status).toBe(404)
})

test('R-OG-4: a preview has the title of the page, and its image through the proxy', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const found = await send('POST', `${links}/opengraph/`, { url: outsideUrl('/page') })
  expect(found).toEqual({
    ogTitle: '<script>alert(1)</script>',
    ogImage: outsideUrl('/a.png'),
    imageShown: expect.stringContaining(`${links}/opengraph/image/?url=`),
    notice: null,
  })
  const { ogTitle: title, ogImage: image } = found
  const link = await send('POST', `${links}/`, {
    tournament,
    url: outsideUrl('/page'),
    title,
    image,
  })
  for (const path of [found.imageShown, link.imageShown]) {
    const { status, headers } = await fixture.call('admin', 'GET', path)
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=86400',
    })
  }
  const response = await fetch(fixture.app.url + link.imageShown)
  expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true)
  // The page and the picture are fetched once each, however often they are requested.
  expect(requestedPaths.toSorted()).toEqual(['/a.png', '/page'])

  await send('PATCH', `${links}/${link.id}/`, { image: outsideUrl('/a.svg') })
  expect((await attempt('GET', `${links}/${link.id}/image/`)).status).toBe(404)
})

test('R-OG-5: an address that cannot be read gives an empty preview with a notice', async () => {
  requestedPaths = []
  const typed = ['', 'h', 'https://', 'http://localhost/', 'http://10.0.0.1/', 'http://0x7f.1/']
  for (const url of typed) {
    expect(await send('POST', `${links}/opengraph/`, { url })).toEqual({
      ogTitle: '',
      ogImage: null,
      imageShown: null,
      notice: 'Nothing could be read from this address. Enter the title and image yourself.',
    })
  }
  expect(requestedPaths).toEqual([])
})

test('R-OG-1: previews are only for editors of a scene, thirty a minute each', async () => {
  const body = { url: '' }
  const ask = (who: 'anonymous' | 'player' | 'official' | 'otherAdmin') =>
    fixture.call(who, 'POST', `${links}/opengraph/`, { body })
  expect((await ask('anonymous')).status).toBe(401)
  expect((await ask('player')).status).toBe(403)
  expect((await ask('official')).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 31 }, () => ask('otherAdmin')))
  expect(answers.map(({ status }) => `${status}`).toSorted()).toEqual([
    ...Array.from({ length: 30 }, () => '200'),
    '429',
  ])
  const { body: refused } = await ask('otherAdmin')
  expect(withoutMessages(refused)).toEqual({
    detail: 'At most 30 addresses can be looked up per minute. Try again in a moment.',
    code: 'TOO_MANY_PREVIEWS',
  })
  expect((await attempt('POST', `${links}/opengraph/`, body)).status).toBe(200)
})
