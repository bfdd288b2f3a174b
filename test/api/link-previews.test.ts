// What link previews refuse (R-OG-2 to R-OG-4), through the API. Two servers outside: previews may
// reach one of them, and the other stands for every address that is not public.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openPreview } from '#services/outbound/index.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

const localhost = '127.0.0.1'
const links = '/api/tournament/links'
const halfMebibyte = 2 ** 19
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

const answers: Record<string, () => Answer> = {
  '/page': () => html(`<title>Page</title>`),
  '/image-inside': () =>
    html(`<title>Page</title><meta property="og:image" content="${inside()}">`),
  '/to-inside': () => redirect(inside()),
  '/to-metadata': () => redirect('http://169.254.169.254/latest/meta-data/'),
  '/to-file': () => redirect('file:///etc/passwd'),
  '/round': () => redirect('/round'),
  '/late-title': () => html(`${' '.repeat(halfMebibyte)}<title>too far down</title>`),
  '/text': () => ({ type: 'text/plain', body: '<title>Text</title>' }),
  '/json': () => ({ type: 'application/json', body: '{"title":"JSON"}' }),
  '/small.png': () => picture(1_000),
  '/large.png': () => picture(2 ** 21 + 1),
  '/page.png': () => ({ type: 'image/png', body: '<title>no picture</title>' }),
}
type Answer = { type: string; body: string | Buffer; location?: string }
const html = (body: string) => ({ type: 'text/html', body })
const redirect = (location: string) => ({ ...html('<title>moved</title>'), location })
const picture = (bytes: number) => ({
  type: 'image/png',
  body: Buffer.concat([png, Buffer.alloc(bytes - png.length)]),
})

const publicServer = createServer((request, response) => {
  const answer: Answer = answers[request.url ?? '']?.() ?? html('')
  const { type, body, location } = answer
  response.writeHead(location === undefined ? 200 : 302, {
    'content-type': type,
    ...(location !== undefined && { location }),
  })
  response.end(body)
})
let privateRequests: string[] = []
const privateServer = createServer((request, response) => {
  privateRequests.push(request.url ?? '')
  response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Secret</title>')
})
const addressOf = ({ address, port }: AddressInfo) => `http://${address}:${port}`
const outside = (path: string) => addressOf(publicServer.address() as AddressInfo) + path
const inside = () => `${addressOf(privateServer.address() as AddressInfo)}/secret.png`

let fixture: TwoScenes
beforeAll(async () => {
  for (const server of [publicServer, privateServer])
    await new Promise<void>((resolve) => server.listen(0, localhost, resolve))
  const { port } = publicServer.address() as AddressInfo
  const mayReach = (address: string, asks: number) => address === localhost && asks === port
  fixture = await startTwoScenes({ preview: openPreview({ mayReach }) })
})
beforeEach(() => {
  privateRequests = []
})
afterAll(async () => {
  publicServer.close()
  privateServer.close()
  await fixture?.app.stop()
})

async function previewOf(url: string) {
  const { body } = await expectOk(
    fixture.call('admin', 'POST', `${links}/opengraph/`, { body: { url } }),
  )
  return body
}
const pictureOf = (url: string) =>
  fixture.call('admin', 'GET', `${links}/opengraph/image/?url=${encodeURIComponent(url)}`)
const nothing = {
  ogTitle: '',
  ogImage: null,
  imageShown: null,
  notice: 'Nothing could be read from this address. Enter the title and image yourself.',
}

test('R-OG-2: no preview reaches an address that is not public, neither page nor picture', async () => {
  expect(await previewOf(inside())).toEqual(nothing)
  expect((await pictureOf(inside())).status).toBe(404)
  // The page is public, its picture is not: the page is shown without it.
  const page = await previewOf(outside('/image-inside'))
  expect(page).toEqual({ ogTitle: 'Page', ogImage: null, imageShown: null, notice: null })
  expect(privateRequests).toEqual([])
})

test('R-OG-3: a redirect to an address that is not public is not followed', async () => {
  for (const path of ['/to-inside', '/to-metadata', '/to-file', '/round']) {
    expect({ path, ...(await previewOf(outside(path))) }).toEqual({ path, ...nothing })
    expect({ path, status: (await pictureOf(outside(path))).status }).toEqual({ path, status: 404 })
  }
  expect(privateRequests).toEqual([])
})

test('R-OG-2: the picture of a saved link is not fetched from an address that is not public', async () => {
  const { tournament } = await newSampleTournament(fixture)
  for (const image of [inside(), outside('/to-inside')]) {
    const body = { tournament, url: 'https://example.org/', title: 'A', image }
    const link = await expectOk(fixture.call('admin', 'POST', `${links}/`, { body }))
    const path = `${links}/${link.body.id}/image/`
    expect((await fixture.call('anonymous', 'GET', path)).status).toBe(404)
  }
  expect(privateRequests).toEqual([])
})

test('R-OG-3: what is not HTML gives no preview, and only the beginning of a page is read', async () => {
  expect(await previewOf(outside('/page'))).toMatchObject({ ogTitle: 'Page', notice: null })
  for (const path of ['/text', '/json', '/small.png', '/late-title'])
    expect({ path, ...(await previewOf(outside(path))) }).toEqual({ path, ...nothing })
})

test('R-OG-4: what is too large or is no picture is not passed on as one', async () => {
  expect((await pictureOf(outside('/small.png'))).status).toBe(200)
  for (const path of ['/large.png', '/page.png', '/page'])
    expect({ path, status: (await pictureOf(outside(path))).status }).toEqual({ path, status: 404 })
})
