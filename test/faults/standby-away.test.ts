// A synchronous standby that is away: writes that need it hold their connections to the database.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startPostgres } from '#scripts/servers/index.ts'
import type { Postgres } from '#scripts/servers/index.ts'
import { apiOf } from '#scripts/support/rest-client.ts'
import { person } from '../support/two-scenes.ts'
import type { App } from '../support/app.ts'
import type { Api } from '#scripts/support/rest-client.ts'
import { startWaggle } from '#services/index.ts'
import type { Waggle } from '#services/index.ts'
import { withoutFlush } from '#services/store/index.ts'

type Row = { id: number }
const adminKey = randomBytes(24).toString('base64url')
let dir: string
let postgres: Postgres
let waggle: Waggle
let api: Api
let official: Record<string, string>
let match: number
let team: number

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-standby-'))
  postgres = await startPostgres({ dir: join(dir, 'postgres') })
  waggle = await startWaggle({
    databaseUrl: postgres.url,
    natsUrl: inject('natsUrl'),
    streams: `s${randomBytes(6).toString('hex')}_`,
    adminKey,
    port: 0,
    oneClick: true,
    quiet: true,
  })
  api = apiOf(waggle.url, adminKey)
  const { id: scene } = await newScene('hall')
  const friday = { scene, name: 'Friday', date: '2026-01-01' }
  const { id: tournament } = await api.post<Row>('/api/tournament/tournament/', friday)
  const teams: number[] = []
  for (const name of ['Bees', 'Wasps'])
    teams.push((await api.post<Row>('/api/tournament/team/', { tournament, name })).id)
  const stage = { tournament, name: 'Main', stageType: 'single_elim', winsPerMatch: 3 }
  const { id: bracket } = await api.post<Row>('/api/tournament/bracket/', stage)
  await api.put(`/api/tournament/bracket/${bracket}/set-teams/`, { teams })
  await api.put(`/api/tournament/bracket/${bracket}/create-matches/`, {})
  const found = await api.get<{ results: Row[] }>(
    `/api/tournament/match/?tournamentId=${tournament}`,
  )
  official = await person({ store: waggle.store } as App, { scene, role: 'tournament' })
  match = found.results[0]!.id
  team = teams[0]!
})

afterAll(async () => {
  await waggle?.stop()
  await postgres?.stop()
  await rm(dir, { recursive: true, force: true })
})

const newScene = (name: string) => api.post<Row>('/api/game/scene/', { name, displayName: name })

/** Without the retries of `api`. */
const send = (method: string, path: string, body: object, caller: Record<string, string>) =>
  fetch(`${waggle.url}/api${path}`, {
    method,
    headers: {
      ...caller,
      'content-type': 'application/json',
      'idempotency-key': randomBytes(8).toString('hex'),
    },
    body: JSON.stringify(body),
  })
const pressStatus = async () =>
  (await send('PUT', `/tournament/match/${match}/add-score/`, { team, by: 1 }, official)).status
async function refusalOfScene(name: string): Promise<string> {
  const owner = { authorization: `Bearer ${adminKey}` }
  const response = await send('POST', '/game/scene/', { name, displayName: name }, owner)
  return response.ok ? '' : `${response.status} ${await response.text()}`
}

async function setStandby(names: string): Promise<void> {
  const { pool } = waggle.store
  await pool.query(`alter system set synchronous_standby_names = '${names}'`)
  await pool.query('select pg_reload_conf()')
  const text = `select current_setting('synchronous_standby_names') as names`
  await expect.poll(async () => (await pool.query(text)).rows).toEqual([{ names }])
}

test('P12: while writes wait for a standby that is away, presses are answered and other writes refused', async () => {
  const normalMost = waggle.store.pool.options.max
  await setStandby('standby')
  // As if the session had not been used for a day, so that the press notes its use.
  const unused = `update kept.session set last_seen_at = now() - interval '1 day' returning ${withoutFlush}`
  await waggle.store.pool.query(unused)
  const waiting = Array.from({ length: 30 }, (_, index) => refusalOfScene(`scene-${index}`))
  expect(await pressStatus()).toBe(200)
  await expect.poll(() => waggle.store.awaitsStandby()).toBe(true)
  expect(await refusalOfScene('late')).toMatch(/^503 .*Not available right now/)
  expect(await pressStatus()).toBe(200)
  await setStandby('')
  expect(await Promise.all(waiting)).toContain('')
  await expect.poll(() => refusalOfScene('after')).toBe('')
  await expect.poll(() => waggle.store.pool.totalCount).toBeLessThanOrEqual(normalMost)
})
