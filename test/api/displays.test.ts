import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecret } from '#services/web/index.ts'
import { until } from '../support/desk-client.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'

// The displays of a venue (ux 45 to ux 47): registration, roles, and pins.
let fixture: TwoScenes
let sample: SampleTournament
beforeAll(async () => {
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
})
afterAll(() => fixture?.app.stop())

const url = '/api/tournament/display/'

async function newDisplay(): Promise<{ key: string; wish: Body }> {
  const key = newSecret()
  const { body: wish } = await expectOk(fixture.call('anonymous', 'POST', url, { body: { key } }))
  return { key, wish }
}

function wishOf(key: string) {
  return fixture.call('anonymous', 'GET', `${url}wish/`, { headers: { 'x-display-key': key } })
}

async function newClaimedDisplay(name = ''): Promise<{ key: string; id: number; code: string }> {
  const { key, wish } = await newDisplay()
  const body = { scene: fixture.scene, code: wish.code, name }
  const { id } = (await expectOk(fixture.call('official', 'POST', `${url}claim/`, { body }))).body
  return { key, id, code: wish.code }
}

test('a display gets a code, and no role until an official enters the code', async () => {
  const { key, wish } = await newDisplay()
  expect(wish).toEqual({
    code: expect.stringMatching(/^[A-Z0-9]{5}$/),
    name: '',
    isClaimed: false,
    version: 1,
    role: null,
  })
  const again = await fixture.call('anonymous', 'POST', url, { body: { key } })
  expect([again.status, again.body]).toEqual([201, wish])

  const body = { scene: fixture.scene, code: wish.code.toLowerCase(), name: 'Over the bar' }
  const claim = await fixture.call('official', 'POST', `${url}claim/`, { body })
  expect(claim.body).toMatchObject({ name: 'Over the bar', isHere: true, role: null })
  expect((await wishOf(key)).body).toMatchObject({ name: 'Over the bar', isClaimed: true })
  const twice = await fixture.call('admin', 'POST', `${url}claim/`, { body })
  expect(twice.body.id, 'of two officials both have it').toBe(claim.body.id)
  const elsewhere = { ...body, scene: fixture.otherScene }
  const taken = await fixture.call('otherAdmin', 'POST', `${url}claim/`, { body: elsewhere })
  expect([taken.status, taken.body]).toEqual([400, { code: ['No display shows this code'] }])
})

test('ux 45: a role and a reload from the console reach the display', async () => {
  const { key, id } = await newClaimedDisplay('By the door')
  const role = {
    name: 'cabinet',
    tournament: sample.tournament,
    cabinet: fixture.cabinet,
    stage: null,
  }
  await expectOk(fixture.call('official', 'PATCH', `${url}${id}/`, { body: { role } }))
  await expectOk(fixture.call('official', 'PUT', `${url}${id}/reload/`))
  expect((await wishOf(key)).body).toMatchObject({ role, version: 2, name: 'By the door' })
  await expectOk(fixture.call('official', 'PATCH', `${url}${id}/`, { body: { name: 'Door' } }))
  expect((await wishOf(key)).body).toMatchObject({ role, name: 'Door' })
  await expectOk(fixture.call('official', 'PATCH', `${url}${id}/`, { body: { role: null } }))
  expect((await wishOf(key)).body).toMatchObject({ role: null })
  const listed = await fixture.call('official', 'GET', `${url}?sceneId=${fixture.scene}`)
  expect(listed.body.results.map((one: Body) => one.name)).toContain('Door')
})

test('a rotation of roles is stored; it names things of the scene and no overlay', async () => {
  const { key, id } = await newClaimedDisplay('In turn')
  const { tournament } = sample
  const change = (role: object) =>
    fixture.call('official', 'PATCH', `${url}${id}/`, { body: { role } })
  const other = await newSampleTournament(fixture)
  const next = { name: 'bracket', tournament: other.tournament, cabinet: null, stage: null }
  const first = { name: 'queue-board', tournament, cabinet: null, stage: null, seconds: 60 }
  const role = { ...first, others: [{ ...next, seconds: 10 }] }
  expect((await expectOk(change(role))).body.role).toEqual(role)
  expect((await wishOf(key)).body.role).toEqual(role)

  const overlay = { name: 'overlay', tournament, cabinet: fixture.cabinet }
  for (const others of [[overlay], [{ ...next, tournament: 999_999 }], [{ ...next, seconds: 1 }]]) {
    expect((await change({ ...first, others })).status).toBe(400)
  }
  expect((await change({ ...overlay, others: [next] })).status).toBe(400)
  expect((await wishOf(key)).body.role).toEqual(role)

  // A deleted tournament is left out, and the rest is still shown.
  await expectOk(fixture.call('admin', 'DELETE', `/api/tournament/tournament/${other.tournament}/`))
  const isAlone = async () => (await wishOf(key)).body.role.others === undefined
  await until('only what is there', isAlone)
  expect((await wishOf(key)).body.role).toEqual(first)
})

test('a role names things of the scene, and a cabinet if it needs one', async () => {
  const { id } = await newClaimedDisplay()
  const refusal = async (role: unknown) =>
    (await fixture.call('official', 'PATCH', `${url}${id}/`, { body: { role } })).body
  const { tournament } = sample
  expect(withoutMessages(await refusal({ name: 'overlay', tournament }))).toEqual({
    role: ['Choose a cabinet'],
  })
  expect(withoutMessages(await refusal({ name: 'cabinet', tournament, cabinet: 999_999 }))).toEqual(
    {
      role: ['There is no such cabinet in this scene'],
    },
  )
  expect(await refusal({ name: 'queue-board', tournament: 999_999 })).toEqual({
    role: ['There is no such tournament in this scene'],
  })
  expect(await refusal({ name: 'bracket', tournament, stage: 999_999 })).toEqual({
    role: ['There is no such stage in this tournament'],
  })
  const forbidden = await fixture.call('otherAdmin', 'PATCH', `${url}${id}/`, {
    body: { name: 'X' },
  })
  expect(forbidden.status).toBe(403)
})

test('a removed display gets a 404, and registers with a new code', async () => {
  const { key, id, code } = await newClaimedDisplay()
  const headers = { 'idempotency-key': newSecret() }
  const remove = () => fixture.call('official', 'DELETE', `${url}${id}/`, { headers })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status, 'P2').toBe(204)
  expect((await wishOf(key)).status).toBe(404)
  const { body } = await fixture.call('anonymous', 'POST', url, { body: { key } })
  expect(body).toMatchObject({ isClaimed: false })
  expect(body.code).not.toBe(code)
})

test('a role ends when its tournament is deleted', async () => {
  const { key, id } = await newClaimedDisplay()
  const { tournament } = await newSampleTournament(fixture)
  const role = { name: 'now-playing', tournament }
  await expectOk(fixture.call('official', 'PATCH', `${url}${id}/`, { body: { role } }))
  expect((await wishOf(key)).body.role).toMatchObject({ name: 'now-playing' })
  await expectOk(
    fixture.call('admin', 'DELETE', `/api/tournament/tournament/${tournament}/?force=true`),
  )
  expect((await wishOf(key)).body).toMatchObject({ role: null, isClaimed: true })
})

test('ux 47: pins are kept field by field until they are removed', async () => {
  const { cabinet } = fixture
  const put = (pins: unknown) =>
    fixture.call('official', 'PUT', `/api/tournament/tournament/${sample.tournament}/overlay/`, {
      body: { cabinet, pins },
    })
  const read = async () =>
    (
      await fixture.call(
        'anonymous',
        'GET',
        `/api/tournament/overlay/?tournamentId=${sample.tournament}&cabinetId=${cabinet}`,
      )
    ).body.pins
  expect(await read()).toEqual({})
  await Promise.all([expectOk(put({ blueName: 'Bees' })), expectOk(put({ goldScore: 0 }))])
  expect(await read()).toEqual({ blueName: 'Bees', goldScore: 0 })
  await expectOk(put({ blueName: null, sides: 'gold-left' }))
  expect(await read()).toEqual({ goldScore: 0, sides: 'gold-left' })
  const strange = await fixture.call(
    'official',
    'PUT',
    `/api/tournament/tournament/${sample.tournament}/overlay/`,
    { body: { cabinet: 999_999, pins: {} } },
  )
  expect(withoutMessages(strange.body)).toEqual({
    cabinet: ['There is no such cabinet in this scene'],
  })
})

const overlayUrl = () => `/api/tournament/tournament/${sample.tournament}/overlay/`
const press = (part: string, does: string, body?: object) =>
  fixture.call('official', 'POST', `${overlayUrl()}${fixture.cabinet}/${part}/${does}/`, { body })
const readOverlay = async (headers: Record<string, string> = {}) => {
  const path = `/api/tournament/overlay/?tournamentId=${sample.tournament}&cabinetId=${fixture.cabinet}`
  return (await expectOk(fixture.call('anonymous', 'GET', path, { headers }))).body
}

test('a part of an overlay is switched and pinned by one address, and the other parts stay', async () => {
  const pins = (await readOverlay()).pins
  const on = await expectOk(press('bracket', 'on'))
  expect(on.body.parts.bracket).toEqual({ isOn: true, match: null })
  await Promise.all([expectOk(press('numbers', 'off')), expectOk(press('result', 'on'))])
  const titled = await expectOk(press('lower-third', 'on', { title: 'The hall', line: 'Friday' }))
  expect(titled.body.words).toEqual({ title: 'The hall', line: 'Friday' })
  const held = await expectOk(press('next', 'pin', { match: sample.match }))
  expect(held.body.parts.next).toEqual({ isOn: true, match: sample.match })
  const now = await readOverlay()
  expect(now).toEqual(held.body)
  expect(now.pins).toEqual(pins)
  expect(now.version).toBeGreaterThan(on.body.version)
  expect([now.parts.numbers.isOn, now.parts.result.isOn]).toEqual([false, true])
  // A new title without a second line clears the line.
  expect((await expectOk(press('lower-third', 'on', { title: 'Later' }))).body.words.line).toBe('')
  expect((await expectOk(press('next', 'unpin'))).body.parts.next.match).toBe(null)
  expect((await expectOk(press('score', 'toggle'))).body.parts.score.isOn).toBe(false)
  expect((await expectOk(press('score', 'toggle'))).body.parts.score.isOn).toBe(true)
})

test('P2: a repeated press takes effect once', async () => {
  const headers = { 'idempotency-key': newSecret() }
  const path = `${overlayUrl()}${fixture.cabinet}/ticker/toggle/`
  const send = () => expectOk(fixture.call('official', 'POST', path, { headers }))
  const [first, second] = [await send(), await send()]
  expect(second.body).toEqual(first.body)
  expect((await readOverlay()).parts.ticker.isOn).toBe(false)
})

test('an unknown part, an unknown action or a match of another tournament is refused', async () => {
  for (const [part, does] of [
    ['clock', 'on'],
    ['score', 'blink'],
  ] as const) {
    expect((await press(part, does)).status).toBe(404)
  }
  const refusal = async (part: string, body?: object) => (await press(part, 'pin', body)).body
  expect(await refusal('ticker')).toEqual({ part: ['This part is not about a match'] })
  const match = ['There is no such match in this tournament']
  const elsewhere = await newSampleTournament(fixture)
  expect(await refusal('result', { match: 999_999 })).toEqual({ match })
  expect(await refusal('result', { match: elsewhere.match })).toEqual({ match })
  const strange = await fixture.call('official', 'POST', `${overlayUrl()}999999/score/on/`)
  expect(withoutMessages(strange.body)).toEqual({
    cabinet: ['There is no such cabinet in this scene'],
  })
  // A GET request switches nothing.
  const looked = await fixture.call(
    'official',
    'GET',
    `${overlayUrl()}${fixture.cabinet}/score/off/`,
  )
  expect(looked.status).toBe(404)
})

test('a part is pinned to the match that it shows', async () => {
  const own = await newSampleTournament(fixture)
  const at = `/api/tournament/tournament/${own.tournament}/overlay/${fixture.cabinet}`
  const pin = (part: string) => fixture.call('official', 'POST', `${at}/${part}/pin/`)
  expect((await pin('score')).body).toEqual({ match: ['There is no match to hold this part at'] })
  const start = `/api/tournament/match/${own.match}/start/`
  await expectOk(
    fixture.call('key', 'PUT', start, { body: { cabinet: fixture.cabinet, force: true } }),
  )
  expect((await expectOk(pin('score'))).body.parts.score).toEqual({ isOn: true, match: own.match })
  // A match of another tournament on the cabinet does not count.
  expect((await press('score', 'pin')).body).toEqual({
    match: ['There is no match to hold this part at'],
  })
  await expectOk(
    fixture.call('key', 'PUT', `/api/tournament/match/${own.match}/stop/`, { body: {} }),
  )
})

test('officials see which pages show an overlay, and how old their data is', async () => {
  const page = 'a-page-of-this-test'
  const { version } = await readOverlay({ 'x-overlay-page': `${page} kills 0 never` })
  const pages = async () =>
    (await expectOk(fixture.call('official', 'GET', overlayUrl()))).body.pages
  const line = { cabinet: fixture.cabinet, part: 'kills', version: 0, silentMs: null }
  expect(await pages()).toEqual([
    { ...line, seenAt: expect.any(String), agoMs: expect.any(Number) },
  ])
  // The next report is stored a second later at the earliest.
  await expect
    .poll(async () => {
      await readOverlay({ 'x-overlay-page': `${page} kills ${version} 1200` })
      return pages()
    })
    .toMatchObject([{ ...line, version, silentMs: 1_200 }])
  // Invalid reports are ignored, and the number of pages is limited.
  for (const other of ['short kills 0 1', `${page}2 menu 0 1`, `${page}3 kills x 1`, '']) {
    await readOverlay({ 'x-overlay-page': other })
  }
  expect(await pages()).toHaveLength(1)
  for (let count = 0; count < 70; count++) {
    await readOverlay({ 'x-overlay-page': `one-of-too-many-${count} score 0 1` })
  }
  expect(await pages()).toHaveLength(60)
  // Those of another network are still listed.
  const { tournament } = sample
  const query = `tournamentId=${tournament}&cabinetId=${fixture.cabinet}`
  await fixture.app.web.inject({
    url: `/api/tournament/overlay/?${query}`,
    headers: { 'x-overlay-page': 'page-of-the-streamer all 0 1' },
    remoteAddress: '203.0.113.9',
  })
  expect(await pages()).toHaveLength(61)
  const none = await fixture.call('otherAdmin', 'GET', overlayUrl())
  expect(none.status).toBe(403)
})

test('P15: requests for codes are rate-limited', async () => {
  const refused = async () => {
    const { status } = await fixture.call('anonymous', 'POST', url, { body: { key: newSecret() } })
    return status === 429
  }
  let requests = 0
  while (requests < 200 && !(await refused())) requests++
  expect(requests).toBeLessThan(130)
  const { key } = { key: 'short' }
  const wrong = await fixture.call('anonymous', 'POST', url, { body: { key } })
  expect([wrong.status, wrong.body]).toEqual([400, { key: ['Not a valid display key'] }])
})
