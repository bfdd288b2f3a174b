// Compares the AsyncAPI document with the messages that the sockets really send.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { until } from '../support/desk-client.ts'
import { newSampleTournament, newGame, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let document: Body
const open: WebSocket[] = []
beforeAll(async () => {
  fixture = await startTwoScenes({ compatPort: 0 })
  document = (await expectOk(fixture.call('anonymous', 'GET', '/api/docs/async/'))).body
})
afterAll(async () => {
  for (const socket of open) socket.terminate()
  await fixture?.app.stop()
})

test('integers have only bounds that are known', () => {
  expect(JSON.stringify(document)).not.toContain(`${Number.MAX_SAFE_INTEGER}`)
})

const pathOf = (url: string) => url.replace(/:(\w+)/g, '{$1}')

type Dialect = 'native' | 'compat'

function channelAt(dialect: Dialect, url: string): Body {
  const server = `#/servers/${dialect}`
  return Object.values<Body>(document.channels).find(
    ({ address, servers }) => address === pathOf(url) && servers[0].$ref === server,
  )
}

/** The name of the documented message that this one matches exactly, or null. */
function nameOf(dialect: Dialect, url: string, message: unknown): string | null {
  const { messages } = channelAt(dialect, url)
  const found = Object.values<Body>(messages).find(
    ({ payload }) => z.fromJSONSchema(payload).safeParse(message).success,
  )
  return found?.name ?? null
}

test('a channel names its server, whose host can be replaced, and the requests it takes', async () => {
  const { host } = new URL(fixture.app.url)
  const read = await fetch(`${fixture.app.url}/api/docs/async/`)
  const { native, compat, receiver } = ((await read.json()) as Body).servers
  expect(native.variables.host.default).toBe(host)
  for (const server of [native, compat, receiver]) expect(server.host).toBe('{host}')
  for (const { servers } of Object.values<Body>(document.channels)) {
    const [, , name] = servers[0].$ref.split('/')
    expect(document.servers[name]).toEqual(expect.anything())
  }
  expect(document.channels.webhook.servers[0].$ref).toBe('#/servers/receiver')
  const told = Object.keys(document.operations).filter((key) => /^compat-.*isTold$/.test(key))
  expect(told.toSorted()).toEqual([
    'compat-gamestate.isTold',
    'compat-ingame_stats.isTold',
    'compat-stats_listener-v3.isTold',
  ])
  expect(nameOf('compat', '/ws/ingame_stats', { type: 'subscribe', cabinet_id: 1 })).toBe(
    'subscribe',
  )
})

test('the document describes every socket of the server, and no other', async () => {
  const sockets = fixture.app.web.matrix().flatMap(({ url, socket }) => (socket ? [url] : []))
  for (const url of sockets)
    expect([url, channelAt('native', url)]).toEqual([url, expect.anything()])
  const described = Object.values<Body>(document.channels).filter(({ address }) => address)
  const addressesOf = (dialect: Dialect) =>
    described
      .filter(({ servers }) => servers[0].$ref.endsWith(dialect))
      .map(({ address }) => address)
  expect(new Set(addressesOf('native'))).toEqual(new Set(sockets.map(pathOf)))
  for (const address of addressesOf('compat')) {
    const path = address.replace('{scene}/{cabinet}', 'here/north').replace('{id}', '1')
    const socket = new WebSocket(`${fixture.app.compatUrl!.replace('http', 'ws')}${path}`)
    open.push(socket)
    await once(socket, 'open')
  }
  expect(addressesOf('compat')).toHaveLength(6)
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

test('every message that the sockets send during an evening matches the document', async () => {
  const { tournament, match } = await newSampleTournament(fixture)
  const received: { dialect: Dialect; url: string; messages: unknown[] }[] = []
  const watch = async (dialect: Dialect, url: string, ...questions: object[]) => {
    const base = dialect === 'native' ? fixture.app.url : fixture.app.compatUrl!
    const path = url.replace(':scene/:cabinet', 'here/north').replace(':id', `${tournament}`)
    const socket = new WebSocket(`${base.replace('http', 'ws')}${path}`)
    open.push(socket)
    const messages: unknown[] = []
    received.push({ dialect, url, messages })
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())))
    await once(socket, 'open')
    for (const question of questions) socket.send(JSON.stringify(question))
    const names = () => new Set(messages.map((message) => nameOf(dialect, url, message)))
    return (name: string) => until(`${dialect} ${name}`, () => names().has(name))
  }
  const time = { type: 'time', sent: 1 }
  const relayUrl = '/ws/tournament-relay/:id'
  const relay = await watch('native', relayUrl, { type: 'subscribe', have: 0 }, time, {
    type: 'no',
  })
  const gamestate = await watch('native', '/ws/gamestate')
  const cabinetId = { type: 'subscribe', cabinetId: fixture.cabinet }
  const ingame = await watch('native', '/ws/ingame_stats', cabinetId)
  const events = await watch('native', '/ws/event-relay/:scene/:cabinet')
  const compat = {
    relay: await watch('compat', relayUrl),
    gamestate: await watch('compat', '/ws/gamestate'),
    ingame: await watch('compat', '/ws/ingame_stats', cabinetId),
    events: await watch('compat', '/ws/event-relay/:scene/:cabinet'),
  }
  await relay('snapshot')

  const at = `/api/tournament/match/${match}`
  const body = { cabinet: fixture.cabinet, force: true }
  await expectOk(fixture.call('key', 'PUT', `${at}/start/`, { body }))
  await gamestate('match')
  await newGame(fixture, { cabinet: fixture.cabinet })
  await gamestate('gameend')
  await expectOk(fixture.call('key', 'PATCH', `${at}/`, { body: { blueScore: 3, goldScore: 0 } }))
  await expectOk(fixture.call('key', 'PUT', `${at}/complete/`, { body: {} }))
  for (const name of ['gamestart', 'playernames', 'matchend']) await gamestate(name)
  await newGame(fixture, { cabinet: fixture.cabinet, until: 'middle' })
  await ingame('stats')
  const overlay = `/api/tournament/tournament/${tournament}/overlay/${fixture.cabinet}/score/on/`
  await expectOk(fixture.call('key', 'POST', overlay))
  const relayMessages = ['change', 'here', 'live', 'inUse', 'overlay', 'time', 'error']
  for (const name of relayMessages) await relay(name)
  await events('event')
  for (const name of ['match', 'matchend', 'gameend', 'playernames']) await compat.gamestate(name)
  await compat.relay('whole')
  await compat.ingame('stats')
  await compat.events('event')
  for (const { dialect, url, messages } of received) {
    const unknown = messages.filter((message) => nameOf(dialect, url, message) === null)
    expect([dialect, url, unknown.slice(0, 1)]).toEqual([dialect, url, []])
  }
})
