import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import { playGame } from '#events/simulation/play.ts'
import { startWaggle } from '#services/index.ts'
import type { Waggle } from '#services/index.ts'
import { openDesk } from '#services/desk/index.ts'
import { WritingStopped, openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { rebuild, repair, startProjector } from '#services/projector/index.ts'
import { openStore } from '#services/store/index.ts'
import { newDatabase } from '../support/app.ts'
import {
  idAllocator,
  done,
  newTournament,
  projected,
  requestOf,
  until,
} from '../support/desk-client.ts'
import { expectRowsOfLog } from '../support/rows-of-log.ts'
import type { TestTournament } from '../support/desk-client.ts'
import { runScript } from '../support/run-script.ts'

const name = `w${randomBytes(6).toString('hex')}`
const adminKey = randomBytes(24).toString('base64url')
let dir: string
let nats: Nats
let databaseUrl: string
let fixture: TestTournament

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-witness-'))
  nats = await startNats({ dir })
  databaseUrl = await newDatabase(name)
})

afterAll(async () => {
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

function start(): Promise<Waggle> {
  return startWaggle({ databaseUrl, natsUrl: nats.url, adminKey, port: 0, quiet: true })
}

async function saveDisk(as: string): Promise<void> {
  await nats.stop()
  await cp(join(dir, 'store'), join(dir, as), { recursive: true })
  await nats.restart()
}

async function restoreDisk(from: string): Promise<void> {
  await nats.stop()
  await rm(join(dir, 'store'), { recursive: true })
  await cp(join(dir, from), join(dir, 'store'), { recursive: true })
  await nats.restart()
}

async function play(log: Log, game: number): Promise<void> {
  const events = playGame({
    seed: `${name} ${game}`,
    startAt: new Date(1_767_000_000_000 + game * 1e6),
  })
  const after = await log.tail()
  for (let from = 0; from < events.length; from += 40) {
    await log.appendFacts({ cabinet: 1, after, events: events.slice(from, from + 40) })
  }
  // One more message, with events that were sent already.
  await log.appendFacts({ cabinet: 1, after, events: events.slice(0, 3) })
}

function runRepair() {
  const env = { DATABASE_URL: databaseUrl, NATS_URL: nats.url }
  return runScript('scripts/repair.ts', { env })
}

function rename(waggle: Waggle, to: string) {
  const headers = { authorization: `Bearer ${adminKey}` }
  const url = `/api/tournament/tournament/${fixture.tournament}/`
  return waggle.web.inject({ method: 'PATCH', url, headers, payload: { name: to } })
}

async function expectHalted(waggle: Waggle, reason: RegExp): Promise<void> {
  const add = requestOf(fixture.tournament, { type: 'AddTeam', name: 'Late' })
  for (let time = 0; time < 3; time++) {
    const answer = waggle.desk.handle(add)
    await expect(answer).rejects.toThrow(WritingStopped)
    await expect(answer).rejects.toThrow(reason)
  }
  const refused = await rename(waggle, 'Nobody')
  expect(refused.statusCode).toBe(503)
  expect(refused.json()).toMatchObject({
    code: 'LOG_DIFFERS',
    detail: expect.stringMatching(reason),
  })
  const read = await waggle.web.inject(`/api/tournament/tournament/${fixture.tournament}/`)
  expect(read.json()).toMatchObject({ id: fixture.tournament, name: 'Friday' })
}

test('P9: an older log is detected, writes are refused, and the repair restores the lost commits', async () => {
  let waggle = await start()
  fixture = await newTournament(waggle.desk)
  const { pool } = waggle.store
  await pool.query(`insert into kept.scene (id, name, display_name) values (1, 'hive', 'Hive')`)
  await pool.query('insert into kept.tournament (id) values ($1)', [fixture.tournament])
  await play(waggle.log, 1)
  await projected(waggle.log, waggle.store)
  await waggle.stop()
  await saveDisk('older')

  waggle = await start()
  const other = await newTournament(waggle.desk)
  for (let n = 0; n < 12; n++) {
    await done(waggle.desk, n % 2 ? fixture.tournament : other.tournament, {
      type: 'AddTeam',
      name: `Added ${n}`,
    })
  }
  await play(waggle.log, 2)
  await play(waggle.log, 3)
  await projected(waggle.log, waggle.store)
  const before = await waggle.log.load(fixture.tournament)
  const games = await waggle.store.pool.query('select id, game_id from view.game order by id')
  await waggle.stop()
  await restoreDisk('older')

  waggle = await start()
  await expectHalted(waggle, /The log ends at \d+, but the database has seen it up to \d+/)
  const { code, output } = await runRepair()
  expect(output).toMatch(/Restored \d+ commits and \d+ messages of cabinet facts/)
  expect(code).toBe(0)
  expect(await waggle.log.load(fixture.tournament)).toEqual(before)
  expect((await rename(waggle, 'Friday')).statusCode).toBe(200)
  await done(waggle.desk, other.tournament, { type: 'AddTeam', name: 'Afterwards' })
  await play(waggle.log, 4)
  await expectRowsOfLog(waggle)
  const again = await waggle.store.pool.query('select id, game_id from view.game order by id')
  expect(again.rows.slice(0, 3)).toEqual(games.rows)
  expect((await runRepair()).output).toContain('nothing to repair')
  await waggle.stop()
})

test('P9: services that run while the disk is replaced detect it too', async () => {
  const waggle = await start()
  await projected(waggle.log, waggle.store)
  await saveDisk('older still')
  await until('the services to be back', () =>
    done(waggle.desk, fixture.tournament, { type: 'AddTeam', name: 'Seen' }).then(
      () => true,
      () => false,
    ),
  )
  await projected(waggle.log, waggle.store)
  await restoreDisk('older still')
  await until('the halt', () =>
    done(waggle.desk, fixture.tournament, { type: 'AddTeam', name: 'Not taken' }).then(
      () => false,
      (error: unknown) => error instanceof WritingStopped,
    ),
  )
  await expectHalted(waggle, /The log ends at/)
  expect((await runRepair()).code).toBe(0)
  await done(waggle.desk, fixture.tournament, { type: 'AddTeam', name: 'Taken' })
  await expectRowsOfLog(waggle)
  await waggle.stop()
})

test('P9: a log that was killed and wiped is restored completely, each commit at its position', async () => {
  let waggle = await start()
  await play(waggle.log, 5)
  await projected(waggle.log, waggle.store)
  const before = await waggle.log.load(fixture.tournament)
  const tails = [await waggle.log.tail(), await waggle.log.factsTail()]
  await nats.kill()
  await waggle.stop()
  await rm(join(dir, 'store'), { recursive: true })
  await nats.restart()

  waggle = await start()
  await expectHalted(waggle, /The log ends at 0, but the database has seen it up to \d+/)
  const { code, output } = await runRepair()
  expect([code, output]).toEqual([
    0,
    expect.stringContaining(`Restored ${tails.join(' commits and ')}`),
  ])
  expect(await waggle.log.load(fixture.tournament)).toEqual(before)
  expect([await waggle.log.tail(), await waggle.log.factsTail()]).toEqual(tails)
  await done(waggle.desk, fixture.tournament, { type: 'AddTeam', name: 'After all' })
  await expectRowsOfLog(waggle)
  await waggle.stop()
})

test('P9: the next repair finishes one that was killed before it rebuilt the rows', async () => {
  const waggle = await start()
  await play(waggle.log, 6)
  await projected(waggle.log, waggle.store)
  await waggle.stop()
  await nats.stop()
  await rm(join(dir, 'store'), { recursive: true })
  await nats.restart()
  const { log, store, close } = await openBoth()
  expect((await repair(log, store)).facts).toBeGreaterThan(0)
  await close()

  const env = { DATABASE_URL: databaseUrl, NATS_URL: nats.url }
  expect(await runScript('scripts/verify.ts', { env })).toEqual({
    code: 1,
    output: expect.stringMatching(/^cabinet: the rows differ [^]*npm run rebuild builds/),
  })
  expect(await runRepair()).toEqual({
    code: 0,
    output: expect.stringMatching(/Rows differ [^]*Rebuilt the read models/),
  })
  expect((await runScript('scripts/verify.ts', { env })).code).toBe(0)
  expect((await runRepair()).output).not.toContain('Rebuilt')
})

test('P9: rows and copies that the database has lost are built again from the log', async () => {
  const waggle = await start()
  const earlier = await waggle.log.factsTail()
  await play(waggle.log, 7)
  await done(waggle.desk, fixture.tournament, { type: 'AddTeam', name: 'Copied' })
  await projected(waggle.log, waggle.store)
  await waggle.stop()
  const { log, store, close } = await openBoth()
  const counts = async () => {
    const text = `select (select count(*) from view.cabinet_event) as events,
      (select count(*) from kept.witness) as copies`
    return (await store.pool.query(text)).rows
  }
  const before = await counts()
  const env = { DATABASE_URL: databaseUrl, NATS_URL: nats.url }
  const runVerify = () => runScript('scripts/verify.ts', { env })

  // The last message has events of an earlier one, which has to lose its rows too.
  await store.pool.query('delete from view.cabinet_event where seq > $1', [earlier])
  expect((await runVerify()).output).toMatch(/cabinet facts differs [^]+npm run repair/)
  expect(await runRepair()).toEqual({
    code: 0,
    output: expect.stringMatching(/lost rows of \d+ messages[^]*Rebuilt the read models/),
  })
  expect((await runVerify()).code).toBe(0)

  await store.pool.query('delete from kept.witness where seq between 3 and 4')
  expect(await runVerify()).toEqual({
    code: 1,
    output: expect.stringMatching(/^kept\.witness lacks the commits 3 to 4\.\nnpm run rebuild/),
  })
  expect((await runScript('scripts/rebuild.ts', { env })).code).toBe(0)
  expect((await runVerify()).code).toBe(0)
  expect(await counts()).toEqual(before)
  expect((await runRepair()).output).toContain('nothing to repair')

  // Rows of another log at the same position are no loss.
  await store.pool
    .query(`update view.cabinet_event set event_id = 'other' where seq = 1 and event_id
    = (select min(event_id) from view.cabinet_event where seq = 1)`)
  expect((await runRepair()).output).toMatch(/Nothing was written. .+ differs at 1 from/)
  await rebuild(log, store)
  await close()
})

async function openBoth() {
  const [log, store] = [await openLog({ url: nats.url }), await openStore({ url: databaseUrl })]
  return { log, store, close: () => Promise.all([log.close(), store.close()]) }
}

test('P9: rows rebuilt without a running projector leave no gap in the witness', async () => {
  const streams = 'behind_'
  const log = await openLog({ url: nats.url, streams })
  const store = await openStore({ url: await newDatabase(`${name}_behind`) })
  const desk = openDesk({ ...log, ask: async () => ({ ok: true }) }, idAllocator)
  await newTournament(desk)
  desk.close()
  await rebuild(log, store)
  const { rows } = await store.pool.query<{ seq: number }>(
    'select seq from kept.witness order by 1',
  )
  const all = Array.from({ length: await log.tail() }, (_, index) => index + 1)
  expect(rows.map(({ seq }) => seq)).toEqual(all)
  expect(await repair(log, store)).toEqual({
    commits: 0,
    facts: 0,
    replaced: 0,
    lostRows: 0,
    lostFacts: [],
  })
  await Promise.all([log.close(), store.close()])
})

test('P9: a log that diverged is detected, and not repaired', async () => {
  await restoreDisk('older')
  const log = await openLog({ url: nats.url })
  const uncheckedDesk = openDesk({ ...log, ask: async () => ({ ok: true }) }, idAllocator)
  for (let n = 0; n < 60; n++) {
    await done(uncheckedDesk, fixture.tournament, {
      type: 'AddTeam',
      name: `Elsewhere ${n}`,
    })
  }
  uncheckedDesk.close()
  const tail = await log.tail()
  await log.close()

  const waggle = await start()
  await expectHalted(waggle, /The log differs at \d+ from what the database has seen/)
  const { code, output } = await runRepair()
  expect(output).toMatch(/Nothing was written. The log differs at \d+/)
  expect(code).toBe(1)
  expect(await waggle.log.tail()).toBe(tail)
  await waggle.stop()
})

test('P9: an altered commit halts its tournament, with an error that names it', async () => {
  const clean = await openLog({ url: nats.url, streams: 'clean_' })
  const vouched = { ...clean, ask: async () => ({ ok: true }) }
  const writer = openDesk(vouched, idAllocator)
  const { tournament } = await newTournament(writer)
  await done(writer, tournament, { type: 'AddTeam', name: 'Bees' })
  await done(writer, tournament, { type: 'AddTeam', name: 'Wasps' })
  const commits = (await clean.load(tournament)).map(({ commit }) => commit)
  const altered = commits.at(-2)!
  altered.at = '2020-01-01T00:00:00.000Z'

  const log = await openLog({ url: nats.url, streams: 'altered_' })
  let seq = 0
  for (const commit of commits) {
    const stored = await log.append(commit, seq)
    seq = stored === 'conflict' ? -1 : stored.seq
  }
  const store = await openStore({ url: await newDatabase(`${name}_altered`) })
  const errors: string[] = []
  const logError = (_what: string, error: unknown) => errors.push(String(error))
  const projector = await startProjector({ log, store, logError })
  const wrong = `damaged at step ${altered.version}, which has been altered.`
  const damageErrors = () => errors.filter((one) => one.includes(wrong))
  // On a busy machine there may also be errors of waiting for a server.
  await until('an error', () => damageErrors().length > 0)
  const desk = openDesk(log, idAllocator)
  for (let time = 0; time < 20; time++) {
    const taken = desk.handle(requestOf(tournament, { type: 'AddTeam', name: 'Hornets' }))
    await expect(taken).rejects.toThrow(wrong)
  }
  expect(damageErrors()).toHaveLength(1)
  const { rows } = await store.pool.query(
    'select max(version) as version from view.tournament_version',
  )
  expect(rows[0].version).toBe(altered.version - 1)
  const other = await newTournament(desk)
  await projected(log, store)
  await done(desk, other.tournament, { type: 'AddTeam', name: 'Others' })
  desk.close()
  writer.close()
  await projector.stop()
  await Promise.all([log.close(), clean.close(), store.close()])
})
