import { withoutMessages } from '../support/without-messages.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes, Caller } from '../support/two-scenes.ts'

// R-DI-4: a scene sets how many officials sign a ruling; a tournament may require more.
let fixture: TwoScenes
const t = '/api/tournament'
const requiresTwo = { protestDeadline: 'none', rulingSigners: 'two' }
const defaults = { protestDeadline: 'next_match', rulingSigners: 'one' }

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const changeScene = (body: object, who: Caller = 'admin') =>
  fixture.call(who, 'PATCH', `/api/game/scene/${fixture.scene}/`, { body })
const scene = async () =>
  (await expectOk(fixture.call('anonymous', 'GET', `${t}/scene/${fixture.scene}/`))).body
const postTournament = (more: object = {}) => {
  const body = { scene: fixture.scene, name: 'Cup', date: '2026-03-01', ...more }
  return fixture.call('admin', 'POST', `${t}/tournament/`, { body })
}
const newTournament = async (more: object = {}) => (await expectOk(postTournament(more))).body
const change = (tournament: number, body: object) =>
  fixture.call('admin', 'PATCH', `${t}/tournament/${tournament}/`, { body })
const refusal = {
  code: 'SCENE_ASKS_FOR_MORE',
  detail:
    'Rulings of this scene are signed by two officials. A tournament may ask for more officials, not for fewer.',
  rulingSigners: 'two',
}

describe('R-DI-4: a scene that requires two signatures', () => {
  test('is configured only by its admins, and everyone sees it', async () => {
    expect(await scene()).toMatchObject(defaults)
    expect((await changeScene(requiresTwo, 'official')).status).toBe(403)
    expect((await changeScene(requiresTwo, 'otherAdmin')).status).toBe(403)
    const wrong = await changeScene({ rulingSigners: 'three' })
    expect([wrong.status, Object.keys(wrong.body)]).toEqual([400, ['rulingSigners']])
    expect((await expectOk(changeScene({ rulingSigners: 'two' }))).body).toMatchObject({
      protestDeadline: 'next_match',
      rulingSigners: 'two',
    })
    expect((await expectOk(changeScene(requiresTwo))).body).toMatchObject(requiresTwo)
    expect(await scene()).toMatchObject(requiresTwo)
    await expectOk(changeScene(defaults))
  })

  test('gives this default to new tournaments; existing ones keep their setting', async () => {
    const before = await newTournament()
    expect(before).toMatchObject(defaults)
    await expectOk(changeScene(requiresTwo))
    expect(await newTournament()).toMatchObject(requiresTwo)
    expect(
      (await expectOk(change(before.id, { name: 'Old Cup', ...defaults }))).body,
    ).toMatchObject({
      name: 'Old Cup',
      ...defaults,
    })
    await expectOk(changeScene(defaults))
  })

  test('does not allow fewer in a new or changed tournament', async () => {
    const named = await newTournament({ rulingSigners: 'two', protestDeadline: 'none' })
    expect(named).toMatchObject(requiresTwo)
    await expectOk(changeScene({ rulingSigners: 'two' }))
    for (const rulingSigners of ['one', 'two_for_places']) {
      const refused = [
        await postTournament({ rulingSigners }),
        await change(named.id, { rulingSigners }),
      ]
      for (const { status, body } of refused)
        expect(withoutMessages([status, body])).toEqual([409, refusal])
    }
    // The protest deadline is set by each tournament.
    expect(
      (await expectOk(change(named.id, { protestDeadline: 'next_match' }))).body,
    ).toMatchObject({
      protestDeadline: 'next_match',
      rulingSigners: 'two',
    })
    await expectOk(changeScene({ rulingSigners: 'two_for_places' }))
    expect((await expectOk(change(named.id, { rulingSigners: 'two_for_places' }))).status).toBe(200)
    expect(await newTournament({ rulingSigners: 'two' })).toMatchObject({ rulingSigners: 'two' })
    await expectOk(changeScene(defaults))
  })

  test('applies to a tournament that loads an older template', async () => {
    const model = await newTournament({ protestDeadline: 'none' })
    const body = { scene: fixture.scene, name: 'League', tournament: model.id }
    const template = (await expectOk(fixture.call('admin', 'POST', `${t}/template/`, { body })))
      .body
    expect(template.data).toMatchObject({ protestDeadline: 'none', rulingSigners: 'one' })
    const load = async () => {
      const { id } = await newTournament({ rulingSigners: 'two' })
      const url = `${t}/tournament/${id}/load-template/`
      return (
        await expectOk(fixture.call('admin', 'PUT', url, { body: { template: template.id } }))
      ).body
    }
    expect(await load()).toMatchObject({ protestDeadline: 'none', rulingSigners: 'one' })
    await expectOk(changeScene({ rulingSigners: 'two' }))
    expect(await load()).toMatchObject({ protestDeadline: 'none', rulingSigners: 'two' })
    await expectOk(changeScene(defaults))
  })
})

describe('the look of a scene', () => {
  const look = { accentColor: '#8B1A1A', secondColor: '#ffb59e', description: 'At the pub' }
  const pngOf = async (background: string) => {
    const picture = sharp({ create: { width: 40, height: 20, channels: 4, background } })
    return `data:image/png;base64,${(await picture.png().toBuffer()).toString('base64')}`
  }

  test('is set by its admins, and used by everything of the scene', async () => {
    for (const who of ['official', 'otherAdmin', 'player'] as const) {
      expect((await changeScene(look, who)).status).toBe(403)
    }
    const { body } = await expectOk(changeScene({ ...look, logo: await pngOf('#10c040') }))
    expect(body).toMatchObject({ ...look, accentColor: '#8b1a1a' })
    expect(body.logo).toMatch(/^\/api\/image\/[\w-]{43}$/)
    expect(await scene()).toMatchObject({ logo: body.logo, secondColor: '#ffb59e' })
    expect((await postTournament()).body.scene).toMatchObject({
      logo: body.logo,
      accentColor: '#8b1a1a',
    })
    expect((await expectOk(changeScene({ accentColor: null }))).body).toMatchObject({
      accentColor: null,
    })
  })

  test('cannot use a colour close to a team’s; the refusal gives the reason', async () => {
    const before = await scene()
    for (const [accentColor, reason] of [
      ['#2563eb', 'Too close to the blue of the blue team'],
      ['#ffcc00', 'Too close to the gold of the gold team'],
      ['red', 'Enter a colour such as #ffcc00'],
    ]) {
      const { status, body } = await changeScene({ accentColor })
      expect([status, body]).toEqual([400, { accentColor: [reason] }])
      expect((await changeScene({ secondColor: accentColor })).body).toEqual({
        secondColor: [reason],
      })
    }
    expect(await scene()).toEqual(before)
  })

  test('deletes a logo when it is replaced or removed', async () => {
    const served = async (url: string) => (await fixture.call('anonymous', 'GET', url)).status
    const first = (await expectOk(changeScene({ logo: await pngOf('#111111') }))).body.logo
    expect(await served(first)).toBe(200)
    expect((await expectOk(changeScene({ logo: first, description: 'Same' }))).body.logo).toBe(
      first,
    )
    const next = (await expectOk(changeScene({ logo: await pngOf('#eeeeee') }))).body.logo
    expect([await served(first), await served(next)]).toEqual([404, 200])
    expect((await expectOk(changeScene({ logo: null }))).body.logo).toBe(null)
    expect(await served(next)).toBe(404)
    expect((await changeScene({ logo: 'data:image/svg+xml;base64,PHN2Zy8+' })).status).toBe(400)
  })
})
