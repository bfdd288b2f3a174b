import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok, startHall } from '../support/two-scenes.ts'
import type { Hall } from '../support/two-scenes.ts'
import { dump, openTournament, organise, photo, somebody } from './open-registration.ts'

let hall: Hall
let tournament: number
const t = '/api/tournament'

beforeAll(async () => {
  hall = await startHall()
  tournament = await openTournament(hall)
})
afterAll(() => hall?.rig.stop())

const address = /^\/api\/image\/[\w-]{43}$/
const get = (url: string) => hall.rig.web.inject({ method: 'GET', url })
const images = async () => {
  const { rows } = await hall.rig.store.pool.query<{ n: number }>(
    'select count(*) as n from kept.image',
  )
  return rows[0]!.n
}

test('P19: a photo is kept without where it was taken, and served as a picture and nothing else', async () => {
  const dee = await somebody(hall)
  const { body } = await ok(dee.mine('POST', tournament, { name: 'Dee', image: await photo() }))
  expect(body.image).toMatch(address)
  const served = await get(body.image)
  expect(served.statusCode).toBe(200)
  expect(served.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  })
  // Who has the picture cannot work out where it is, nor whether it is there.
  for (const form of ['hex', 'base64url'] as const) {
    const hash = createHash('sha256').update(served.rawPayload).digest(form)
    expect(body.image).not.toContain(hash)
    expect((await get(`/api/image/${hash}`)).statusCode).toBe(404)
  }
  const { width, height, exif } = await sharp(served.rawPayload).metadata()
  expect([width, height, exif]).toEqual([1024, 512, undefined])
  expect(served.rawPayload.includes('CANARY')).toBe(false)
  expect(await dump(hall)).not.toContain('CANARY')
  // Sent back as it was read, it stays.
  const same = { image: body.image, tidbit: 'Still here' }
  expect((await ok(dee.mine('PATCH', tournament, same))).body.image).toBe(body.image)
})

test.each([
  ['SVG', 'data:image/svg+xml;base64,PHN2Zy8+', 'Must be a valid data URI'],
  ['a page', 'data:text/html;base64,PHN2Zy8+', 'Must be a valid data URI'],
  ['no picture', 'data:image/png;base64,AAAA', 'Must be a valid data URI'],
  ['no address', 'ftp://example.org/x.png', 'Must be a valid URL'],
  ['another’s picture', `/api/image/${'x'.repeat(43)}`, 'Must be a valid URL'],
])('%s is refused, of player, team and banner alike', async (_, image, text) => {
  const dee = await somebody(hall)
  const mine = await dee.mine('POST', tournament, { name: 'Dee', image })
  expect([mine.status, mine.body]).toEqual([400, { image: [text] }])
  const post = (path: string, body: object) => hall.call('admin', 'POST', `${t}/${path}`, { body })
  for (const noun of ['player/', 'team/']) {
    const { status, body } = await post(noun, { tournament, name: 'X', image })
    expect([noun, status, body]).toEqual([noun, 400, { image: [text] }])
  }
  const { scene } = hall
  const banner = { scene, name: 'X', date: '2026-03-01', registrationBanner: image }
  expect((await post('tournament/', banner)).body).toEqual({ registrationBanner: [text] })
})

test('P20: two have the same photo; it goes with each of them, at an address of their own', async () => {
  const image = await photo('#aa7700')
  const [dee, eve] = [await somebody(hall), await somebody(hall)]
  const before = await images()
  const one = (await ok(dee.mine('POST', tournament, { name: 'Dee', image }))).body.image
  const other = (await ok(eve.mine('POST', tournament, { name: 'Eve', image }))).body.image
  expect(one).not.toBe(other)
  expect(await images()).toBe(before + 2)
  await ok(dee.mine('DELETE', tournament))
  expect((await get(one)).statusCode).toBe(404)
  expect((await get(other)).statusCode).toBe(200)
  // Another photo takes the place of the one before.
  const next = await ok(eve.mine('PATCH', tournament, { image: await photo('#00aa77') }))
  expect((await get(other)).statusCode).toBe(404)
  expect((await get(next.body.image)).statusCode).toBe(200)
  await ok(eve.mine('PATCH', tournament, { image: null }))
  expect(await images()).toBe(before)
})

test('a team’s picture and a tournament’s banner are kept too; the banner as long as a template has it', async () => {
  const before = await images()
  const image = await photo('#117711')
  const own = await openTournament(hall, { registrationBanner: image })
  const { registrationBanner } = (
    await ok(hall.call('anonymous', 'GET', `${t}/tournament/${own}/`))
  ).body
  expect(registrationBanner).toMatch(address)
  const team = await organise(hall, 'POST', 'team/', { tournament: own, name: 'Looks', image })
  expect(team.image).toMatch(address)
  const { scene } = hall
  const template = await organise(hall, 'POST', 'template/', {
    scene,
    name: 'Banner',
    tournament: own,
  })
  const next = await openTournament(hall, { name: 'Next' })
  await organise(hall, 'PUT', `tournament/${next}/load-template/`, { template: template.id })
  await organise(hall, 'DELETE', `tournament/${own}/`)
  expect((await get(team.image)).statusCode).toBe(404)
  expect((await get(registrationBanner)).statusCode).toBe(200)
  await organise(hall, 'DELETE', `template/${template.id}/`)
  expect((await get(registrationBanner)).statusCode).toBe(200)
  await organise(hall, 'PATCH', `tournament/${next}/`, { registrationBanner: null })
  expect((await get(registrationBanner)).statusCode).toBe(404)
  expect(await images()).toBe(before)
})
