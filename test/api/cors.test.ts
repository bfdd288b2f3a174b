// What pages of other origins may read by script: all that is public, and nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicRead } from '../../services/web/access/public-read.ts'
import type { MatrixLine } from '../../services/web/index.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { person } from '../support/two-scenes.ts'

let rig: App
beforeAll(async () => {
  rig = await startApp({ compatPort: 0 })
})
afterAll(() => rig?.stop())

const origin = 'https://club.example'
type Asked = Pick<MatrixLine, 'method' | 'url'>

/** The origins that may read the answer; undefined: its own alone. */
async function allowed(
  base: string,
  { method, url }: Asked,
  headers: Record<string, string> = {},
): Promise<string | undefined> {
  const path = url.replace('*', '').replace(/:\w+/g, '1')
  const asked = { method, headers: { origin, ...headers }, redirect: 'manual' } as const
  const response = await fetch(`${base}${path}`, asked)
  await response.body?.cancel()
  expect(response.headers.get('access-control-allow-credentials')).toBe(null)
  const embeds = response.headers.get('cross-origin-resource-policy') === 'cross-origin'
  const found = response.headers.get('access-control-allow-origin') ?? undefined
  expect([path, embeds]).toEqual([path, found === '*'])
  return found
}

const lines = () => rig.web.matrix().filter(({ socket }) => !socket)

test('P18: every public read may be read by pages of any origin, no other route by any', async () => {
  const [open, own] = [new Set<string>(), new Set<string>()]
  for (const line of lines()) {
    const isOpen = isPublicRead(line.method, line.action)
    const found = await allowed(rig.url, line)
    expect([line.method, line.url, found]).toEqual([
      line.method,
      line.url,
      isOpen ? '*' : undefined,
    ])
    ;(isOpen ? open : own).add(`${line.method} ${line.url}`)
  }
  expect([...open]).toContain('GET /api/tournament/match/')
  expect([...open]).toContain('HEAD /api/tournament/match/')
  expect([...own]).toContain('POST /api/tournament/match/')
  expect([...own]).toContain('GET /api/user/me/')
})

test('the compatibility API allows the same, and nothing else', async () => {
  const open: string[] = []
  for (const line of lines()) {
    const found = await allowed(rig.compatUrl!, line)
    if (!found) continue
    expect([line, found]).toEqual([line, '*'])
    expect([line.url, isPublicRead(line.method, line.action)]).toEqual([line.url, true])
    open.push(line.url)
  }
  for (const url of ['tournament/match/', 'game/game/', 'tournament/tournament/:id/']) {
    expect(open).toContain(`/api/${url}`)
  }
})

test('what is asked with credentials, or is nowhere, is told to no other origin', async () => {
  const read = { method: 'GET', url: '/api/tournament/tournament/' }
  expect(await allowed(rig.url, read)).toBe('*')
  expect(await allowed(rig.url, read, await person(rig, {}))).toBe(undefined)
  const key = { authorization: `Bearer ${rig.adminKey}` }
  expect(await allowed(rig.url, read, key)).toBe(undefined)
  expect(await allowed(rig.compatUrl!, read, { cookie: `sessionid=${rig.adminKey}` })).toBe(
    undefined,
  )
  expect(await allowed(rig.url, { method: 'GET', url: '/api/nowhere/' })).toBe(undefined)
  // A read that is no simple one is asked for first: that is never allowed.
  const preflight = { 'access-control-request-method': 'GET' }
  expect(await allowed(rig.url, { ...read, method: 'OPTIONS' }, preflight)).toBe(undefined)
})

test('what is wrong with a public read can be read too', async () => {
  const missing = await fetch(`${rig.url}/api/tournament/match/999/`, { headers: { origin } })
  expect(missing.status).toBe(404)
  expect(missing.headers.get('access-control-allow-origin')).toBe('*')
  expect(missing.headers.get('access-control-expose-headers')).toContain('retry-after')
})
