import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { encode, compressed } from './encode.ts'
import { openViewer } from './viewer.ts'
import type { Viewer } from './viewer.ts'

const closers: (() => void)[] = []
afterEach(() => closers.splice(0).forEach((close) => close()))

test('encoded frames of any length arrive complete and in order', async () => {
  const { viewer, got } = await connected()
  const lengths = [0, 1, 100, 110, 111, 125, 126, 1_000, 65_000, 65_530, 65_536, 200_000, 3]
  for (const n of lengths) viewer.send(encode({ text: 'ä'.repeat(n) }))
  await expect.poll(() => got.length).toBe(lengths.length)
  expect(got.map(({ text }) => text.length)).toEqual(lengths)
})

test('compressed frames of any length arrive complete if the client supports them', async () => {
  const { viewer, got } = await connected(true)
  expect(viewer.supportsCompression).toBe(true)
  const lengths = [0, 1_000, 1_100, 65_000, 2, 70_000, 3_000_000, 3]
  const texts = lengths.map((n) => Array.from({ length: n }, (_, i) => `ä${i % 977}`).join(''))
  const frames = texts.map((text) => encode({ text }))
  for (const frame of frames) viewer.send(compressed(frame))
  await expect.poll(() => got.length).toBe(lengths.length)
  expect(got.map(({ text }) => text)).toEqual(texts)
  expect(compressed(frames[5]!).length).toBeLessThan(frames[5]!.length / 4)
  expect(compressed(frames[5]!)).toBe(compressed(frames[5]!))
})

test('a viewer that did not negotiate compression is not marked as supporting it', async () => {
  expect((await connected()).viewer.supportsCompression).toBe(false)
})

test('P14: a viewer that does not read buffers at most 1 MiB and is told to reconnect', async () => {
  const { viewer, wire, client } = await connected()
  client.pause()
  const bytes = encode({ text: 'x'.repeat(50_000) })
  for (let i = 0; i < 2_000 && viewer.isOpen(); i++) {
    viewer.send(bytes)
    if (i % 20 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  expect(viewer.isOpen()).toBe(false)
  expect(wire.writableLength).toBeLessThanOrEqual(1024 * 1024 + 200)
  expect(viewer.sendLatest(bytes)).toBe(true)
})

test('one message larger than the limit is sent, but not a second while it is unread', async () => {
  const { viewer, wire, client, got } = await connected()
  const large = encode({ text: 'x'.repeat(8 * 1024 * 1024) })
  // The message may arrive before the sender knows that it was written.
  const state = () => [got.length, wire.writableLength]
  viewer.send(large)
  await expect.poll(state).toEqual([1, 0])
  viewer.send(large)
  await expect.poll(state).toEqual([2, 0])
  client.pause()
  // More than the system itself buffers for a socket, which may be over 8 MiB by now.
  const unread = encode({ text: 'x'.repeat(48 * 1024 * 1024) })
  viewer.send(unread)
  viewer.send(encode({ text: 'small' }))
  expect(viewer.isOpen()).toBe(true)
  viewer.send(unread)
  expect(viewer.isOpen()).toBe(false)
})

test('the latest message is skipped while the previous one is unread', async () => {
  const { viewer, client } = await connected()
  client.pause()
  const bytes = encode({ text: 'x'.repeat(500_000) })
  let sent = 0
  while (sent < 100 && viewer.sendLatest(bytes)) sent++
  expect(sent).toBeLessThan(100)
  expect(viewer.isOpen()).toBe(true)
})

type Connected = { viewer: Viewer; wire: Socket; client: WebSocket; got: { text: string }[] }

async function connected(perMessageDeflate = false): Promise<Connected> {
  const server = new WebSocketServer({ port: 0, perMessageDeflate })
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const got: { text: string }[] = []
  client.on('message', (raw: Buffer) => got.push(JSON.parse(raw.toString()) as { text: string }))
  const [[socket, request]] = await Promise.all([once(server, 'connection'), once(client, 'open')])
  closers.push(() => {
    client.terminate()
    server.close()
  })
  return { viewer: openViewer(socket, request.socket), wire: request.socket, client, got }
}
