import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ok, startHall } from '../support/two-scenes.ts'
import type { Hall, Who } from '../support/two-scenes.ts'

// R-DI-4: how many officials sign a ruling is asked by the scene, and by a tournament for more.
let hall: Hall
const t = '/api/tournament'
const asks = { protestDeadline: 'none', rulingSigners: 'two' }
const plain = { protestDeadline: 'next_match', rulingSigners: 'one' }

beforeAll(async () => {
  hall = await startHall()
})
afterAll(() => hall?.rig.stop())

const ask = (body: object, who: Who = 'admin') =>
  hall.call(who, 'PATCH', `/api/game/scene/${hall.scene}/`, { body })
const scene = async () =>
  (await ok(hall.call('anonymous', 'GET', `${t}/scene/${hall.scene}/`))).body
const make = (more: object = {}) => {
  const body = { scene: hall.scene, name: 'Cup', date: '2026-03-01', ...more }
  return hall.call('admin', 'POST', `${t}/tournament/`, { body })
}
const made = async (more: object = {}) => (await ok(make(more))).body
const change = (tournament: number, body: object) =>
  hall.call('admin', 'PATCH', `${t}/tournament/${tournament}/`, { body })
const refusal = {
  code: 'SCENE_ASKS_FOR_MORE',
  detail:
    'Rulings of this scene are signed by two officials. A tournament may ask for more, not for less.',
  rulingSigners: 'two',
}

describe('R-DI-4: a scene that asks for two', () => {
  test('is asked by its admins alone, and everyone sees it', async () => {
    expect(await scene()).toMatchObject(plain)
    expect((await ask(asks, 'official')).status).toBe(403)
    expect((await ask(asks, 'otherAdmin')).status).toBe(403)
    const wrong = await ask({ rulingSigners: 'three' })
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['rulingSigners']])
    expect((await ok(ask({ rulingSigners: 'two' }))).body).toMatchObject({
      protestDeadline: 'next_match',
      rulingSigners: 'two',
    })
    expect((await ok(ask(asks))).body).toMatchObject(asks)
    expect(await scene()).toMatchObject(asks)
    await ok(ask(plain))
  })

  test('is what its new tournaments begin with, and those there are keep what they have', async () => {
    const before = await made()
    expect(before).toMatchObject(plain)
    await ok(ask(asks))
    expect(await made()).toMatchObject(asks)
    expect((await ok(change(before.id, { name: 'Old Cup', ...plain }))).body).toMatchObject({
      name: 'Old Cup',
      ...plain,
    })
    await ok(ask(plain))
  })

  test('is not asked for less by a tournament, whether new or changed', async () => {
    const named = await made({ rulingSigners: 'two', protestDeadline: 'none' })
    expect(named).toMatchObject(asks)
    await ok(ask({ rulingSigners: 'two' }))
    for (const rulingSigners of ['one', 'two_for_places']) {
      const refused = [await make({ rulingSigners }), await change(named.id, { rulingSigners })]
      for (const { status, body } of refused) expect([status, body]).toEqual([409, refusal])
    }
    // Until when one protests is each tournament's own.
    expect((await ok(change(named.id, { protestDeadline: 'next_match' }))).body).toMatchObject({
      protestDeadline: 'next_match',
      rulingSigners: 'two',
    })
    await ok(ask({ rulingSigners: 'two_for_places' }))
    expect((await ok(change(named.id, { rulingSigners: 'two_for_places' }))).status).toBe(200)
    expect(await made({ rulingSigners: 'two' })).toMatchObject({ rulingSigners: 'two' })
    await ok(ask(plain))
  })

  test('asks a tournament that loads a template of before, too', async () => {
    const model = await made({ protestDeadline: 'none' })
    const body = { scene: hall.scene, name: 'League', tournament: model.id }
    const template = (await ok(hall.call('admin', 'POST', `${t}/template/`, { body }))).body
    expect(template.data).toMatchObject({ protestDeadline: 'none', rulingSigners: 'one' })
    const load = async () => {
      const { id } = await made({ rulingSigners: 'two' })
      const url = `${t}/tournament/${id}/load-template/`
      return (await ok(hall.call('admin', 'PUT', url, { body: { template: template.id } }))).body
    }
    expect(await load()).toMatchObject({ protestDeadline: 'none', rulingSigners: 'one' })
    await ok(ask({ rulingSigners: 'two' }))
    expect(await load()).toMatchObject({ protestDeadline: 'none', rulingSigners: 'two' })
    await ok(ask(plain))
  })
})

describe('the look of a scene', () => {
  const look = { accentColor: '#8B1A1A', secondColor: '#ffb59e', description: 'At the pub' }
  const drawn = async (background: string) => {
    const picture = sharp({ create: { width: 40, height: 20, channels: 4, background } })
    return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
  }

  test('is chosen by its admins, and everything of the scene has it', async () => {
    for (const who of ['official', 'otherAdmin', 'player'] as const) {
      expect((await ask(look, who)).status).toBe(403)
    }
    const { body } = await ok(ask({ ...look, logo: await drawn('#10c040') }))
    expect(body).toMatchObject({ ...look, accentColor: '#8b1a1a' })
    expect(body.logo).toMatch(/^\/api\/image\/[\w-]{43}$/)
    expect(await scene()).toMatchObject({ logo: body.logo, secondColor: '#ffb59e' })
    expect((await make()).body.scene).toMatchObject({ logo: body.logo, accentColor: '#8b1a1a' })
    expect((await ok(ask({ accentColor: null }))).body).toMatchObject({ accentColor: null })
  })

  test('a colour that would be taken for a team is refused with the reason', async () => {
    const before = await scene()
    for (const [accentColor, reason] of [
      ['#2563eb', 'Too near the blue of the blue team'],
      ['#ffcc00', 'Too near the gold of the gold team'],
      ['red', 'A colour like #ffcc00'],
    ]) {
      const { status, body } = await ask({ accentColor })
      expect([status, body]).toEqual([400, { accentColor: [reason] }])
      expect((await ask({ secondColor: accentColor })).body).toEqual({ secondColor: [reason] })
    }
    expect(await scene()).toEqual(before)
  })

  test('a logo goes with its scene’s next one', async () => {
    const served = async (url: string) => (await hall.call('anonymous', 'GET', url)).status
    const first = (await ok(ask({ logo: await drawn('#111111') }))).body.logo
    expect(await served(first)).toBe(200)
    expect((await ok(ask({ logo: first, description: 'Same' }))).body.logo).toBe(first)
    const next = (await ok(ask({ logo: await drawn('#eeeeee') }))).body.logo
    expect([await served(first), await served(next)]).toEqual([404, 200])
    expect((await ok(ask({ logo: null }))).body.logo).toBe(null)
    expect(await served(next)).toBe(404)
    expect((await ask({ logo: 'data:image/svg+xml;base64,PHN2Zy8+' })).status).toBe(400)
  })
})
