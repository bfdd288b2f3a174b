import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { z } from 'zod'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import { tables } from '#events/schema/rows.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import { keyOf, tableNames } from '#events/view/keys.ts'
import { rowsOf } from '#events/view/tournament-rows.ts'
import { playGame } from '#events/simulation/play.ts'
import { random } from '#events/simulation/random.ts'
import { openDesk } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'
import { sourceOf } from '#services/fanout/tournament/source.ts'
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { rebuild, startProjector, verify } from '#services/projector/index.ts'
import { checkpointName, checkpointOf, put, write } from '#services/projector/writes.ts'
import type { Writes } from '#services/projector/writes.ts'
import { migrate, openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { bundled, startChild } from '../support/child-process.ts'
import { startLoadOnLog } from '../support/load-on-log.ts'
import { times } from '../support/long-runs.ts'
import { newDatabase } from '../support/app.ts'
import {
  idAllocator,
  newTournament,
  pause,
  projected,
  requestOf,
  seedOf,
} from '../support/desk-client.ts'
import { expectRowsOfLog } from '../support/rows-of-log.ts'

const natsUrl = inject('natsUrl')
let name: string
let databaseUrl: string
let store: Store
let log: Log
let desk: Desk
let stopVouching: () => void

beforeEach(async () => {
  name = `p${randomBytes(6).toString('hex')}`
  databaseUrl = await newDatabase(name)
  store = await openStore({ url: databaseUrl })
  log = await openLog({ url: natsUrl, streams: `${name}_` })
  // Projectors start and stop in these tests, so the test vouches for the log instead.
  stopVouching = log.answer('witness.verify', async () => ({ ok: true }))
  desk = openDesk(log, idAllocator)
})

afterEach(async () => {
  stopVouching?.()
  desk?.close()
  await log?.close()
  await store?.close()
})

/** Asserts that rows, frames and checkpoints are exactly those of the log (P6). */
async function expectProjectedOnce(): Promise<void> {
  const upTo = await expectRowsOfLog({ log, store })
  const { rows } = await store.pool.query<{ tournament: number; versions: number[]; last: number }>(
    `select c.tournament, array_agg(c.version order by c.version) as versions, max(v.version) as last
     from view.change c join view.tournament_version v using (tournament) group by 1`,
  )
  for (const { versions, last } of rows) {
    const all = Array.from({ length: last }, (_, index) => index + 1)
    expect(versions).toEqual(all.slice(-1_000)) // P5
  }
  const seen = await store.pool.query<{ n: number }>('select count(*)::int as n from kept.witness')
  expect(seen.rows[0]?.n).toBe(upTo.tournament)
}

const kills = times(12, 60)

test('P5 P6 P8: a projector that is killed many times during its work leaves exact rows', async () => {
  const seed = seedOf('projector kills')
  const chance = random(seed)
  const load = await startLoadOnLog(desk, log, { seed, pauseMs: 30 })
  const env = { DATABASE_URL: databaseUrl, NATS_URL: natsUrl, STREAMS: `${name}_` }
  const program = await bundled('test/log/children/projector.ts')
  let next = startChild(program, env)
  for (let kill = 0; kill < kills; kill++) {
    await next.ready
    const child = next
    // The next one starts already, so for a moment there are two.
    next = startChild(program, env)
    await pause(chance.between(0, 250))
    expect(await child.end('SIGKILL')).toBe('SIGKILL')
  }
  console.info('flowed', await load.stop())
  await next.ready
  await expectProjectedOnce()
  await next.end('SIGKILL')
})

test('P8: two concurrent projectors are fenced and leave exact rows', async () => {
  const seed = seedOf('two projectors')
  const logs = [log, await openLog({ url: natsUrl, streams: `${name}_` })]
  const load = await startLoadOnLog(desk, log, { seed, pauseMs: 20 })
  const both = await Promise.all(logs.map((own) => startProjector({ log: own, store })))
  await pause(2_000)
  await load.stop()
  await expectProjectedOnce()
  for (const projector of both) await projector.stop()
  await logs[1]!.close()
})

test('P8: a projector that another one has overtaken writes nothing', async () => {
  const projector = await startProjector({ log, store })
  await projector.stop()
  const checkpoint = checkpointName('tournament', 0)
  const position = () => checkpointOf(store, 'view', checkpoint)
  const from = await position()
  const batch = (commits: number) => {
    const writes: Writes = new Map()
    put(writes, 'tournamentVersion', '1', { tournament: 1, version: commits })
    const halts = [{ tournament: commits, seq: commits, version: commits, reason: 'damaged' }]
    return {
      schema: 'view',
      checkpoint: { name: checkpoint, from, to: from + commits },
      writes,
      halts,
    }
  }
  expect(await write(store, batch(2))).toBe(true)
  expect(await write(store, batch(1))).toBe(false)
  expect(await position()).toBe(from + 2)
  const { rows: versions } = await store.pool.query('select * from view.tournament_version')
  expect(versions).toEqual([{ tournament: 1, version: 2 }])
  const { rows: halted } = await store.pool.query('select tournament from kept.halted')
  expect(halted).toEqual([{ tournament: 2 }])
})

test('P8: a projector writes nothing to rows that another release has built', async () => {
  const errors: string[] = []
  const currentForm = await formOfRows()
  const setForm = (form: string) => store.pool.query('update view.checkpoint set form = $1', [form])
  await setForm('another')
  const logError = (_: string, error: unknown) => void errors.push(String(error))
  const projector = await startProjector({ log, store, logError })
  const { tournament } = await newTournament(desk)
  const fromAnotherRelease = expect.stringContaining(
    'the rows are those of another release',
  ) as string
  await expect.poll(() => errors).toContainEqual(fromAnotherRelease)
  expect(await teamCount()).toBe(0)
  await setForm(currentForm)
  await expectProjectedOnce()
  // Another release may also rebuild the rows while a projector runs.
  errors.length = 0
  await setForm('another')
  await desk.handle(requestOf(tournament, { type: 'AddTeam', name: 'Late' }))
  await expect.poll(() => errors).toContainEqual(fromAnotherRelease)
  expect(await teamCount()).toBe(4)
  await setForm(currentForm)
  await expectProjectedOnce()
  await projector.stop()
})

test('P8: rows lost in a fail-over are written again without another commit', async () => {
  const projector = await startProjector({ log, store, checkEveryMs: 50 })
  const { tournament } = await newTournament(desk)
  await desk.handle(requestOf(tournament, { type: 'AddTeam', name: 'Late' }))
  await expectProjectedOnce()
  const tail = await log.tail()
  // Like a standby that took over before it had the last commit.
  await store.pool.query(`
    begin;
    delete from view.team where name = 'Late';
    delete from view.change where version = (select max(version) from view.change);
    update view.tournament_version set version = version - 1;
    delete from kept.witness where seq = ${tail};
    update view.checkpoint set seq = ${tail} - 1 where name = 'tournament';
    commit`)
  await expectProjectedOnce()
  await projector.stop()
})

async function formOfRows(): Promise<string> {
  const { rows } = await store.pool.query<{ form: string }>('select form from view.checkpoint')
  return rows[0]!.form
}

async function teamCount(): Promise<number> {
  const { rows } = await store.pool.query<{ n: number }>('select count(*) as n from view.team')
  return rows[0]!.n
}

test('P6: rows rebuilt during commands are those of the log', async () => {
  const seed = seedOf('rebuild')
  const projector = await startProjector({ log, store })
  const load = await startLoadOnLog(desk, log, { seed })
  for (let round = 0; round < 2; round++) {
    const { commits } = await rebuild(log, store)
    expect(commits).toBeGreaterThan(0)
    expect(await verify(log, store)).toMatchObject({ problems: [] })
  }
  await load.stop()
  await expectProjectedOnce()
  await projector.stop()
})

test('P6: verify names the table of a manually altered row', async () => {
  const projector = await startProjector({ log, store })
  await newTournament(desk)
  await projected(log, store)
  expect(await verify(log, store)).toMatchObject({ problems: [] })
  const change = `update view.match set blue_score = blue_score + $1 where id = (select min(id) from view.match)`
  await store.pool.query(change, [1])
  const { problems } = await verify(log, store)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^match: /)
  await store.pool.query(change, [-1])
  expect(await verify(log, store)).toMatchObject({ problems: [] })
  await projector.stop()
})

test('P6: a game without a winner ends, however the facts were split into batches', async () => {
  const cabinet = 77
  const game = (n: number) =>
    playGame({ seed: `left ${n}`, startAt: new Date(1_767_000_000_000 + n * 200_000), seconds: 20 })
  const without = (events: CabinetEvent[], ...types: string[]) =>
    events.filter(({ type }) => !types.includes(type))
  const [unfinished, unwon, last] = [
    without(game(1), 'gameend', 'victory'),
    without(game(2), 'victory').concat({ ...game(2).at(-1)!, type: 'gameend', eventID: 'end 2' }),
    without(game(3), 'gameend', 'victory'),
  ]
  const projector = await startProjector({ log, store })
  const appendFacts = (events: CabinetEvent[]) => log.appendFacts({ cabinet, after: 0, events })
  const statuses = async () => {
    await projected(log, store)
    const { rows } = await store.pool.query<{ status: string; ended: boolean }>(
      'select status, end_time is not null as ended from view.game where cabinet = $1 order by id',
      [cabinet],
    )
    return rows.map(({ status, ended }) => `${status}${ended ? ' ended' : ''}`)
  }
  await appendFacts(unfinished)
  expect(await statuses()).toEqual(['running'])
  await appendFacts(unwon)
  expect(await statuses()).toEqual(['no_result', 'running'])
  // The first event of the next game comes after the time in which a victory is accepted.
  await appendFacts(last.slice(0, 1))
  expect(await statuses()).toEqual(['no_result', 'no_result ended'])
  await appendFacts(last.slice(1))
  expect(await statuses()).toEqual(['no_result', 'no_result ended', 'running'])
  await appendFacts(game(3).slice(-1))
  expect(await statuses()).toEqual(['no_result', 'no_result ended', 'complete ended'])
  await expectProjectedOnce()
  await projector.stop()
})

test('P8: texts that Postgres cannot store do not stop the projector', async () => {
  const projector = await startProjector({ log, store })
  const time = '2026-01-03T20:00:00.000Z'
  const odd = { gameID: 'a\0b', eventID: 'odd', time, type: 'gamestart\0', values: ['\ud800'] }
  const attract = { ...odd, gameID: 'attract', type: 'gamestart', values: ['', '', '', 'True'] }
  await log.appendFacts({ cabinet: 78, after: 0, events: [odd, { ...attract, eventID: 'demo' }] })
  await newTournament(desk).then(({ tournament }) =>
    desk.handle(requestOf(tournament, { type: 'AddTeam', name: 'Bees \0 \udc00' })),
  )
  await expectProjectedOnce()
  await projector.stop()
})

test('P6: a snapshot has every column of every row of the log', async () => {
  const seed = seedOf('snapshot')
  const projector = await startProjector({ log, store })
  const load = await startLoadOnLog(desk, log, { seed })
  await pause(1_500)
  await load.stop()
  await projected(log, store)
  const { rows: all } = await store.pool.query<{ id: number }>('select id from view.tournament')
  const seen = new Set<string>()
  for (const { id } of all) {
    const commits = await log.load(id)
    const state = commits.reduce((t, { commit }) => fold(t, commit), emptyTournament(id))
    const expected = rowsOf(state)
    const { rows } = await sourceOf(store, id).snapshot()
    for (const table of tableNames) {
      const key = keyOf[table] as (row: object) => string
      const found = new Map(rows[table].map((row) => [key(row), row]))
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries<object>(expected[table]))
      for (const row of rows[table]) z.strictObject(tables[table].shape).parse(row)
      if (found.size > 0) seen.add(table)
    }
  }
  const shown = ['tournament', 'team', 'bracket', 'match', 'queue', 'standing']
  expect([...seen]).toEqual(expect.arrayContaining(shown))
  await projector.stop()
})

test('a start is refused if columns were altered manually, until the rows are rebuilt', async () => {
  const alter = (alteration: string) => store.pool.query(`alter table view.match ${alteration}`)
  for (const [alteration, message] of [
    ['add column mascot text', 'it has match.mascot text.'],
    ['drop column mascot, drop column note', 'it lacks match.note text.'],
    ['add column note text not null', 'it has match.note text not null, it lacks match.note text.'],
  ] as const) {
    await alter(alteration)
    expect(await migrate(store)).toEqual({ viewIsNew: false })
    await expect(startProjector({ log, store })).rejects.toThrow(message)
  }
  await rebuild(log, store)
  const projector = await startProjector({ log, store })
  await newTournament(desk)
  await expectProjectedOnce()
  await projector.stop()
})
