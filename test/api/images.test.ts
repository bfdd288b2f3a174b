import { withoutMessages } from '../support/without-messages.ts'
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'
import { dump, openTournament, organise, photo, newRegistrant } from './open-registration.ts'

let fixture: TwoScenes
let tournament: number
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
  tournament = await openTournament(fixture)
})
afterAll(() => fixture?.app.stop())

const address = /^\/api\/image\/[\w-]{43}$/
const get = (url: string) => fixture.app.web.inject({ method: 'GET', url })
const images = async () => {
  const { rows } = await fixture.app.store.pool.query<{ n: number }>(
    'select count(*) as n from kept.image',
  )
  return rows[0]!.n
}

test('P19: a photo is stored without its EXIF data, and served only as an image', async () => {
  const dee = await newRegistrant(fixture)
  const { body } = await expectOk(
    dee.registration('POST', tournament, { name: 'Dee', image: await photo() }),
  )
  expect(body.image).toMatch(address)
  const served = await get(body.image)
  expect(served.statusCode).toBe(200)
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  // The address cannot be derived from the picture.
  for (const form of ['hex', 'base64url'] as const) {
    const hash = createHash('sha256').update(served.rawPayload).digest(form)
    expect(body.image).not.toContain(hash)
    expect((await get(`/api/image/${hash}`)).statusCode).toBe(404)
  }
  const { width, height, exif } = await sharp(served.rawPayload).metadata()
  expect([width, height, exif]).toEqual([1024, 512, undefined])
  expect(served.rawPayload.includes('CANARY')).toBe(false)
  expect(await dump(fixture)).not.toContain('CANARY')
  // Sending back the address keeps the image.
  const same = { image: body.image, tidbit: 'Still here' }
  expect((await expectOk(dee.registration('PATCH', tournament, same))).body.image).toBe(body.image)
})

test.each([
  ['SVG', 'data:image/svg+xml;base64,PHN2Zy8+', 'Must be a valid data URI'],
  ['a page', 'data:text/html;base64,PHN2Zy8+', 'Must be a valid data URI'],
  ['no picture', 'data:image/png;base64,AAAA', 'Must be a valid data URI'],
  ['no address', 'ftp://example.org/x.png', 'Must be a valid URL'],
  ['another’s picture', `/api/image/${'x'.repeat(43)}`, 'Must be a valid URL'],
])('%s is refused as the image of a player, a team and a banner', async (_, image, text) => {
  const dee = await newRegistrant(fixture)
  const registered = await dee.registration('POST', tournament, { name: 'Dee', image })
  expect(withoutMessages([registered.status, registered.body])).toEqual([400, { image: [text] }])
  const post = (path: string, body: object) =>
    fixture.call('admin', 'POST', `${t}/${path}`, { body })
  for (const noun of ['player/', 'team/']) {
    const { status, body } = await post(noun, { tournament, name: 'X', image })
    expect(withoutMessages([noun, status, body])).toEqual([noun, 400, { image: [text] }])
  }
  const { scene } = fixture
  const banner = { scene, name: 'X', date: '2026-03-01', registrationBanner: image }
  expect(withoutMessages((await post('tournament/', banner)).body)).toEqual({
    registrationBanner: [text],
  })
})

test('P20: equal photos of two players have separate addresses and are deleted separately', async () => {
  const image = await photo('#aa7700')
  const [dee, eve] = [await newRegistrant(fixture), await newRegistrant(fixture)]
  const before = await images()
  const one = (await expectOk(dee.registration('POST', tournament, { name: 'Dee', image }))).body
    .image
  const other = (await expectOk(eve.registration('POST', tournament, { name: 'Eve', image }))).body
    .image
  expect(one).not.toBe(other)
  expect(await images()).toBe(before + 2)
  await expectOk(dee.registration('DELETE', tournament))
  expect((await get(one)).statusCode).toBe(404)
  expect((await get(other)).statusCode).toBe(200)
  // A new photo replaces the previous one.
  const next = await expectOk(
    eve.registration('PATCH', tournament, { image: await photo('#00aa77') }),
  )
  expect((await get(other)).statusCode).toBe(404)
  expect((await get(next.body.image)).statusCode).toBe(200)
  await expectOk(eve.registration('PATCH', tournament, { image: null }))
  expect(await images()).toBe(before)
})

test('images of teams and banners are stored too; a banner stays while a template uses it', async () => {
  const before = await images()
  const image = await photo('#117711')
  const tournamentWithBanner = await openTournament(fixture, { registrationBanner: image })
  const { registrationBanner } = (
    await expectOk(fixture.call('anonymous', 'GET', `${t}/tournament/${tournamentWithBanner}/`))
  ).body
  expect(registrationBanner).toMatch(address)
  const team = await organise(fixture, 'POST', 'team/', {
    tournament: tournamentWithBanner,
    name: 'Looks',
    image,
  })
  expect(team.image).toMatch(address)
  const { scene } = fixture
  const template = await organise(fixture, 'POST', 'template/', {
    scene,
    name: 'Banner',
    tournament: tournamentWithBanner,
  })
  const next = await openTournament(fixture, { name: 'Next' })
  await organise(fixture, 'PUT', `tournament/${next}/load-template/`, { template: template.id })
  await organise(fixture, 'DELETE', `tournament/${tournamentWithBanner}/`)
  expect((await get(team.image)).statusCode).toBe(404)
  expect((await get(registrationBanner)).statusCode).toBe(200)
  await organise(fixture, 'DELETE', `template/${template.id}/`)
  expect((await get(registrationBanner)).statusCode).toBe(200)
  await organise(fixture, 'PATCH', `tournament/${next}/`, { registrationBanner: null })
  expect((await get(registrationBanner)).statusCode).toBe(404)
  expect(await images()).toBe(before)
})
