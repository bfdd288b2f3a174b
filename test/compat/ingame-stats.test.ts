// The statistics of running games, for programs that begin without a subscription.
import { once } from 'node:events'
import type { WebSocket } from 'ws'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect } from '../clients/socket.ts'
import type { Client } from '../clients/socket.ts'
import { until } from '../support/desk-client.ts'
import { expectOk, newGame, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
const clients: Client[] = []

beforeAll(async () => {
  fixture = await startTwoScenes({ compatPort: 0 })
})
afterAll(async () => {
  for (const client of clients) client.close()
  await fixture?.app.stop()
})

async function listen() {
  let opened: WebSocket | undefined
  const client = connect(
    `${fixture.app.compatUrl}/ws/ingame_stats`,
    () => {},
    (socket) => {
      opened = socket
    },
  )
  clients.push(client)
  await client.ready
  /** Returns when the server has read the subscription: it answers a ping in order. */
  const subscribe = async (cabinet: number) => {
    opened!.send(JSON.stringify({ type: 'subscribe', cabinet_id: cabinet }))
    opened!.ping()
    await once(opened!, 'pong')
  }
  const cabinets = () => new Set(client.messages.map((message) => message['cabinet_id'] as number))
  return { ...client, subscribe, cabinets }
}

test('a client that has got all cabinets gets only one after it has subscribed to that', async () => {
  const north = fixture.cabinet
  const about = { scene: fixture.scene, name: 'south', displayName: 'South' }
  const created = await expectOk(fixture.call('key', 'POST', '/api/game/cabinet/', { body: about }))
  const south: number = created.body.id
  const [client, silent] = await Promise.all([listen(), listen()])
  const playOn = (cabinet: number) => newGame(fixture, { cabinet, until: 'middle' })
  await until('all cabinets, without a subscription', async () => {
    await Promise.all([playOn(north), playOn(south)])
    return [client, silent].every(({ cabinets }) => cabinets().size === 2)
  })

  await client.subscribe(north)
  for (const { messages } of [client, silent]) messages.length = 0
  await playOn(south)
  await until('the other game, elsewhere', async () => silent.cabinets().has(south))
  await playOn(north)
  await until('the next game', async () => client.cabinets().has(north))
  expect(client.cabinets()).toEqual(new Set([north]))
  await until('the next game, elsewhere', async () => silent.cabinets().has(north))
  const copies = (of: Client) => of.messages.filter(({ cabinet_id: id }) => id === north)
  expect(copies(client)[0]).toEqual(copies(silent)[0])
  expect([client.errors, silent.errors]).toEqual([[], []])
})
