// Scripts on pages of other origins may read everything public, and nothing else.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isPublicRead } from '#services/web/access/public-read.ts'
import type { AccessRow } from '#services/web/index.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { person } from '../support/two-scenes.ts'

let app: App
beforeAll(async () => {
  app = await startApp({ compatPort: 0 })
})
afterAll(() => app?.stop())

const origin = 'https://club.example'
type RequestLine = Pick<AccessRow, 'method' | 'url'>

/** The origins that may read the response; undefined means only its own. */
async function allowed(
  base: string,
  { method, url }: RequestLine,
  headers: Record<string, string> = {},
): Promise<string | undefined> {
  const path = url.replace('*', '').replace(/:\w+/g, '1')
  const init = { method, headers: { origin, ...headers }, redirect: 'manual' } as const
  const response = await fetch(`${base}${path}`, init)
  await response.body?.cancel()
  expect(response.headers.get('access-control-allow-credentials')).toBe(null)
  const embeds = response.headers.get('cross-origin-resource-policy') === 'cross-origin'
  const found = response.headers.get('access-control-allow-origin') ?? undefined
  expect([path, embeds]).toEqual([path, found === '*'])
  return found
}

const lines = () => app.web.matrix().filter(({ socket }) => !socket)

test('P18: every public read is allowed for all origins, and no other route is', async () => {
  const [open, closed] = [new Set<string>(), new Set<string>()]
  for (const line of lines()) {
    const isOpen = isPublicRead(line.method, line.action)
    const found = await allowed(app.url, line)
    expect([line.method, line.url, found]).toEqual([
      line.method,
      line.url,
      isOpen ? '*' : undefined,
    ])
    ;(isOpen ? open : closed).add(`${line.method} ${line.url}`)
  }
  expect([...open]).toContain('GET /api/tournament/match/')
  expect([...open]).toContain('HEAD /api/tournament/match/')
  expect([...closed]).toContain('POST /api/tournament/match/')
  expect([...closed]).toContain('GET /api/user/me/')
})

test('the compatibility API allows the same routes, and no others', async () => {
  const open: string[] = []
  for (const line of lines()) {
    const found = await allowed(app.compatUrl!, line)
    if (!found) continue
    expect([line, found]).toEqual([line, '*'])
    expect([line.url, isPublicRead(line.method, line.action)]).toEqual([line.url, true])
    open.push(line.url)
  }
  for (const url of ['tournament/match/', 'game/game/', 'tournament/tournament/:id/']) {
    expect(open).toContain(`/api/${url}`)
  }
})

test('a request with credentials or for an unknown address is not readable by another origin', async () => {
  const read = { method: 'GET', url: '/api/tournament/tournament/' }
  expect(await allowed(app.url, read)).toBe('*')
  expect(await allowed(app.url, read, await person(app, {}))).toBe(undefined)
  const key = { authorization: `Bearer ${app.adminKey}` }
  expect(await allowed(app.url, read, key)).toBe(undefined)
  expect(await allowed(app.compatUrl!, read, { cookie: `sessionid=${app.adminKey}` })).toBe(
    undefined,
  )
  expect(await allowed(app.url, { method: 'GET', url: '/api/nowhere/' })).toBe(undefined)
  // A read that needs a preflight request is never allowed.
  const preflight = { 'access-control-request-method': 'GET' }
  expect(await allowed(app.url, { ...read, method: 'OPTIONS' }, preflight)).toBe(undefined)
})

test('errors of a public read are readable too', async () => {
  const missing = await fetch(`${app.url}/api/tournament/match/999/`, { headers: { origin } })
  expect(missing.status).toBe(404)
  expect(missing.headers.get('access-control-allow-origin')).toBe('*')
  expect(missing.headers.get('access-control-expose-headers')).toContain('retry-after')
})
