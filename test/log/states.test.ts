// The cache of folded states on real servers: a state that was evicted, packed, written or loaded
// again always equals a fold from the beginning.
import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { blueSlot } from '#events/state/match.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import { playGame } from '#events/simulation/play.ts'
import { isRefusal, openDesk } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'
import { openLog } from '#services/log/index.ts'
import type { Log, StoredCommit } from '#services/log/index.ts'
import { startProjector, verify } from '#services/projector/index.ts'
import { startAutomation } from '#services/automation/index.ts'
import { openStates } from '#services/states/index.ts'
import type { States } from '#services/states/index.ts'
import { openStore } from '#services/store/index.ts'
import type { Store } from '#services/store/index.ts'
import { anyCommand, beginning } from '../desk/model/random-commands.ts'
import { dice } from '../support/random.ts'
import { newDatabase, startApp } from '../support/app.ts'
import {
  idAllocator,
  done,
  newTournament,
  nextIds,
  projected,
  requestOf,
  until,
} from '../support/desk-client.ts'
import { expectRowsOfLog } from '../support/rows-of-log.ts'

const name = `s${randomBytes(6).toString('hex')}`
const databaseName = `states_${name}`
/** Small enough that only a few tournaments fit in memory. */
const tinyMb = 0.03
let store: Store
let log: Log
/** the positions after which tournaments were loaded, and after which the log was followed */
let reads: { tournament: number; after: number }[] = []
let follows: number[] = []

beforeAll(async () => {
  store = await openStore({ url: await newDatabase(databaseName) })
  const own = await openLog({ url: inject('natsUrl'), streams: `${name}_` })
  log = {
    ...own,
    ask: async (subject, ...rest) =>
      subject === 'witness.verify' ? { ok: true } : own.ask(subject, ...rest),
    load(tournament, after = 0) {
      reads.push({ tournament, after })
      return own.load(tournament, after)
    },
  }
  const follow: Log['follow'] = (after, each, signal) => {
    follows.push(after)
    return own.follow(after, each, signal)
  }
  log = { ...log, follow, pairs: [{ ...own.pairs[0]!, follow }] }
})

afterAll(async () => {
  await log?.close()
  await store?.close()
})

async function foldFromBeginning(tournament: number) {
  const stored = await log.load(tournament)
  return stored.reduce((t, { commit }) => fold(t, commit), emptyTournament(tournament))
}

async function withDesk<T>(
  memoryMb: number | undefined,
  work: (desk: Desk, states: States) => Promise<T>,
): Promise<T> {
  const states = openStates({ log, store, ...(memoryMb === undefined ? {} : { memoryMb }) })
  const desk = openDesk(log, { states, ...idAllocator })
  try {
    return await work(desk, states)
  } finally {
    desk.close()
    await states.written()
    states.close()
  }
}

/** Random commands, interleaved over several tournaments. */
async function randomEvenings(desk: Desk, { count, commands }: Record<string, number>) {
  const luck = dice(count! * 31 + commands!)
  const all = nextIds(count!)
  for (const tournament of all) {
    for (const command of beginning(luck)) await sendCommand(desk, tournament, command)
  }
  const requests: ReturnType<typeof requestOf>[] = []
  for (let n = 0; n < commands!; n++) {
    const tournament = luck.among(all)
    const t = await desk.state(tournament)
    const request = requestOf(tournament, anyCommand(t, luck))
    const answer = await desk.handle(request)
    // Commands that change nothing are not in the log.
    if (!isRefusal(answer) && answer.version > t.version) requests.push(request)
  }
  return { all, requests }
}

async function sendCommand(desk: Desk, tournament: number, command: Command): Promise<void> {
  await desk.handle(requestOf(tournament, command))
}

async function snapshotOf(tournament: number) {
  const { rows } = await store.pool.query<{ version: number; seq: number; body: string }>(
    'select version, seq, body from kept.snapshot where tournament = $1',
    [tournament],
  )
  return rows[0]
}

test('P6 P2: a state that was evicted and loaded again equals a fold from the beginning', async () => {
  const { all, requests } = await withDesk(tinyMb, async (desk, states) => {
    const created = await randomEvenings(desk, { count: 12, commands: 500 })
    const { states: live, packed, bytes } = states.size()
    expect(live + packed).toBeLessThan(created.all.length)
    expect(bytes).toBeLessThan(tinyMb * 2 ** 20 + 100_000)
    for (const tournament of created.all) {
      const { state, seq, chain } = await states.now(tournament)
      expect(state).toStrictEqual(await foldFromBeginning(tournament))
      const last = (await log.load(tournament)).at(-1)!
      expect({ seq, chain }).toEqual({ seq: last.seq, chain: last.commit.chain })
    }
    const before = await log.tail()
    for (const request of created.requests.slice(0, 40)) {
      const answer = await desk.handle(request)
      expect(isRefusal(answer)).toBe(false)
      expect(await desk.handle(request)).toEqual(answer)
    }
    expect(await log.tail()).toBe(before)
    return created
  })
  // Like another process: loads from snapshots and gives the same answers.
  await withDesk(undefined, async (desk, states) => {
    const [another] = requests
    const kept = (await Promise.all(all.map(snapshotOf))).filter((one) => one !== undefined)
    expect(kept.length).toBeGreaterThan(3)
    reads = []
    for (const tournament of all) {
      const saved = await snapshotOf(tournament)
      const { state } = await states.now(tournament)
      const own = reads.filter((one) => one.tournament === tournament)
      expect(own.map(({ after }) => after).includes(0)).toBe(!saved)
      expect(state).toStrictEqual(await foldFromBeginning(tournament))
    }
    const { version } = await states.cached(another!.tournament).then(({ state }) => state)
    const answer = await desk.handle(another!)
    expect(!isRefusal(answer) && answer.version).toBeLessThanOrEqual(version)
    const other = { ...another!, command: { type: 'RemoveAll', queue: 51 } as Command }
    expect(await desk.handle(other)).toMatchObject({ refused: 'ID_REUSED' })
  })
})

/** A tournament with a few hundred commits, and thus with a snapshot. */
async function longTournament(points = 260) {
  return withDesk(undefined, async (desk, states) => {
    const fixture = await newTournament(desk, { teams: 4, cabinets: [90] })
    const [match = 0] = fixture.matches
    const [team = 0] = fixture.teams
    for (let n = 0; n < points; n++) {
      const by = n % 2 === 0 ? 1 : -1
      await done(desk, fixture.tournament, { type: 'AddScore', match, team, by })
    }
    if (points < 200) return fixture
    await until('the snapshot', async () => {
      await states.written()
      return (await snapshotOf(fixture.tournament)) !== undefined
    })
    return fixture
  })
}

test('a long tournament is loaded from its snapshot and the later commits', async () => {
  const { tournament } = await longTournament()
  const saved = (await snapshotOf(tournament))!
  expect(saved.version).toBeGreaterThan(200)
  await withDesk(undefined, async (desk, states) => {
    reads = []
    const { state } = await states.now(tournament)
    expect(Math.min(...reads.map(({ after }) => after))).toBe(saved.seq - 1)
    expect(state.version).toBeGreaterThan(saved.version)
    expect(state).toStrictEqual(await foldFromBeginning(tournament))
    expect(await desk.state(tournament)).toBe(state)
  })
})

function hashOf({ seq, chain, body }: { seq: number; chain: string; body: string }): string {
  return createHash('sha256').update(`${seq} ${chain} ${body}`).digest('hex')
}

test('P9: a snapshot that is corrupt, of another log or of another format is not used', async () => {
  const { tournament } = await longTournament()
  const { seq, body } = (await snapshotOf(tournament))!
  const { rows } = await store.pool.query(
    'select version, chain, format, hash from kept.snapshot where tournament = $1',
    [tournament],
  )
  const sound = { ...rows[0], seq, body }
  const forged = body.replace('"name":"Friday"', '"name":"Foul"')
  expect(forged).not.toBe(body)
  const tail = await log.tail()
  const other = 'f'.repeat(64)
  const wrong = [
    { ...sound, body: forged },
    { ...sound, body: forged, format: sound.format + 1, hash: hashOf({ ...sound, body: forged }) },
    { ...sound, body: forged, chain: other, hash: hashOf({ seq, chain: other, body: forged }) },
    {
      ...sound,
      body: forged,
      seq: seq - 1,
      hash: hashOf({ ...sound, seq: seq - 1, body: forged }),
    },
    {
      ...sound,
      body: forged,
      seq: tail + 9,
      hash: hashOf({ ...sound, seq: tail + 9, body: forged }),
    },
  ]
  const expected = await foldFromBeginning(tournament)
  for (const [index, row] of wrong.entries()) {
    await store.pool.query('delete from kept.snapshot where tournament = $1', [tournament])
    await store.pool.query(
      `insert into kept.snapshot (tournament, version, seq, chain, format, hash, body)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [tournament, row.version, row.seq, row.chain, row.format, row.hash, row.body],
    )
    await withDesk(undefined, async (_, states) => {
      expect((await states.now(tournament)).state, `${index}`).toStrictEqual(expected)
    })
  }
})

test('commands do not wait for a database that is down', async () => {
  const { tournament, matches, teams } = await longTournament(20)
  const unavailableStore = await openStore({ url: inject('databaseUrl') })
  await unavailableStore.pool.end()
  const states = openStates({ log, store: unavailableStore })
  const desk = openDesk(log, { states, ...idAllocator })
  const command = { type: 'AddScore', match: matches[0]!, team: teams[0]!, by: 1 } as const
  await done(desk, tournament, command)
  expect((await states.now(tournament)).state).toStrictEqual(await foldFromBeginning(tournament))
  desk.close()
  states.close()
})

test('P5 P6: a projector far behind the desk of its process writes the same rows as a rebuild', async () => {
  await withDesk(undefined, async (desk, states) => {
    await randomEvenings(desk, { count: 6, commands: 150 })
    await longTournament(230)
    const projector = await startProjector({ log, store, states })
    const more = randomEvenings(desk, { count: 4, commands: 60 })
    await projected(log, store)
    await more
    await projected(log, store)
    await projector.stop()
  })
  await expectRowsOfLog({ log, store })
  expect((await verify(log, store)).problems).toEqual([])
})

test('followers of the log from its beginning do not load tournaments separately', async () => {
  const states = openStates({ log })
  const tail = await log.tail()
  reads = []
  for (const follower of [states.follower(), states.follower()]) {
    const ending = new AbortController()
    const each = async (batch: StoredCommit[]) => {
      for (const stored of batch) await follower(stored)
      if ((batch.at(-1)?.seq ?? 0) >= tail) ending.abort()
    }
    await log.follow(0, each, ending.signal)
  }
  expect(reads).toEqual([])
  states.close()
})

test('P5: a follower of the log halts a tournament that begins a second time', async () => {
  const { tournament } = await longTournament(3)
  const commits = (await log.load(tournament)).map(({ commit }) => commit)
  const twice = await openLog({ url: inject('natsUrl'), streams: `${name}_twice_` })
  let last = 0
  for (const commit of [...commits, commits[0]!]) {
    const stored = await twice.append(commit, last)
    last = stored === 'conflict' ? last : stored.seq
  }
  expect(last).toBe(commits.length + 1)
  const all = await twice.load(tournament)
  const states = openStates({ log: twice })
  const followed = async (stored: StoredCommit[]) => {
    const follower = states.follower()
    const found = []
    for (const one of stored) found.push((await follower(one)).damage)
    return found.at(-1)
  }
  const [seq, version] = [last, commits.length + 1]
  for (const stored of [all, all, all.slice(-1)])
    expect(await followed(stored)).toMatchObject({ tournament, seq, version })
  states.close()
  await twice.close()
})

test('the commit history from Postgres equals the one from the log', async () => {
  const { tournament } = await longTournament(120)
  const states = openStates({ log, store })
  const projector = await startProjector({ log, store, states })
  await projected(log, store)
  const entries = await states.histories.projected(tournament)
  const again = openStates({ log, store, memoryMb: tinyMb })
  expect((await again.histories.now(tournament)).entries).toEqual(entries)
  expect(entries.map(({ version }) => version)).toEqual(entries.map((_, index) => index + 1))
  await projector.stop()
  await withDesk(undefined, async (desk) => {
    await done(desk, tournament, { type: 'ChangeTournament', name: 'Saturday' })
  })
  expect((await states.histories.now(tournament)).entries).toHaveLength(entries.length + 1)
  expect(await states.histories.projected(tournament)).toEqual(entries)
  for (const each of [states, again]) each.close()
})

test('all services of a process share the states: a tournament is loaded from its log once', async () => {
  const app = await startApp()
  try {
    const { desk, states } = app
    const fixture = await newTournament(desk, { cabinets: [91] })
    const state = await desk.state(fixture.tournament)
    await until('the referee to be on', async () => (await app.log.tail()) > 0)
    expect((await states.cached(fixture.tournament)).state).toBe(state)
    const follower = states.follower()
    const stored = await app.log.load(fixture.tournament)
    const { steps } = await follower(stored.at(-1)!)
    expect(steps).toHaveLength(1)
    expect(steps[0]?.after.state).toBe(state)
    expect(steps[0]?.before.state.version).toBe(state.version - 1)
  } finally {
    await app.stop()
  }
})

test('P2 P17: a restarted referee on a long log reads only new commits, and continues to count', async () => {
  const { tournament, matches } = await longTournament(240)
  await withDesk(undefined, async (desk, states) => {
    const options = { log, desk, states }
    const [match = 0] = matches
    const start = { type: 'StartMatch', match, cabinet: 90, force: true } as const
    let automation = await startAutomation(options)
    await done(desk, tournament, start)
    const after = await log.tail()
    const games = ['first', 'second'].map((seed) =>
      playGame({ seed, startAt: new Date(), seconds: 7, winCondition: 'military', winner: 'blue' }),
    )
    const begins = games[0]!.findIndex(({ type }) => type === 'gamestart') + 1
    await log.appendFacts({ cabinet: 90, after, events: games[0]!.slice(0, begins) })
    await until(
      'the game to begin',
      async () => Object.keys((await desk.state(tournament)).games).length === 1,
    )
    await automation.stop()

    follows = []
    reads = []
    automation = await startAutomation(options)
    await log.appendFacts({ cabinet: 90, after, events: games[0]!.slice(begins) })
    await until('its win', async () => wins(await desk.state(tournament), match) === 1)
    expect(follows[0]).toBeGreaterThan(240)
    expect(reads.some((one) => one.after === 0)).toBe(false)
    await automation.stop()

    // A stored position of another log is ignored.
    const note = (await log.notes.get('referee.commits')) as object
    await log.notes.put('referee.commits', { ...note, chain: 'f'.repeat(64), active: [] })
    follows = []
    automation = await startAutomation(options)
    await log.appendFacts({ cabinet: 90, after: await log.tail(), events: games[1]! })
    await until('the next win', async () => wins(await desk.state(tournament), match) === 2)
    expect(follows[0]).toBe(0)
    await automation.stop()
  })
})

function wins(t: Awaited<ReturnType<Desk['state']>>, id: number): number {
  const match = t.matches[id]!
  const blue = blueSlot(match)
  return match.games.filter((game) => game.winner === blue).length
}
