import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seed } from '#scripts/seed.ts'
import { regulars, simulatePeople } from '#scripts/simulator/people.ts'
import { hashOf } from '#services/web/index.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { until } from '../support/desk-client.ts'

let app: App
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.stop())

const people = async () => {
  const { rows } = await app.store.pool.query<{ id: number; isOwner: boolean }>(
    `select id, is_owner as "isOwner" from kept.person where name = 'Owner' order by id`,
  )
  return rows
}
const signedInBy = async (link: string) => {
  const { cookies } = await app.web.inject(new URL(link).pathname)
  const cookie = cookies.find(({ name }) => name === 'waggle')?.value ?? ''
  const me = await app.web.inject({ url: '/api/user/me/', cookies: { waggle: cookie } })
  return me.json<{ id: number; isOwner: boolean }>()
}

test('P18: a person of the same name is never taken for the seeded owner, even after a restart', async () => {
  await app.store.pool.query(`insert into kept.person (name) values ('Owner')`)
  const [stranger] = await people()
  const start = () => seed({ waggle: app, adminKey: app.adminKey, empty: true })
  const [first] = (await start()).signIns
  const owner = await signedInBy(first!.link)
  expect(owner).toMatchObject({ isOwner: true })
  expect(owner.id).not.toBe(stranger?.id)
  // A restart finds the same person and creates nobody.
  const [second] = (await start()).signIns
  expect((await signedInBy(second!.link)).id).toBe(owner.id)
  expect(await people()).toEqual([stranger, { id: owner.id, isOwner: true }])
})

async function code(): Promise<string> {
  const made = randomUUID()
  await app.store.pool.query(
    `with one as (insert into kept.person (name) values ('Ann') returning id)
     insert into kept.sign_in (code_hash, person) select $1, id from one`,
    [hashOf(made)],
  )
  return made
}

test('P18: a sign-in link works once, for minutes, and only from this machine', async () => {
  const ask = async (url: string, more: object = {}) =>
    (await app.web.inject({ url, ...more })).statusCode
  const first = `/api/user/sign-in/${await code()}/`
  expect(await ask(first, { remoteAddress: '192.168.1.7' })).toBe(404)
  expect(await ask(first, { headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(404)
  expect([await ask(first), await ask(first)]).toEqual([302, 404])
  const old = `/api/user/sign-in/${await code()}/`
  await app.store.pool.query(`update kept.sign_in set created_at = now() - interval '16 minutes'`)
  expect(await ask(old)).toBe(404)
})

test('simulated people sign in and out with their own card readers until they are stopped', async () => {
  const { cabinets } = await seed({ waggle: app, adminKey: app.adminKey, empty: false })
  const stop = new AbortController()
  const refused: string[] = []
  const simulation = simulatePeople({
    url: app.url,
    key: app.adminKey,
    pauseMs: { least: 30, most: 60 },
    signal: stop.signal,
    onRefused: (_, detail) => refused.push(detail),
  })
  const rows = async (text: string) =>
    (await app.store.pool.query<Record<string, number>>(text)).rows
  await until('people at both cabinets', async () => {
    const seats = await rows('select cabinet, count(*)::int as n from view.sign_in group by 1')
    return seats.filter(({ n = 0 }) => n > 2).length === cabinets.length
  })
  const names = await app.web.inject(`/api/game/cabinet/?scene=hive`)
  for (const { id } of names.json<{ results: { id: number }[] }>().results) {
    const response = (await app.web.inject(`/api/game/cabinet/${id}/signin/`)).json<{
      signedIn: { userName: string }[]
    }>()
    const regularNames = regulars.map(({ name }) => name)
    for (const { userName } of response.signedIn) expect(regularNames).toContain(userName)
  }
  stop.abort()
  const summaries = await simulation
  expect(refused).toEqual([])
  expect(summaries.map(({ cabinet }) => cabinet).toSorted()).toEqual(['north', 'south'])
  for (const { signedIn, signedOut } of summaries) {
    expect(signedIn).toBeGreaterThan(2)
    expect(signedOut).toBe(signedIn)
  }
  await until('nobody is left', async () => (await rows('select 1 from view.sign_in')).length === 0)
  // The simulation removes its card readers when it ends.
  expect(await rows('select 1 from kept.sign_in_device')).toEqual([])
})
