import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocketServer, type WebSocket } from 'ws'
import { Upload } from '#events/schema/cabinet-facts.ts'
import { connectCabinet } from './client.ts'
import { playGame } from '#events/simulation/play.ts'
import { simulate } from '#scripts/simulator/simulate.ts'

const name = { sceneName: 'home', cabinetName: 'one', token: 'secret' }
const events = playGame({ seed: 1, startAt: new Date('2026-01-03T20:00:00.000Z'), seconds: 20 })
const servers = new Set<WebSocketServer>()

afterEach(() => {
  for (const server of servers) {
    for (const socket of server.clients) socket.terminate()
    server.close()
  }
  servers.clear()
})

/** A server that records each message and answers it with `answer`. */
async function listen(answer: (socket: WebSocket, upload: Upload) => void, port = 0) {
  const got: Upload[] = []
  const server = new WebSocketServer({ port, host: '127.0.0.1' })
  servers.add(server)
  server.on('connection', (socket) => {
    socket.on('message', (text) => {
      const upload = Upload.parse(JSON.parse((text as Buffer).toString('utf8')))
      got.push(upload)
      answer(socket, upload)
    })
  })
  await once(server, 'listening')
  const at = (server.address() as AddressInfo).port
  return { got, server, url: `ws://127.0.0.1:${at}/ws/stats_listener/v3` }
}

function acknowledge(socket: WebSocket, { eventID }: Upload) {
  socket.send(JSON.stringify({ eventID }))
}

test('events arrive in order, with the cabinet and its token', async () => {
  const { got, url } = await listen(acknowledge)
  const client = connectCabinet({ ...name, url })
  for (const event of events) client.send(event)
  await client.idle()
  expect(got).toEqual(events.map((event) => ({ ...event, cabinet: name })))
  expect(client.stats).toMatchObject({ sent: events.length, resent: 0, unacknowledged: 0 })
  await client.close()
})

test('unacknowledged events are sent again after a lost connection', async () => {
  let count = 0
  const { got, url } = await listen((socket, upload) => {
    count += 1
    if (count === 10) return socket.terminate()
    if (count > 5 && count < 10) return
    acknowledge(socket, upload)
  })
  const client = connectCabinet({ ...name, url })
  for (const event of events) client.send(event)
  await client.idle()
  expect(new Set(got.map((upload) => upload.eventID)).size).toBe(events.length)
  expect(client.stats).toMatchObject({ connects: 2, acknowledged: events.length })
  expect(client.stats.resent).toBeGreaterThan(0)
  await client.close()
})

test('the client waits for a server that starts later', async () => {
  const first = await listen(acknowledge)
  const { port } = first.server.address() as AddressInfo
  await new Promise((resolve) => first.server.close(resolve))
  const client = connectCabinet({ ...name, url: first.url })
  client.send(events[0]!)
  const second = await listen(acknowledge, port)
  await client.idle()
  expect(second.got).toHaveLength(1)
  await client.close()
})

test('a refusal is reported and the event is kept', async () => {
  const refusal = { error: 'unauthorized', detail: 'unknown cabinet' }
  const { url } = await listen((socket, { eventID }) =>
    socket.send(JSON.stringify({ ...refusal, eventID })),
  )
  const refused = await new Promise((resolve) => {
    const client = connectCabinet({ ...name, url, onRefused: resolve })
    client.send(events[0]!)
    void client.idle()
    setTimeout(() => {
      expect(client.stats).toMatchObject({ refused: 1, unacknowledged: 1 })
      void client.close()
    }, 300)
  })
  expect(refused).toEqual({ ...refusal, eventID: events[0]!.eventID })
})

test('cabinets play one game after another until stopped', async () => {
  const { got, url } = await listen(acknowledge)
  const cabinets = [name, { ...name, cabinetName: 'two' }]
  const ending = new AbortController()
  const { signal } = ending
  const playing = simulate({ cabinets, url, signal, speed: 500, pauseSeconds: 5 })
  const won = (name: string) =>
    got.filter(({ type, cabinet }) => type === 'victory' && cabinet.cabinetName === name).length
  await expect.poll(() => cabinets.every((cabinet) => won(cabinet.cabinetName) > 1)).toBe(true)
  ending.abort()
  const played = await playing
  expect(played).toHaveLength(2)
  for (const { cabinetName } of cabinets) {
    const ownUploads = got.filter((upload) => upload.cabinet.cabinetName === cabinetName)
    const victories = ownUploads.filter((upload) => upload.type === 'victory')
    expect(victories.length).toBeGreaterThan(1)
    expect(new Set(victories.map((upload) => upload.gameID)).size).toBe(victories.length)
    const times = ownUploads.map((upload) => upload.time)
    expect(times).toEqual(times.toSorted())
  }
})
