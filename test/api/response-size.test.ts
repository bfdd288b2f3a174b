// A response has few bytes on a slow line: large ones are compressed, and headers are few.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const packed = { 'accept-encoding': 'gzip' }
const plain = { 'accept-encoding': 'identity' }

async function read(url: string, headers: Record<string, string>, init: RequestInit = {}) {
  const response = await fetch(`${fixture.app.url}${url}`, { ...init, headers })
  const text = await response.text()
  const { headers: received, status } = response
  return { status, text, encoding: received.get('content-encoding'), received }
}

test('a long list is sent in a fraction of its bytes, and caches are told so', async () => {
  const [compressed, uncompressed] = await Promise.all([
    read('/api/docs/json/', packed),
    read('/api/docs/json/', plain),
  ])
  expect(compressed.encoding).toBe('gzip')
  expect(compressed.received.get('vary')).toContain('accept-encoding')
  expect(uncompressed.encoding).toBe(null)
  expect(compressed.text).toBe(uncompressed.text)
  const bytes = Number(uncompressed.received.get('content-length'))
  const { received } = await read('/api/game/scene/', packed)
  expect(received.get('content-encoding'), 'a short response stays as it is').toBe(null)
  expect(bytes).toBeGreaterThan(100_000)
})

test('a JSON response may show nothing, and has none of the headers for pages', async () => {
  const { received } = await read('/api/game/scene/', plain)
  const policy = received.get('content-security-policy')
  expect(policy).toBe("default-src 'none';frame-ancestors 'none'")
  expect(received.get('x-content-type-options')).toBe('nosniff')
  expect(received.get('x-xss-protection')).toBe(null)
})

test('a repeated command has the same answer with and without compression', async () => {
  const body = JSON.stringify({
    scene: fixture.scene,
    name: 'Long',
    date: '2026-01-02',
    description: 'Every team plays every other team. '.repeat(100),
  })
  const key = { ...fixture.people.admin, 'idempotency-key': randomUUID() }
  const headers = { ...key, 'content-type': 'application/json' }
  const post = (encoding: Record<string, string>) =>
    read('/api/tournament/tournament/', { ...headers, ...encoding }, { method: 'POST', body })
  const [first, again, unpacked] = [await post(packed), await post(packed), await post(plain)]
  expect([first.status, first.encoding, again.encoding, unpacked.encoding]).toEqual([
    201,
    'gzip',
    'gzip',
    null,
  ])
  expect(JSON.parse(first.text)).toMatchObject({ name: 'Long' })
  expect([again.text, unpacked.text]).toEqual([first.text, first.text])
})
