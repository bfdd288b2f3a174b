import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import type { Commit } from '#events/schema/commit.ts'
import { evening } from '#scripts/bench/children/generated-season.ts'
import { playGame } from '#events/simulation/play.ts'
import { openDesk } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'
import { chainOf, openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { startAutomation } from '#services/automation/index.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'
import type { DeskOnLog } from '../support/desk-on-log.ts'
import { retryUnavailable } from '../support/load-on-log.ts'
import { idAllocator, done, newTournament, requestOf, until } from '../support/desk-client.ts'
import type { TestTournament } from '../support/desk-client.ts'

// Two tournaments of a scene share cabinets: a cabinet has one match, and no game is lost.

let deskOnLog: DeskOnLog
let log: Log
let desk: Desk

beforeAll(async () => {
  deskOnLog = await openDeskOnLog()
  ;({ log, desk } = deskOnLog)
})
afterAll(() => deskOnLog?.close())

const cabinetOf = async ({ tournament }: TestTournament, match: number | undefined) =>
  (await desk.state(tournament)).matches[match ?? 0]?.cabinet ?? null

const handle = ({ tournament }: TestTournament, command: Command, by = desk) =>
  retryUnavailable(() => by.handle(requestOf(tournament, command)))

const send = (testTournament: TestTournament, command: Command) =>
  done(desk, testTournament.tournament, command)

async function twoTournamentsOn(
  cabinet: number,
  queueTimer = 0,
): Promise<[TestTournament, TestTournament]> {
  const options = { cabinets: [cabinet], stage: { queueTimer, winsPerMatch: 1 } }
  const two: [TestTournament, TestTournament] = [
    await newTournament(desk, options),
    await newTournament(desk, options),
  ]
  for (const testTournament of two) await queueAll(testTournament)
  return two
}

async function queueAll(testTournament: TestTournament): Promise<void> {
  const { queues } = await desk.state(testTournament.tournament)
  const queue = Object.values(queues)[0]!.id
  await send(testTournament, { type: 'SetQueue', queue, matches: testTournament.matches })
}

async function end(testTournament: TestTournament, match: number): Promise<void> {
  const { slots } = (await desk.state(testTournament.tournament)).matches[match]!
  const team = 'team' in slots[0] ? slots[0].team : 0
  await send(testTournament, { type: 'AddScore', match, team, by: 1 })
  await send(testTournament, { type: 'CompleteMatch', match, force: true })
}

/**
 * Sends a game as an intake does: its first message has the current end of the tournaments' log.
 */
async function playOn(cabinet: number, seed: string, between = async () => {}): Promise<string> {
  const events = playGame({ seed, startAt: new Date(), winCondition: 'military', seconds: 7 })
  const start = events.findIndex(({ type }) => type === 'gamestart') + 1
  const after = await log.tail()
  await log.appendFacts({ cabinet, after, events: events.slice(0, start) })
  await between()
  await log.appendFacts({ cabinet, after: await log.tail(), events: events.slice(start) })
  return events[0]!.gameID!
}

const gameOf = async ({ tournament }: TestTournament, game: string) =>
  (await desk.state(tournament)).games[game]

test('P3: starting a match on a cabinet in use by another tournament is refused, naming the match there', async () => {
  const [one, two] = await twoTournamentsOn(11)
  const [first = 0, second = 0] = two.matches
  await send(two, { type: 'StartMatch', match: first, cabinet: 11, force: false })
  await send(two, { type: 'StopMatch', match: first })
  const { version } = await desk.state(two.tournament)
  await send(one, { type: 'SelectNext', cabinet: 11 })
  const there = { tournament: one.tournament, match: one.matches[0], cabinet: 11 }
  const commands: Command[] = [
    { type: 'StartMatch', match: second, cabinet: 11, force: false },
    { type: 'StartMatch', match: second, cabinet: 11, force: true },
    { type: 'SelectNext', cabinet: 11 },
    { type: 'Undo', version },
  ]
  for (const command of commands) {
    expect(await handle(two, command)).toMatchObject({
      refused: 'CABINET_TAKEN',
      detail: expect.stringMatching(
        /^Cabinet 11 is taken: M1 \(Team \d v Team \d\) of Friday is being played there\.$/,
      ),
      more: { inUse: [there] },
    })
  }
  expect(await cabinetOf(one, one.matches[0])).toBe(11)
})

test.each(['StartMatch', 'SelectNext', 'Undo'] as const)(
  'R-ST-1: with `displace`, %s displaces the match of the other tournament, once',
  async (type) => {
    const [one, two] = await twoTournamentsOn(12)
    const [match = 0] = two.matches
    await send(two, { type: 'StartMatch', match, cabinet: 12, force: false })
    await send(two, { type: 'StopMatch', match })
    const { version } = await desk.state(two.tournament)
    await send(one, { type: 'SelectNext', cabinet: 12 })
    if (type === 'SelectNext') await queueAll(two)
    const [own = 0] = one.matches
    const team = one.teams[0] ?? 0
    const plays = Object.values((await desk.state(one.tournament)).matches[own]!.slots)
    const scorer = plays.flatMap((slot) => ('team' in slot ? slot.team : []))[0] ?? team
    await send(one, { type: 'AddScore', match: own, team: scorer, by: 1 })
    const commands = {
      StartMatch: { type: 'StartMatch', match, cabinet: 12, force: false, displace: true },
      SelectNext: { type: 'SelectNext', cabinet: 12, displace: true },
      Undo: { type: 'Undo', version, displace: true },
    } as const
    const request = requestOf(two.tournament, commands[type])
    const answer = await desk.handle(request)
    expect(answer).toMatchObject({ also: [{ tournament: one.tournament }] })
    expect(await cabinetOf(two, match)).toBe(12)
    const left = (await desk.state(one.tournament)).matches[own]!
    expect(left).toMatchObject({ cabinet: null, result: null })
    expect(left.adjusted.toSorted()).toEqual([0, 1])
    const { commit } = (await log.load(one.tournament)).at(-1)!
    expect(commit.events).toEqual([{ type: 'MatchStopped', v: 1, match: own, reason: 'displaced' }])
    expect(commit.by).toEqual(request.by)

    // The repeated request has the same answer, whatever is on the cabinet now.
    await send(one, { type: 'StartMatch', match: own, cabinet: 12, force: false, displace: true })
    const { also: _, ...same } = answer as { also?: unknown }
    expect(await desk.handle(request)).toEqual(same)
    expect(await cabinetOf(one, own)).toBe(12)
    await send(one, { type: 'StopMatch', match: own })
  },
)

test('P2: if the desk is killed between displacing and starting, the repeated press completes the start', async () => {
  const [one, two] = await twoTournamentsOn(13)
  await send(one, { type: 'SelectNext', cabinet: 13 })
  const [match = 0] = two.matches
  const command = { type: 'StartMatch', match, cabinet: 13, force: false, displace: true } as const
  const request = requestOf(two.tournament, command)
  const append: Log['append'] = async (commit, ...expected) => {
    if (commit.tournament === two.tournament) throw new Error('killed')
    return log.append(commit, ...expected)
  }
  const dying = openDesk({ ...log, append }, idAllocator)
  await expect(dying.handle(request)).rejects.toThrow('killed')
  dying.close()
  expect(await cabinetOf(one, one.matches[0])).toBeNull()
  expect(await desk.handle(request)).toMatchObject({ tournament: two.tournament })
  expect(await cabinetOf(two, match)).toBe(13)
  await send(two, { type: 'StopMatch', match })
})

test('P3: of many concurrent starts, one gets the cabinet', async () => {
  const options = { cabinets: [14] }
  const tournaments = await Promise.all([1, 2, 3, 4].map(() => newTournament(desk, options)))
  const logs = await Promise.all(
    [1, 2].map(() => openLog({ url: inject('natsUrl'), streams: `${deskOnLog.name}_` })),
  )
  const desks = [desk, ...logs.map((other) => openDesk(other, idAllocator))]
  for (let round = 0; round < 15; round++) {
    const answers = await Promise.all(
      tournaments.map(({ tournament, matches }, n) => {
        const match = matches[round % matches.length] ?? 0
        const command = { type: 'StartMatch', match, cabinet: 14, force: false } as const
        return desks[(n + round) % 3]!.handle(requestOf(tournament, command))
      }),
    )
    const refusals = answers.flatMap((answer) => ('refused' in answer ? [answer.refused] : []))
    expect(refusals).toEqual(['CABINET_TAKEN', 'CABINET_TAKEN', 'CABINET_TAKEN'])
    const winner = tournaments[answers.findIndex((answer) => !('refused' in answer))]!
    await send(winner, { type: 'StopMatch', match: winner.matches[round % winner.matches.length]! })
  }
  for (const other of desks.slice(1)) other.close()
  for (const other of logs) await other.close()
})

test('P3: two tournaments that displace each other on two cabinets do not deadlock', async () => {
  const options = { cabinets: [15, 16] }
  const one = await newTournament(desk, options)
  const two = await newTournament(desk, options)
  const start = (
    testTournament: TestTournament,
    match: number | undefined,
    cabinet: number,
  ): Command => {
    return { type: 'StartMatch', match: match ?? 0, cabinet, force: false, displace: true }
  }
  await send(one, start(one, one.matches[0], 15))
  await send(two, start(two, two.matches[0], 16))
  // Matches of the same round have no team in common.
  const [mine = 0, theirs = 0] = [await otherTeams(one), await otherTeams(two)]
  await Promise.all([send(one, start(one, mine, 16)), send(two, start(two, theirs, 15))])
  expect(await cabinetOf(one, mine)).toBe(16)
  expect(await cabinetOf(two, theirs)).toBe(15)
  await send(one, { type: 'StopMatch', match: mine })
  await send(two, { type: 'StopMatch', match: theirs })
})

/** A match that has no team in common with the first match. */
async function otherTeams({ tournament, matches }: TestTournament): Promise<number | undefined> {
  const t = await desk.state(tournament)
  const teams = (id: number | undefined) =>
    t.matches[id ?? 0]!.slots.flatMap((slot) => ('team' in slot ? [slot.team] : []))
  const busy = teams(matches[0])
  return matches.find((id) => !teams(id).some((team) => busy.includes(team)))
}

test('R-QT-1: a timer waits while another tournament plays on its cabinet, and fires afterwards', async () => {
  const [one, two] = await twoTournamentsOn(17, 1)
  await send(two, { type: 'SelectNext', cabinet: 17 })
  await end(two, two.matches[0]!)
  await send(one, { type: 'SelectNext', cabinet: 17 })
  let automation = await startAutomation({ log, desk })
  const timer = async () => (await desk.state(two.tournament)).timers[17]
  await until('the timer to wait', async () => (await timer())?.waits !== null)
  expect((await timer())?.waits).toMatch(/^Cabinet 17 is taken: M1 .* of Friday/)
  expect(await cabinetOf(one, one.matches[0])).toBe(17)
  await automation.stop()
  // The condition it waits for may occur while no referee runs.
  automation = await startAutomation({ log, desk })
  const later = await playOn(17, 'while a timer waits')
  await until('the game to complete its own match', async () => {
    return (await desk.state(one.tournament)).matches[one.matches[0]!]!.result !== null
  })
  expect((await gameOf(one, later))?.status).toBe('counted')
  expect(await gameOf(two, later)).toBeUndefined()
  await until('the next match', async () => (await cabinetOf(two, two.matches[1])) === 17)
  await automation.stop()
  await send(two, { type: 'StopMatch', match: two.matches[1]! })
})

/** A desk of an earlier release, which ignores other tournaments. */
function oldDesk(): Desk {
  const follow: Log['follow'] = (_after, _each, signal) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  const append: Log['append'] = (commit, lastSeq) => log.append(commit, lastSeq)
  const pairs = [{ ...log.pairs[0]!, tail: async () => 0, follow }]
  return openDesk({ ...log, pairs, append }, idAllocator)
}

test('P7: if an old log has two matches on a cabinet, a game is proposed, and later games count', async () => {
  const [one, two] = await twoTournamentsOn(18)
  const [first = 0] = one.matches
  const [second = 0] = two.matches
  const oldRelease = oldDesk()
  const start = (match: number): Command => {
    return { type: 'StartMatch', match, cabinet: 18, force: false }
  }
  await done(oldRelease, one.tournament, start(first))
  await done(oldRelease, two.tournament, start(second))
  oldRelease.close()
  const automation = await startAutomation({ log, desk })
  const doubtful = await playOn(18, 'two at once')
  await until('the proposal', async () => (await gameOf(two, doubtful))?.status === 'proposed')
  expect((await gameOf(two, doubtful))?.reason).toBe(
    'M1 of Friday was on Cabinet 18 too when the game began',
  )
  await send(two, { type: 'StopMatch', match: second })
  const plain = await playOn(18, 'one is left')
  await until('the point', async () => (await gameOf(one, plain))?.status === 'counted')
  await automation.stop()
})

test('R-ST-2: a game during which its match is displaced is proposed to it, and counts for no other match', async () => {
  const [one, two] = await twoTournamentsOn(19)
  await send(one, { type: 'SelectNext', cabinet: 19 })
  const automation = await startAutomation({ log, desk })
  const game = await playOn(19, 'displaced', async () => {
    await send(two, { type: 'SelectNext', cabinet: 19, displace: true })
  })
  await until('the proposal', async () => (await gameOf(one, game))?.status === 'proposed')
  expect(await gameOf(two, game)).toBeUndefined()
  await automation.stop()
  await send(two, { type: 'StopMatch', match: two.matches[0]! })
})

test('a deleted tournament occupies no cabinet', async () => {
  const [one, two] = await twoTournamentsOn(20)
  const [match = 0] = one.matches
  await send(one, { type: 'StartMatch', match, cabinet: 20, force: false })
  const all = await log.load(one.tournament)
  const last = all.at(-1)!
  const { chain, ...body } = {
    ...last.commit,
    id: randomBytes(8).toString('hex'),
    version: last.commit.version + 1,
    command: { type: 'DeleteTournament' as const },
    events: [{ type: 'TournamentDeleted' as const, v: 1 as const }],
  }
  await log.append({ ...body, chain: chainOf(chain, body) }, last.seq)
  expect(await handle(two, { type: 'SelectNext', cabinet: 20 })).toMatchObject({ answer: {} })
  expect(await cabinetOf(two, two.matches[0])).toBe(20)
})

/** Appends a commit; returns its position, also if the acknowledgement was lost. */
function appended(commit: Commit, last: number): Promise<number> {
  return retryUnavailable(async () => {
    const answer = await log.append(commit, last)
    return answer === 'conflict' ? (await log.load(commit.tournament, last))[0]!.seq : answer.seq
  })
}

test('P3 P9: a restarted desk reads only new commits, or the whole log if its stored position is of another log', async () => {
  const [one, two] = await twoTournamentsOn(21)
  await send(one, { type: 'SelectNext', cabinet: 21 })
  for (let id = 900_000; id < 900_008; id++) {
    let last = 0
    for (const commit of evening(id)) last = await appended(commit, last)
  }
  type Note = { seq: number; chain: string; placed: unknown[] }
  const storedNote = async () => (await log.notes.get('desk.placed')) as Note | null
  await expect.poll(async () => (await storedNote())?.seq ?? 0).toBeGreaterThan(0)
  const note = (await storedNote())!
  for (const chain of [note.chain, 'f'.repeat(64)]) {
    await log.notes.put('desk.placed', { ...note, chain })
    const from: number[] = []
    const follow: Log['follow'] = (after, ...rest) => {
      from.push(after)
      return log.follow(after, ...rest)
    }
    const pairs = [{ ...log.pairs[0]!, follow }]
    const again = openDesk({ ...log, pairs }, idAllocator)
    const answer = await handle(two, { type: 'SelectNext', cabinet: 21 }, again)
    again.close()
    expect(answer).toMatchObject({ refused: 'CABINET_TAKEN' })
    expect(from[0]).toBe(chain === note.chain ? note.seq : 0)
  }
})
