// Export of a tournament with its history, and import into another installation.
import { randomBytes, randomUUID } from 'node:crypto'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { canonicalJson } from '#events/canonical-json.ts'
import type { IdPairs } from '#events/schema/parts/ids.ts'
import { importedCommits, idsIn, renumberBy } from '#events/schema/renumber.ts'
import type { CommitBody } from '#events/schema/renumber.ts'
import { generated } from '#scripts/replay-evening/generated.ts'
import { replay } from '#scripts/replay-evening/replay.ts'
import { openLog } from '#services/log/index.ts'
import { verify } from '#services/projector/index.ts'
import { openStore } from '#services/store/index.ts'
import { openDesk } from '#services/desk/index.ts'
import * as story from '../desk/story.ts'
import { filesIn } from '../support/unzip.ts'
import { newDatabase, startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'
import { bundled, startChild } from '../support/child-process.ts'
import { until } from '../support/desk-client.ts'
import { movedRows } from '../support/moved-rows.ts'
import {
  newSampleTournament,
  newGame,
  expectOk,
  startTwoScenes,
  storedHashes,
} from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

let from: App
let fixture: TwoScenes
let tournament: number
/** the response to the export while the tournament was active */
let whileActive: Awaited<ReturnType<typeof exported>>
let zip: Buffer
let files: Record<string, string>

beforeAll(async () => {
  from = await startApp({ cabinetRateLimit: { perSecond: 1_000_000, burst: 1_000_000 } })
  fixture = await startTwoScenes()
  // Other data with the same ids.
  await newSampleTournament(fixture)
  await newGame(fixture, { cabinet: fixture.cabinet })
  const { url, adminKey: key } = from
  tournament = (await replay({ evening: generated('robin'), url, key, speed: 0 })).tournament
  const about = `/api/tournament/tournament/${tournament}/`
  const press = (method: string, path: string, body: unknown) => asAdmin(from, method, path, body)
  const link = { tournament, url: 'https://a.example/', title: 'A' }
  await press('POST', '/api/tournament/links/', link)
  const players = { Ann: false, Bo: true }
  for (const [name, doNotDisplay] of Object.entries(players)) {
    await press('POST', '/api/tournament/player/', { tournament, name, doNotDisplay })
  }
  whileActive = await exported()
  const { version } = await press('PATCH', about, { description: 'A night', isActive: false })
  await press('PUT', `${about}undo/`, { version })
  await press('PATCH', about, { isActive: false })
  zip = (await exported()).rawPayload
  files = await filesIn(zip)
})
afterAll(async () => {
  await from?.stop()
  await fixture?.app.stop()
})

const exported = () =>
  from.web.inject({
    url: `/api/tournament/tournament/${tournament}/export-history/`,
    headers: { authorization: `Bearer ${from.adminKey}` },
  })

async function asAdmin(app: App, method: string, url: string, body?: unknown): Promise<Body> {
  const response = await app.web.inject({
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${app.adminKey}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  if (response.statusCode >= 300) throw new Error(`${url}: ${response.body}`)
  const version = Number(response.headers['x-version'] ?? 0)
  return { version, ...(response.body === '' ? {} : response.json()) }
}

async function send(what: 'import' | 'preview', body: Uint8Array, id = randomUUID()) {
  const response = await fixture.app.web.inject({
    method: 'POST',
    url: `/api/game/scene/${fixture.scene}/${what}-tournament/`,
    headers: { ...fixture.people.admin, 'content-type': 'application/zip', 'idempotency-key': id },
    payload: Buffer.from(body),
  })
  return { status: response.statusCode, body: response.json() }
}

function zipOf(own: Record<string, string>): Uint8Array {
  return zipSync(
    Object.fromEntries(Object.entries(own).map(([name, text]) => [`x/${name}`, strToU8(text)])),
  )
}

test('the export of an active tournament is refused with the reason', () => {
  const why = 'It is still active. Mark it as over first.'
  expect([whileActive.statusCode, whileActive.json().detail]).toEqual([409, why])
})

describe('a file that differs from the export', () => {
  let before: Record<string, string>
  beforeAll(async () => void (before = await written()))
  async function written(): Promise<Record<string, string>> {
    const hashes = await storedHashes(fixture)
    const { 'kept.idempotency_key': _, 'kept.session': __, ...rest } = hashes
    return { ...rest, facts: `${await fixture.app.log.factsTail()}` }
  }
  const lines = (name: string) => files[name]!.trimEnd().split('\n')
  const changed = (name: string, change: (text: string) => string) =>
    zipOf({ ...files, [name]: change(files[name]!) })
  const withLines = (change: (all: string[]) => string[]) =>
    zipOf({ ...files, 'commits.jsonl': `${change(lines('commits.jsonl')).join('\n')}\n` })

  test.each([
    [
      'a result',
      () => changed('commits.jsonl', (text) => text.replace('"score":[2,', '"score":[1,')),
      /commits\.jsonl, line \d+: version \d+ has been altered/,
    ],
    [
      'an event that nobody knows',
      () => changed('commits.jsonl', (text) => text.replace('"MatchCompleted"', '"MatchRobbed"')),
      /commits\.jsonl, line \d+ is not valid: events/,
    ],
    [
      'a commit that is missing',
      () => withLines((all) => all.toSpliced(9, 1)),
      /commits\.jsonl, line 10: version 11 follows 9/,
    ],
    [
      'the last commit that is missing',
      () => withLines((all) => all.slice(0, -1)),
      /commits\.jsonl|still active/,
    ],
    [
      'a commit of another tournament',
      () =>
        withLines((all) => [
          ...all.slice(0, 2),
          all[2]!.replace('"tournament":', '"tournament":9'),
        ]),
      /line 3: it belongs to another tournament/,
    ],
    [
      'what a cabinet sent',
      () => changed('facts.jsonl', (text) => text.replace('"410"', '"411"')),
      /facts\.jsonl has been changed since the export/,
    ],
    [
      'a game of somebody else',
      () => changed('facts.jsonl', (text) => text.replace(/"gameID":"[^"]+"/, '"gameID":"x"')),
      /facts\.jsonl, line 1: /,
    ],
    [
      'a link',
      () => changed('beside.json', (text) => text.replace('a.example', 'b.example')),
      /beside\.json has been changed since the export/,
    ],
    ['a file cut off', () => zip.subarray(0, zip.length / 2), /ends|unpacked|There is no|no game/],
  ] as [string, () => Uint8Array, RegExp][])('%s is refused', async (_, make, why) => {
    for (const what of ['preview', 'import'] as const) {
      const { status, body } = await send(what, make())
      expect([status, body.detail]).toEqual([422, expect.stringMatching(why)])
    }
  })

  test('in a single byte is either equivalent or refused', async () => {
    const { body: understood } = await send('preview', zip)
    const step = Math.ceil(zip.length / 12)
    for (let at = 0; at < zip.length; at += step) {
      const bytes = Buffer.from(zip)
      bytes[at]! ^= 0x10
      const { status, body } = await send('preview', bytes)
      expect([at, status === 422 || canonicalJson(body) === canonicalJson(understood)]).toEqual([
        at,
        true,
      ])
    }
  })

  test('writes nothing', async () => {
    expect(await written()).toEqual(before)
  })
})

const asOfficial = {
  id: 'c1',
  by: { kind: 'service', name: 'test' },
  command: { type: 'AddTeam', name: 'Late' },
} as const

/** The new ids of an imported tournament. */
async function importedIds(own: number, log = fixture.app.log) {
  const [first] = await log.load(own)
  const arrival = first?.commit.events.find(({ type }) => type === 'TournamentImported')
  return arrival?.type === 'TournamentImported' ? arrival.ids : {}
}

type Imported = { ids: IdPairs; scene: number }

async function expectMoved(to: Pick<App, 'log' | 'store'>, own: number, { ids, scene }: Imported) {
  const there = await movedRows(from, tournament, (kind, id) => {
    return kind === 'scene' ? scene : renumberBy(ids)(kind, id)
  })
  const here = await movedRows(to, own, (_, id) => id)
  for (const [table, rows] of Object.entries(there)) {
    expect([table, here[table]]).toEqual([table, rows])
  }
  expect(await verify(to.log, to.store)).toMatchObject({ problems: [] })
  return there
}

describe('a tournament with its history', () => {
  const id = randomUUID()
  let own: number

  test('has a preview before the import', async () => {
    const { body } = await send('preview', zip)
    const { commits, teams, games, players } = body
    expect([commits, teams > 3, games > 20, players]).toEqual([
      (await from.log.load(tournament)).length,
      true,
      true,
      1,
    ])
    expect(body.cabinets.every(({ isNew }: Body) => isNew)).toBe(true)
  })

  test('R-IM-1: keeps every row, with other ids', async () => {
    const { status, body } = await send('import', zip, id)
    expect([status, body.detail]).toEqual([201, undefined])
    own = body.id
    const ids = await importedIds(own)
    expect(Object.keys(ids)).toEqual(expect.arrayContaining(['team', 'stage', 'match', 'cabinet']))
    const there = await expectMoved(fixture.app, own, { ids, scene: fixture.scene })
    expect(there['cabinet_event']!.length).toBeGreaterThan(1_000)
  })

  test('P2: is the same after a repeated request, and refused as a new one', async () => {
    expect((await send('import', zip, id)).body.id).toBe(own)
    expect((await send('import', zip)).body).toMatchObject({ code: 'IMPORTED_ALREADY' })
  })

  test('P19: comes without hidden players, and its commits name no person', async () => {
    const url = `/api/tournament/player/?tournamentId=${own}`
    const { results } = await asAdmin(fixture.app, 'GET', url)
    expect(results.map(({ name }: Body) => name)).toEqual(['Ann'])
    expect(Object.values(files).join()).not.toMatch(/\bBo\b|@/)
  })

  test('can be continued here, undone and exported again', async () => {
    const about = `/api/tournament/tournament/${own}/`
    const { version } = await fixture.app.store.db
      .selectFrom('view.tournamentVersion')
      .select('version')
      .where('tournament', '=', own)
      .executeTakeFirstOrThrow()
    await asAdmin(fixture.app, 'PUT', `${about}undo/`, { version })
    expect((await asAdmin(fixture.app, 'GET', about)).isActive).toBe(true)
    await asAdmin(fixture.app, 'PATCH', about, { isActive: false })
    const again = await fixture.app.web.inject({
      url: `${about}export-history/`,
      headers: fixture.people.admin,
    })
    await expectOk(fixture.call('admin', 'DELETE', about))
    const { status, body } = await send('import', again.rawPayload)
    expect([status, body.detail]).toEqual([201, undefined])
    const standings = async (app: App, of: number) =>
      (await asAdmin(app, 'GET', `/api/tournament/tournament/${of}/standings/`)).brackets.map(
        ({ name, standings: all }: Body) => [
          name,
          all.map(({ team, ...row }: Body) => [
            team.name,
            row.place,
            row.matchesWon,
            row.gamesLost,
          ]),
        ],
      )
    expect(await standings(fixture.app, body.id)).toEqual(await standings(from, tournament))
    expect(await verify(fixture.app.log, fixture.app.store)).toMatchObject({ problems: [] })
  })
})

test('R-IM-1: a tournament is invisible and inactive until its import is complete', async () => {
  const { app, cabinet, call } = fixture
  const press = (url: string, body: unknown = {}) => expectOk(call('admin', 'PUT', url, { body }))
  const started = story.play(
    story.tournament({ teams: 4 }),
    story.setQueue(91, story.m(2)),
    story.start(story.m(1)),
  )
  const timed = story.play(started, story.setScore(story.m(1), 1, 0), story.complete(story.m(1)))
  const held = story.play(timed, { type: 'HoldTimer', cabinet: 1, reason: 'held' })
  const armed = (text: string) => text.replace(/"dueAt":"\d{4}/g, '"dueAt":"2001')
  expect(Object.keys(story.stateOf(timed).timers)).toEqual(['1'])

  const [there = 0] = await app.store.nextIds('tournament', 1)
  const firstIds: Record<string, number> = { scene: fixture.scene, tournament: there, cabinet }
  const ids: IdPairs = {}
  for (const [kind, all] of idsIn(held.commits)) {
    ids[kind] = all.map((id, index) => [id, (firstIds[kind] ?? 900_000 + id) + index])
  }
  const commits = JSON.parse(
    armed(JSON.stringify(importedCommits(held.commits, ids, 'comes'))),
  ) as CommitBody[]
  const desk = openDesk(app.log)
  const about = `/api/tournament/tournament/${there}/`
  const expectHidden = async () => {
    expect((await call('admin', 'GET', about)).status).toBe(404)
    expect(await desk.handle({ ...asOfficial, tournament: there })).toMatchObject({
      refused: 'NO_SUCH_TOURNAMENT',
    })
  }
  const real = await newSampleTournament(fixture)
  await desk.importHistory(there, commits.slice(0, started.commits.length))
  await expectHidden()
  await press(`/api/tournament/match/${real.match}/start/`, { cabinet, force: true })
  await desk.importHistory(there, commits.slice(0, timed.commits.length))
  await newGame(fixture, { cabinet })
  const counted = async () =>
    (await call('admin', 'GET', `/api/tournament/match/${real.match}/`)).body
  await until('the game to count', async () => (await counted()).blueScore === 1)
  await expectHidden()
  expect(await app.log.load(there)).toHaveLength(timed.commits.length)

  await desk.importHistory(there, commits)
  await until('it to be seen', async () => (await call('admin', 'GET', about)).status === 200)
  expect(await app.log.load(there)).toHaveLength(commits.length)
  expect((await verify(app.log, app.store)).problems).toEqual([])
  desk.close()
})

/** All services in a separate process. */
async function started(env: Record<string, string>) {
  const file = await bundled('test/support/children/waggle.ts')
  const child = startChild(file, { ...env, ADMIN_KEY: from.adminKey }, 'at http')
  await child.ready
  const url = /at (http:\S+)/.exec(child.output())?.[1] ?? ''
  const authorization = `Bearer ${from.adminKey}`
  const request = async (method: string, path: string, body?: Uint8Array | string, key = '') => {
    const type = typeof body === 'string' ? 'application/json' : 'application/zip'
    const headers = { authorization, 'content-type': type, 'idempotency-key': key || randomUUID() }
    const response = await fetch(url + path, { method, headers, ...(body ? { body } : {}) })
    return { status: response.status, body: (await response.json()) as Body }
  }
  return { child, request }
}

test('R-IM-1: an import killed halfway is invisible, and another process completes it', async () => {
  const name = `cut${randomBytes(6).toString('hex')}`
  const [streams, key] = [`${name}_`, randomUUID()]
  const databaseUrl = await newDatabase(name)
  const [log, store] = [
    await openLog({ url: inject('natsUrl'), streams }),
    await openStore({ url: databaseUrl }),
  ]
  const env = { DATABASE_URL: databaseUrl, NATS_URL: inject('natsUrl'), STREAMS: streams }
  const first = await started(env)
  const about = JSON.stringify({ name: 'hive', displayName: 'Hive' })
  const scene: number = (await first.request('POST', '/api/game/scene/', about)).body.id
  const importing = `/api/game/scene/${scene}/import-tournament/`
  const stored = async () => (await log.load(1)).length
  const commitCount = (await from.log.load(tournament)).length
  // The lock blocks the import while it stores the rows outside the log.
  const lockHolder = await store.pool.connect()
  await lockHolder.query('begin; lock table kept.link')
  const lost = first.request('POST', importing, zip, key).catch(() => null)
  await until('all but its end to be stored', async () => (await stored()) === commitCount - 1)
  await first.child.end('SIGKILL')
  expect(await lost).toBeNull()
  await lockHolder.query('rollback')
  lockHolder.release()

  const second = await started(env)
  for (const path of ['', 'history/', 'standings/', 'export-history/']) {
    const { status } = await second.request('GET', `/api/tournament/tournament/1/${path}`)
    expect([path, status]).toEqual([path, 404])
  }
  for (const list of ['tournament', 'team', 'player', 'match', 'links', 'queue']) {
    const { body } = await second.request('GET', `/api/tournament/${list}/`)
    expect([list, body.results]).toEqual([list, []])
  }
  expect((await store.pool.query('select name from kept.player')).rows).toEqual([])
  expect(await stored()).toBe(commitCount - 1)
  for (let time = 0; time < 2; time++) {
    const { status, body } = await second.request('POST', importing, zip, key)
    expect([status, body.detail, body.id]).toEqual([201, undefined, 1])
    expect(await stored()).toBe(commitCount)
  }
  await expectMoved({ log, store }, 1, { ids: await importedIds(1, log), scene })
  await second.child.end('SIGKILL')
  await Promise.all([log.close(), store.close()])
})
