// The AsyncAPI document against what the sockets really say.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { until } from '../support/desk-client.ts'
import { newEvent, newGame, ok, startHall } from '../support/two-scenes.ts'
import type { Body, Hall } from '../support/two-scenes.ts'

let hall: Hall
let document: Body
const open: WebSocket[] = []
beforeAll(async () => {
  hall = await startHall({ compatPort: 0 })
  document = (await ok(hall.call('anonymous', 'GET', '/api/docs/async/'))).body
})
afterAll(async () => {
  for (const socket of open) socket.terminate()
  await hall?.rig.stop()
})

const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}')

type Dialect = 'native' | 'compat'

function channelAt(dialect: Dialect, url: string): Body {
  const server = `#/servers/${dialect}`
  return Object.values<Body>(document.channels).find(
    ({ address, servers }) => address === pathOf(url) && servers[0].$ref === server,
  )
}

/** Which message of the document it is, where it is one and nothing more. */
function nameOf(dialect: Dialect, url: string, message: unknown): string | null {
  const { messages } = channelAt(dialect, url)
  const found = Object.values<Body>(messages).find(
    ({ payload }) => z.fromJSONSchema(payload).safeParse(message).success,
  )
  return found?.name ?? null
}

test('it has every socket of the server, and no other', async () => {
  const there = hall.rig.web.matrix().flatMap(({ url, socket }) => (socket ? [url] : []))
  for (const url of there) expect([url, channelAt('native', url)]).toEqual([url, expect.anything()])
  const described = Object.values<Body>(document.channels).filter(({ address }) => address)
  const on = (dialect: Dialect) =>
    described
      .filter(({ servers }) => servers[0].$ref.endsWith(dialect))
      .map(({ address }) => address)
  expect(new Set(on('native'))).toEqual(new Set(there.map(pathOf)))
  for (const address of on('compat')) {
    const path = address.replace('{scene}/{cabinet}', 'here/north').replace('{id}', '1')
    const socket = new WebSocket(`${hall.rig.compatUrl!.replace('http', 'ws')}${path}`)
    open.push(socket)
    await once(socket, 'open')
  }
  expect(on('compat')).toHaveLength(6)
  expect(document.asyncapi).toBe('3.0.0')
  for (const { channel, messages } of Object.values<Body>(document.operations)) {
    for (const { $ref } of [channel, ...messages]) {
      const found = $ref
        .slice(2)
        .split('/')
        .reduce((part: Body, key: string) => part[key], document)
      expect([$ref, found]).toEqual([$ref, expect.anything()])
    }
  }
})

test('whatever the sockets say of an evening is described, word for word', async () => {
  const { tournament, match } = await newEvent(hall)
  const heard: { dialect: Dialect; url: string; got: unknown[] }[] = []
  const ask = async (dialect: Dialect, url: string, ...questions: object[]) => {
    const base = dialect === 'native' ? hall.rig.url : hall.rig.compatUrl!
    const path = url.replace(':scene/:cabinet', 'here/north').replace(':id', `${tournament}`)
    const socket = new WebSocket(`${base.replace('http', 'ws')}${path}`)
    open.push(socket)
    const got: unknown[] = []
    heard.push({ dialect, url, got })
    socket.on('message', (data: Buffer) => got.push(JSON.parse(data.toString())))
    await once(socket, 'open')
    for (const question of questions) socket.send(JSON.stringify(question))
    const names = () => new Set(got.map((message) => nameOf(dialect, url, message)))
    return (name: string) => until(`${dialect} ${name}`, () => names().has(name))
  }
  const time = { type: 'time', sent: 1 }
  const relayUrl = '/ws/tournament-relay/:id'
  const relay = await ask('native', relayUrl, { type: 'subscribe', have: 0 }, time, { type: 'no' })
  const gamestate = await ask('native', '/ws/gamestate')
  const cabinetId = { type: 'subscribe', cabinetId: hall.cabinet }
  const ingame = await ask('native', '/ws/ingame_stats', cabinetId)
  const events = await ask('native', '/ws/event-relay/:scene/:cabinet')
  const compat = {
    relay: await ask('compat', relayUrl),
    gamestate: await ask('compat', '/ws/gamestate'),
    ingame: await ask('compat', '/ws/ingame_stats', cabinetId),
    events: await ask('compat', '/ws/event-relay/:scene/:cabinet'),
  }
  await relay('snapshot')

  const at = `/api/tournament/match/${match}`
  const body = { cabinet: hall.cabinet, force: true }
  await ok(hall.call('key', 'PUT', `${at}/start/`, { body }))
  await gamestate('match')
  await newGame(hall, { cabinet: hall.cabinet })
  await gamestate('gameend')
  await ok(hall.call('key', 'PATCH', `${at}/`, { body: { blueScore: 3, goldScore: 0 } }))
  await ok(hall.call('key', 'PUT', `${at}/complete/`, { body: {} }))
  for (const name of ['gamestart', 'playernames', 'matchend']) await gamestate(name)
  await newGame(hall, { cabinet: hall.cabinet, until: 'middle' })
  await ingame('stats')
  const overlay = `/api/tournament/tournament/${tournament}/overlay/${hall.cabinet}/score/on/`
  await ok(hall.call('key', 'POST', overlay))
  const said = ['change', 'here', 'live', 'inUse', 'overlay', 'time', 'error']
  for (const name of said) await relay(name)
  await events('event')
  for (const name of ['match', 'matchend', 'gameend', 'playernames']) await compat.gamestate(name)
  await compat.relay('whole')
  await compat.ingame('stats')
  await compat.events('event')
  for (const { dialect, url, got } of heard) {
    const unknown = got.filter((message) => nameOf(dialect, url, message) === null)
    expect([dialect, url, unknown.slice(0, 1)]).toEqual([dialect, url, []])
  }
})
