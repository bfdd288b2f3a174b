import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startNats } from '#scripts/servers/index.ts'
import type { Nats } from '#scripts/servers/index.ts'
import { playGame } from '#events/simulation/play.ts'
import { startWaggle } from '#services/index.ts'
import type { Waggle } from '#services/index.ts'
import { openDesk } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'
import { Unavailable, openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { startAutomation } from '#services/automation/index.ts'
import type { GameVerdict } from '#events/view/frames.ts'
import { verify } from '#services/projector/index.ts'
import { newDatabase } from '../support/app.ts'
import { idAllocator, done, newTournament, projected, until } from '../support/desk-client.ts'
import { expectRowsOfLog } from '../support/rows-of-log.ts'
import type { TestTournament } from '../support/desk-client.ts'
import { runScript } from '../support/run-script.ts'

// One commit of a tournament is damaged on the disk of the log. Another tournament plays on.
const name = `h${randomBytes(6).toString('hex')}`
const adminKey = randomBytes(24).toString('base64url')
const headers = { authorization: `Bearer ${adminKey}` }
const stage = { winsPerMatch: 0, roundsPerMatch: 99 }
let dir: string
let nats: Nats
let databaseUrl: string
let waggle: Waggle
let damagedTournament: TestTournament
let soundTournament: TestTournament

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'waggle-halted-'))
  nats = await startNats({ dir })
  databaseUrl = await newDatabase(name)
  waggle = await start()
  damagedTournament = await newTournament(waggle.desk, { cabinets: [1], stage })
  soundTournament = await newTournament(waggle.desk, { cabinets: [2], stage })
  const { pool } = waggle.store
  await pool.query(`insert into kept.scene (id, name, display_name) values (1, 'hive', 'Hive')`)
  await begin({ log: waggle.log, desk: waggle.desk, testTournament: damagedTournament, cabinet: 1 })
  for (const { tournament } of [damagedTournament, soundTournament]) {
    await pool.query('insert into kept.tournament (id) values ($1)', [tournament])
    await done(waggle.desk, tournament, { type: 'ChangeTournament', name: 'Still here' })
  }
  await projected(waggle.log, waggle.store)
})

afterAll(async () => {
  await waggle?.stop()
  await nats?.stop()
  await rm(dir, { recursive: true, force: true })
})

function start(): Promise<Waggle> {
  return startWaggle({ databaseUrl, natsUrl: nats.url, adminKey, port: 0, quiet: true })
}

/**
 * Damages a message on disk. The server notices by its checksum and skips the message.
 * `isCut`: the file ends there, so the server also forgets that the message was the last one.
 */
async function damage(id: string, isCut = false): Promise<void> {
  await nats.stop()
  const file = join(dir, 'store/jetstream/$G/streams/tournaments/msgs/1.blk')
  const bytes = await readFile(file)
  const at = bytes.indexOf(id)
  expect(at).toBeGreaterThan(0)
  bytes.write('damaged', at)
  await writeFile(file, isCut ? bytes.subarray(0, at) : bytes)
  await nats.restart()
}

function rename(testTournament: TestTournament, to: string) {
  const url = `/api/tournament/tournament/${testTournament.tournament}/`
  return waggle.web.inject({ method: 'PATCH', url, headers, payload: { name: to } })
}

function runRepair() {
  const env = { DATABASE_URL: databaseUrl, NATS_URL: nats.url }
  return runScript('scripts/repair.ts', { env })
}

async function expectRefused(version: number): Promise<void> {
  await until('the refusal', async () => (await rename(damagedTournament, 'No')).statusCode === 409)
  const refused = await rename(damagedTournament, 'No')
  expect(refused.json()).toMatchObject({
    code: 'TOURNAMENT_HALTED',
    detail: expect.stringContaining(`is stopped: its log is damaged at step ${version}`),
  })
  const read = await waggle.web.inject(
    `/api/tournament/tournament/${damagedTournament.tournament}/`,
  )
  expect(read.json()).toMatchObject({ name: 'Still here' })
}

type PlayedMatch = { log: Log; desk: Desk; testTournament: TestTournament; cabinet: number }

async function begin({ desk, testTournament, cabinet }: PlayedMatch): Promise<void> {
  const [match = 0] = testTournament.matches
  await done(desk, testTournament.tournament, { type: 'StartMatch', match, cabinet, force: true })
}

async function play(
  { log, cabinet }: PlayedMatch,
  game: number,
  part: 'most' | 'end',
): Promise<void> {
  const startAt = new Date(1_767_000_000_000 + game * 1e6)
  // Sent at once, and again after a restart, so a longer game would be treated as late (R-GE-4).
  const short = { winCondition: 'military', seconds: 7 } as const
  const events = playGame({ seed: `${name} ${cabinet} ${game}`, startAt, winner: 'blue', ...short })
  const after = await log.tail()
  const sent = part === 'most' ? events.slice(0, -3) : events.slice(-3)
  await log.appendFacts({ cabinet, after, events: sent })
}

/** Plays games; returns the times (ms) from the last message of each until its verdict, sorted. */
async function gameTimes(played: PlayedMatch, count: number, first = 0): Promise<number[]> {
  const timesMs: number[] = []
  for (let game = first; game < first + count; game++) {
    await play(played, game, 'most')
    const judged = Promise.withResolvers<GameVerdict>()
    const unsubscribe = played.log.subscribe(`judged.${played.cabinet}`, (verdict) =>
      judged.resolve(verdict as GameVerdict),
    )
    const startMs = performance.now()
    await play(played, game, 'end')
    expect((await judged.promise).counted).toMatchObject({
      tournament: played.testTournament.tournament,
    })
    timesMs.push(performance.now() - startMs)
    unsubscribe()
  }
  return timesMs.toSorted((a, b) => a - b)
}

async function gamesCounted(log: Log, { tournament }: TestTournament): Promise<number> {
  const events = (await log.load(tournament)).flatMap(({ commit }) => commit.events)
  return events.filter(({ type }) => type === 'GameCounted').length
}

test('P9: a commit damaged on disk halts only its tournament, until it is repaired', async () => {
  const own = (await waggle.log.load(damagedTournament.tournament)).map(({ commit }) => commit)
  const victim = own.at(-4)!
  await damage(victim.id)
  await expectRefused(victim.version)
  await until(
    'the other to be taken',
    async () => (await rename(soundTournament, 'Yes')).statusCode === 200,
  )
  // A command is refused by the desk first; the gate gets to know it from the projector.
  const readiness = async () => (await waggle.web.inject('/readyz')).json()
  await until('readiness to say it', async () => 'degraded' in (await readiness()))
  expect(await readiness()).toEqual({ ok: true, degraded: ['gate'] })
  const played = { log: waggle.log, desk: waggle.desk, testTournament: soundTournament, cabinet: 2 }
  await begin(played)
  const timesMs = await gameTimes(played, 40)
  console.info(`game to score beside a halted tournament: p99 ${timesMs.at(-1)!.toFixed(1)} ms`)
  await play({ ...played, cabinet: 1 }, 0, 'most')
  await play({ ...played, cabinet: 1 }, 0, 'end')
  const { problems } = await verify(waggle.log, waggle.store)
  expect(problems).toEqual([
    expect.stringContaining(
      `Tournament ${damagedTournament.tournament} is stopped: its log is damaged`,
    ),
  ])

  await waggle.stop()
  waggle = await start()
  await expectRefused(victim.version)
  expect((await rename(soundTournament, 'Again')).statusCode).toBe(200)

  const { code, output } = await runRepair()
  expect(output).toContain('Restored 1 damaged commits.')
  expect(code).toBe(0)
  await until(
    'it to go on',
    async () => (await rename(damagedTournament, 'Goes on')).statusCode === 200,
  )
  expect(
    (await waggle.log.load(damagedTournament.tournament))
      .map(({ commit }) => commit)
      .slice(0, own.length),
  ).toEqual(own)
  await until('its game', async () => (await gamesCounted(waggle.log, damagedTournament)) === 1)
  await expectRowsOfLog(waggle)
  expect((await verify(waggle.log, waggle.store)).problems).toEqual([])
})

test.each([
  ['skips', false],
  ['has forgotten', true],
])(
  'P9: a tournament whose last commits are damaged goes on after the repair, if the server %s them',
  async (_, isCut) => {
    const before = await waggle.log.load(damagedTournament.tournament)
    for (const to of ['Last but one', 'Last']) await rename(damagedTournament, to)
    await projected(waggle.log, waggle.store)
    const own = await waggle.log.load(damagedTournament.tournament)
    expect(own.at(-1)?.seq).toBe(await waggle.log.tail())
    await waggle.stop()
    const lost = own.slice(before.length)
    for (const { commit } of isCut ? lost.slice(0, 1) : lost) await damage(commit.id, isCut)
    waggle = await start()

    // A server that reads a file again drops all that follows the first damage in it.
    const count = isCut ? '\\d+' : '2'
    expect((await runRepair()).output).toMatch(new RegExp(`^Restored ${count} damaged commits`))
    await until(
      'it to go on',
      async () => (await rename(damagedTournament, 'On')).statusCode === 200,
    )
    await rename(damagedTournament, 'And on')
    const after = await waggle.log.load(damagedTournament.tournament)
    expect(after.slice(0, own.length)).toEqual(own)
    expect(after).toHaveLength(own.length + 2)
    await expectRowsOfLog(waggle)
    expect((await verify(waggle.log, waggle.store)).problems).toEqual([])
  },
)

test('a tournament whose commits the log rejects delays no other, and its games count later', async () => {
  const log = await openLog({ url: nats.url, streams: 'stuck_' })
  let isStuck = false
  const append: Log['append'] = (commit, ...rest) =>
    isStuck && commit.tournament === stuck.tournament
      ? Promise.reject(new Unavailable('refused'))
      : log.append(commit, ...rest)
  const refusingLog = { ...log, append, ask: async () => ({ ok: true }) }
  const desk = openDesk(refusingLog, idAllocator)
  const stuck = await newTournament(desk, { cabinets: [1], stage })
  const free = await newTournament(desk, { cabinets: [2], stage })
  const [first, second] = [
    { log, desk, testTournament: stuck, cabinet: 1 },
    { log, desk, testTournament: free, cabinet: 2 },
  ]
  for (const played of [first, second]) await begin(played)
  const automation = await startAutomation({ log, desk })
  await gameTimes(second, 1)

  isStuck = true
  for (let game = 0; game < 3; game++) {
    for (const part of ['most', 'end'] as const) await play(first, game, part)
  }
  const timesMs = await gameTimes(second, 30, 1)
  console.info(`game to score beside a stuck tournament: p99 ${timesMs.at(-1)!.toFixed(1)} ms`)
  expect(await gamesCounted(log, stuck)).toBe(0)
  isStuck = false
  await until('its games', async () => (await gamesCounted(log, stuck)) === 3)
  await automation.stop()
  desk.close()
  await log.close()
})
