import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { CabinetEvent } from '#events/schema/cabinet-facts.ts'
import type { EventOf } from '#events/schema/event.ts'
import { blueSlot, otherSlot } from '#events/state/match.ts'
import { playGame } from '#events/simulation/play.ts'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'
import type { Desk } from '#services/desk/index.ts'
import type { Log } from '#services/log/index.ts'
import { startAutomation } from '#services/automation/index.ts'
import type { Automation } from '#services/automation/index.ts'
import type { Store } from '#services/store/index.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'
import type { DeskOnLog } from '../support/desk-on-log.ts'
import { bundled, startChild } from '../support/child-process.ts'
import { retryUnavailable } from '../support/load-on-log.ts'
import { times } from '../support/long-runs.ts'
import { done, newTournament, pause, seedOf, until } from '../support/desk-client.ts'
import { expectRowsOfLog } from '../support/rows-of-log.ts'
import type { TestTournament } from '../support/desk-client.ts'

let onLog: DeskOnLog
let store: Store
let log: Log
let desk: Desk

beforeAll(async () => {
  onLog = await openDeskOnLog()
  ;({ store, log, desk } = onLog)
})
afterAll(() => onLog?.close())

const startAutomations = (n = 1): Promise<Automation[]> =>
  Promise.all(Array.from({ length: n }, () => startAutomation({ log, desk })))
const stop = (automations: Automation[]) =>
  Promise.all(automations.map((automation) => automation.stop()))

async function eventsOf<T extends string>(tournament: number, type: T) {
  const stored = await log.load(tournament)
  const events = stored.flatMap(({ commit }) => commit.events)
  return events.filter(
    (event): event is EventOf<T & 'GameCounted'> => event.type === (type as string),
  )
}

async function queueAll(
  { tournament, matches }: TestTournament,
  cabinets: number[],
): Promise<void> {
  const queues = Object.values((await desk.state(tournament)).queues)
  for (const [index, queue] of queues.entries()) {
    const own = matches.filter((_, matchIndex) => matchIndex % queues.length === index)
    await done(desk, tournament, { type: 'SetQueue', queue: queue.id, matches: own })
  }
  for (const cabinet of cabinets) await done(desk, tournament, { type: 'SelectNext', cabinet })
}

type Expected = { game: string; match: number; winner: 0 | 1 }

/** Sends a game as a client on a bad connection would. Its first message determines the match. */
async function send(chance: Random, cabinet: number, events: CabinetEvent[]): Promise<void> {
  const remaining = chance.chance(0.3) ? chance.shuffled(events) : [...events]
  const after = await log.tail()
  while (remaining.length > 0) {
    const next = remaining.splice(0, chance.whole(5, 60))
    const repeated = chance.chance(0.3) ? chance.shuffled(events).slice(0, 10) : []
    await retryUnavailable(() =>
      log.appendFacts({ cabinet, after, events: [...next, ...repeated] }),
    )
    if (chance.chance(0.2))
      await retryUnavailable(() => log.appendFacts({ cabinet, after, events: next }))
  }
}

test('P2 P8 P13: while referees are stopped and killed, every game counts once, match after match', async () => {
  const seed = seedOf('referee')
  const stage = { winsPerMatch: 2, queueTimer: 0 }
  const tournaments: TestTournament[] = []
  for (const cabinet of [1, 2]) {
    const options = { teams: times(4, 6), cabinets: [cabinet], stage }
    const testTournament = await newTournament(desk, options)
    await queueAll(testTournament, [cabinet])
    tournaments.push(testTournament)
  }
  const expected: Expected[] = []

  // On a busy machine a referee that is killed soon after its start may not get far.
  /** Plays two wins for each match of a cabinet; the next match must start by itself. */
  async function playOnCabinet({ tournament }: TestTournament, index: number): Promise<void> {
    const cabinet = index + 1
    const chance = random(`${seed} cabinet ${cabinet}`)
    // The clock of a client may be a year off (P17).
    let startMs = Date.now() + (cabinet === 1 ? 365 : -365) * 86_400_000
    let match = 0
    for (let game = 0; ;) {
      const before = match
      await until(`a match on cabinet ${cabinet}`, async () => {
        const t = await desk.state(tournament)
        const on = Object.values(t.matches).find((one) => one.cabinet === cabinet)
        if (on?.id === before) return false
        match = on?.id ?? 0
        const rest = Object.values(t.queues).some(
          (q) => q.cabinets.includes(cabinet) && q.matches.length,
        )
        return match > 0 || !rest
      })
      if (match === 0) return
      const wins = [0, 0]
      while (Math.max(...wins) < 2) {
        const gameEvents = playGame({
          seed: `${seed} ${cabinet} ${game++}`,
          startAt: new Date(startMs),
          // Shuffled and sent at once, a longer game would be treated as late (R-GE-4).
          winCondition: chance.pick(['military', 'economic'] as const),
          seconds: 7,
        })
        // So long that the client's clock outruns the slowest machine, where games would be late.
        startMs = Date.parse(gameEvents.at(-1)!.time) + 3_600_000
        const { isFlipped } = (await desk.state(tournament)).matches[match]!
        const won =
          gameEvents.find(({ type }) => type === 'victory')!.values[0] === 'Blue' ? 'blue' : 'gold'
        const blue = blueSlot({ isFlipped })
        const winner = won === 'blue' ? blue : otherSlot(blue)
        wins[winner]!++
        await pause(chance.between(0, 200))
        expected.push({ game: gameEvents[0]!.gameID!, match, winner })
        if (Math.max(...wins) === 2 || chance.chance(0.7)) {
          await send(chance, cabinet, gameEvents)
          continue
        }
        // The sides of a game are those at its start.
        const start = gameEvents.findIndex(({ type }) => type === 'gamestart') + 1
        await send(chance, cabinet, gameEvents.slice(0, start))
        await done(desk, tournament, { type: 'SetSides', match, isFlipped: !isFlipped })
        await send(chance, cabinet, gameEvents.slice(start))
      }
    }
  }

  let playing = true
  async function disruptReferees(): Promise<void> {
    const chance = random(`${seed} trouble`)
    const env = { NATS_URL: inject('natsUrl'), STREAMS: `${onLog.name}_` }
    const program = await bundled('test/log/children/automation.ts')
    let end = await log.tail()
    for (let slowdown = 1; playing;) {
      const child = startChild(program, env)
      const localAutomations = await startAutomations(chance.whole(0, 2))
      await pause(chance.between(100, 600) * slowdown)
      await stop(localAutomations)
      await child.ready
      await pause(chance.between(0, 300) * slowdown)
      await child.end('SIGKILL')
      // A slow machine needs more time before a referee gets anything done.
      const reached = await log.tail()
      slowdown = reached > end ? 1 : slowdown * 2
      end = reached
    }
  }
  const disruption = disruptReferees()
  await Promise.all(tournaments.map(playOnCabinet)).finally(() => (playing = false))
  await disruption
  const lastAutomations = await startAutomations(2)
  for (const { tournament } of tournaments) {
    await until('all matches to be complete', async () =>
      Object.values((await desk.state(tournament)).matches).every((match) => match.result !== null),
    )
  }
  await stop(lastAutomations)

  const inOrder = (list: Expected[]) => list.toSorted((a, b) => (a.game < b.game ? -1 : 1))
  const counted: Expected[] = []
  for (const { tournament, matches } of tournaments) {
    for (const event of await eventsOf(tournament, 'GameCounted')) {
      expect(event.counted).toBe(true)
      counted.push({ game: event.game, match: event.match, winner: event.winner })
    }
    expect(await eventsOf(tournament, 'GameProposed')).toEqual([])
    expect(await eventsOf(tournament, 'MatchStarted')).toHaveLength(matches.length)
    expect(await eventsOf(tournament, 'MatchCompleted')).toHaveLength(matches.length)
  }
  expect(inOrder(counted)).toEqual(inOrder(expected))

  await expectRowsOfLog({ log, store })
  const { rows } = await store.pool.query(
    `select count(*)::int as n from view.played p join view.game g on g.game_id = p.game
     where p.status = 'counted' and g.status = 'complete'`,
  )
  expect(rows[0].n).toBe(expected.length)
})

test.each([0, 1])(
  'R-QT-1: a timer of %i s fires once, also across a restart',
  async (queueTimer) => {
    const cabinet = 10 + queueTimer
    const testTournament = await newTournament(desk, { cabinets: [cabinet], stage: { queueTimer } })
    const { tournament, matches } = testTournament
    await queueAll(testTournament, [cabinet])
    let automations = await startAutomations()
    await scoreAndComplete(testTournament, matches[0]!)
    await stop(automations)
    automations = await startAutomations(2)
    const isOn = async () =>
      (await desk.state(tournament)).matches[matches[1]!]!.cabinet === cabinet
    await until('the next match', isOn)
    await stop(automations)
    automations = await startAutomations(2)
    await pause(300)
    await stop(automations)
    const commands = (await log.load(tournament)).map(({ commit }) => commit.command.type)
    expect(commands.filter((type) => type === 'FireTimer')).toHaveLength(1)
    expect(await eventsOf(tournament, 'MatchStarted')).toHaveLength(2)
    expect(await isOn()).toBe(true)
  },
)

async function scoreAndComplete({ tournament }: TestTournament, match: number): Promise<void> {
  const { slots } = (await desk.state(tournament)).matches[match]!
  const team = 'team' in slots[0] ? slots[0].team : 0
  await done(desk, tournament, { type: 'AddScore', match, team, by: 1 })
  await done(desk, tournament, { type: 'CompleteMatch', match, force: true })
}

function presence(type: 'clientOnline' | 'clientOffline', eventID: string): CabinetEvent {
  return { gameID: null, eventID, time: new Date().toISOString(), type, values: [] }
}

test('R-QT-2: a cabinet that goes offline cancels its timer; a restart after a crash cancels no later timer', async () => {
  const testTournament = await newTournament(desk, { cabinets: [20], stage: { queueTimer: 60 } })
  const { tournament, matches } = testTournament
  await queueAll(testTournament, [20])
  // A referee that cannot store its position, like one that is killed.
  const notes = { ...log.notes, put: async () => {} }
  const forgetful = () => startAutomation({ log: { ...log, notes }, desk })
  const appendFact = async (event: CabinetEvent) =>
    log.appendFacts({ cabinet: 20, after: await log.tail(), events: [event] })
  const timer = async () => (await desk.state(tournament)).timers[20]

  let automation = await forgetful()
  await scoreAndComplete(testTournament, matches[0]!)
  expect(await timer()).toBeDefined()
  await appendFact(presence('clientOffline', 'away'))
  await until('the timer to be held', async () => (await timer()) === undefined)
  await appendFact(presence('clientOnline', 'back'))
  await done(desk, tournament, { type: 'SelectNext', cabinet: 20 })
  await scoreAndComplete(testTournament, matches[1]!)
  await automation.stop()
  const cancelled = await eventsOf(tournament, 'TimerCancelled')
  expect(cancelled).toMatchObject([{ reason: 'the cabinet went offline' }])

  automation = await forgetful()
  await appendFact(presence('clientOffline', 'away again'))
  await until('the second timer to be held', async () => (await timer()) === undefined)
  await appendFact(presence('clientOnline', 'back again'))
  await done(desk, tournament, { type: 'SelectNext', cabinet: 20 })
  await scoreAndComplete(testTournament, matches[2]!)
  await automation.stop()
  automation = await forgetful()
  await pause(500)
  expect(await timer()).toBeDefined()
  await automation.stop()
})

test('R-GE-4: a game uploaded late is proposed; a clock that is a year off does not matter', async () => {
  const testTournament = await newTournament(desk, { cabinets: [30], stage: { winsPerMatch: 9 } })
  const { tournament, matches } = testTournament
  await queueAll(testTournament, [30])
  const [automation] = await startAutomations()
  const yearMs = 365 * 86_400_000
  const play = async (n: number, endedMs: number) => {
    const at = (startMs: number) =>
      playGame({ seed: `late ${n}`, startAt: new Date(startMs), seconds: 5, winner: 'blue' })
    const lengthMs = Date.parse(at(0).at(-1)!.time)
    const events = at(Date.now() - yearMs - endedMs - lengthMs)
    await log.appendFacts({ cabinet: 30, after: await log.tail(), events })
    return events[0]!.gameID
  }
  const inTime = await play(1, 0)
  await until(
    'the game in time',
    async () => (await eventsOf(tournament, 'GameCounted')).length === 1,
  )
  const late = await play(2, 60_000)
  await until(
    'the late game',
    async () => (await eventsOf(tournament, 'GameProposed')).length === 1,
  )
  const again = await play(3, 0)
  await until(
    'a game in time again',
    async () => (await eventsOf(tournament, 'GameCounted')).length === 2,
  )
  const { games } = await desk.state(tournament)
  expect(games[inTime!]?.status).toBe('counted')
  expect(games[late!]).toMatchObject({ status: 'proposed', match: matches[0] })
  expect(games[late!]?.reason).toMatch(/^uploaded \d\d s late/)
  expect(games[again!]?.status).toBe('counted')
  await automation!.stop()
})
