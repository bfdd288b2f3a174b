// Who plays on which stick: readers of cards at cabinets, as existing ones speak.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verify } from '../../services/projector/index.ts'
import { connect } from '../clients/socket.ts'
import type { Client, Json } from '../clients/socket.ts'
import { until } from '../support/desk-client.ts'
import { newGame, ok, person, startHall } from '../support/two-scenes.ts'
import type { Body, Hall } from '../support/two-scenes.ts'
import * as golden from './golden.ts'
import { expectGolden } from './golden.ts'

let hall: Hall
let lamp: Client
let device: { id: number; token: string }
const cards = { ada: '04a1b2c3d4e5f6', eve: 'DEADBEEF' }
const names = { ada: 'Ada', eve: 'CANARY-HIDDEN-PERSON' }
const people: Record<'ada' | 'eve', { id: number; headers: Record<string, string> }> = {} as never

beforeAll(async () => {
  hall = await startHall({ hivePort: 0 })
  lamp = connect(`${hall.rig.hiveUrl}/ws/signin/`, () => {})
  await lamp.ready
  device = await newDevice('Reader')
  for (const who of ['ada', 'eve'] as const) {
    const headers = await person(hall.rig, { name: names[who] })
    const [{ id }] = (await query('select max(id) as id from kept.person')) as [{ id: number }]
    people[who] = { id, headers }
  }
})
afterAll(async () => {
  lamp?.close()
  await hall?.rig.stop()
})

const query = async (text: string): Promise<Body[]> => (await hall.rig.store.pool.query(text)).rows
const newDevice = async (name: string) =>
  (
    await ok(
      hall.call('admin', 'POST', `/api/game/cabinet/${hall.cabinet}/device/`, { body: { name } }),
    )
  ).body as { id: number; token: string }

async function tap(what: Json): Promise<{ status: number; body: Json }> {
  const answer = await fetch(`${hall.rig.hiveUrl}/api/stats/signin/nfc/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      scene_name: 'here',
      cabinet_name: 'north',
      device_id: null,
      token: device.token,
      ...what,
    }),
  })
  return { status: answer.status, body: (await answer.json()) as Json }
}
const done = { status: 200, body: { success: true } }
const notDone = { status: 200, body: { success: false } }
const read = async (path: string): Promise<Body> =>
  (await fetch(`${hall.rig.hiveUrl}${path}`)).json() as Promise<Body>
const signedIn = async () => (await read(`/api/game/cabinet/${hall.cabinet}/signin/`)).signed_in
const heard = (n: number) => until('the lamp', () => Promise.resolve(lamp.heard.length >= n))

async function owns(who: 'ada' | 'eve'): Promise<void> {
  const before = lamp.heard.length
  const { id, headers } = people[who]
  const body = { cabinet: hall.cabinet, reader: 'blue' }
  await ok(hall.call('anonymous', 'POST', '/api/stats/signin/register/', { body, headers }))
  await heard(before + 1)
  const wish = lamp.heard.at(-1)!
  expectGolden(golden.register, wish)
  expect(wish).toMatchObject({ user: id, reader_id: 'blue', device_ids: [`${device.id}`] })
  // A device sends back what it heard.
  const { type: _, scene_name: __, cabinet_name: ___, ...echo } = wish
  expect(await tap({ ...echo, action: 'nfc_register_tapped', card: cards[who] })).toMatchObject(
    done,
  )
}

test('a card is registered within the minute, and signs in and out at the positions of a cabinet', async () => {
  await owns('ada')
  const { id } = people.ada
  const before = lamp.heard.length
  const inAt = { action: 'sign_in', card: cards.ada.toUpperCase() }
  expect(await tap({ ...inAt, player: '4' })).toMatchObject(done)
  await heard(before + 1)
  expectGolden(golden.signIn, lamp.heard.at(-1))
  expect(lamp.heard.at(-1)).toMatchObject({
    action: 'sign_in',
    player_id: 4,
    position_name: 'Blue Stripes',
    user_id: id,
    user_name: 'Ada',
    cabinet_id: hall.cabinet,
    device_ids: [`${device.id}`],
  })
  expectGolden(golden.signedIn, await read(`/api/game/client-device/${device.id}/signin/`))
  expect(await signedIn()).toMatchObject([{ user_id: id, player_id: 4 }])
  // Another stick, by number: the first one is left.
  expect(await tap({ ...inAt, player: 6 })).toMatchObject(done)
  await heard(before + 3)
  const acts = lamp.heard.slice(before).map((one) => [one['action'], one['player_id']])
  expect(acts).toEqual([
    ['sign_in', 4],
    ['sign_out', 4],
    ['sign_in', 6],
  ])

  const game = await newGame(hall, { cabinet: hall.cabinet })
  const { users } = await read(`/api/game/game/${game}/`)
  expectGolden(golden.user, users)
  expect(users).toMatchObject([{ player_id: 6, user: id, game }])
  const stats = await read(`/api/game/game/${game}/stats/`)
  expect(stats.signed_in).toEqual({ 6: { id, name: 'Ada' } })

  expect(await tap({ action: 'sign_out', card: null, player: 6 })).toMatchObject(done)
  await until('the way out', async () => (await signedIn()).length === 0)
  const next = await newGame(hall, { cabinet: hall.cabinet })
  expect((await read(`/api/game/game/${next}/`)).users).toEqual([])
})

test('P19: who does not want to be displayed is at no cabinet for others', async () => {
  await owns('eve')
  const { headers } = people.eve
  const body = { name: names.eve, doNotDisplay: true }
  await ok(hall.call('anonymous', 'PATCH', '/api/user/me/', { body, headers }))
  const plain = connect(`${hall.rig.wsUrl}/ws/signin`, () => {})
  await plain.ready
  const before = lamp.heard.length
  expect(await tap({ action: 'sign_in', card: cards.eve, player: 2 })).toMatchObject(done)
  const rows = () => query(`select person from view.sign_in where position = 2`)
  await until('the way in', async () => (await rows()).length === 1)
  // The next one is heard after this one would have been.
  expect(await tap({ action: 'sign_in', card: cards.ada, player: 8 })).toMatchObject(done)
  await heard(before + 1)
  await until('the other dialect', () => Promise.resolve(plain.heard.length > 0))
  expect(plain.heard).toMatchObject([{ playerId: 8, userName: 'Ada', sceneName: 'here' }])
  plain.close()
  const game = await newGame(hall, { cabinet: hall.cabinet })
  const said = JSON.stringify([
    lamp.heard.slice(before),
    await signedIn(),
    await read(`/api/game/game/${game}/`),
    await read(`/api/game/game/${game}/stats/`),
    (await ok(hall.call('anonymous', 'GET', `/api/game/game/${game}/stats/`))).body,
  ])
  expect(said).not.toContain('CANARY')
  expect(said).not.toContain(`"user":${people.eve.id}`)
  expect(said).toContain(`"user":${people.ada.id}`)
})

test('a device is of one cabinet: elsewhere, unknown and withdrawn ones sign nobody in', async () => {
  const south = { scene: hall.otherScene, name: 'south', displayName: 'South' }
  await ok(hall.call('key', 'POST', '/api/game/cabinet/', { body: south }))
  const inAt = { action: 'sign_in', card: cards.ada, player: 10 }
  expect(await tap({ ...inAt, scene_name: 'there', cabinet_name: 'south' })).toMatchObject(notDone)
  expect(await tap({ ...inAt, device_id: '999' })).toMatchObject(notDone)
  expect(await tap({ ...inAt, card: '00000000' })).toMatchObject(notDone)
  expect(await tap({ ...inAt, token: hall.rig.adminKey })).toMatchObject(notDone)
  const lost = await newDevice('Lost')
  const withLost = { ...inAt, token: lost.token, scene_name: null, cabinet_name: null }
  expect(await tap({ ...withLost, device_id: `${lost.id}` })).toMatchObject(done)
  const url = `/api/game/cabinet/${hall.cabinet}/device/`
  const { body: list } = await ok(hall.call('admin', 'GET', url))
  expect(list.results.map((each: Body) => each.name)).toEqual(['Reader', 'Lost'])
  expect(JSON.stringify(list)).not.toContain(lost.token)
  await ok(hall.call('admin', 'DELETE', `${url}${lost.id}/`))
  expect(await tap(withLost)).toMatchObject(notDone)
})

test('P20 P6: a person who is erased was in no game, and the rows are those of the log', async () => {
  await ok(hall.call('owner', 'DELETE', `/api/user/${people.ada.id}/`, { body: {} }))
  const { results } = await read(`/api/game/game/recent/?cabinet_id=${hall.cabinet}`)
  expect(results.flatMap((game: Body) => game.users)).toEqual([])
  expect(await signedIn()).toEqual([])
  expect(await tap({ action: 'sign_in', card: cards.ada, player: 3 })).toMatchObject(notDone)
  expect(await query('select 1 from kept.card')).toHaveLength(1)
  expect((await verify(hall.rig.log, hall.rig.store)).problems).toEqual([])
})

test('P15: wrong tokens are throttled, and a device that waits goes on', async () => {
  const guess = () => tap({ action: 'sign_out', player: 1, token: 'guessed' })
  const answers = await Promise.all(Array.from({ length: 40 }, guess))
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  expect((await tap({ action: 'sign_out', player: 1 })).status).toBe(200)
})
