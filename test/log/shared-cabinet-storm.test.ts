import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Command } from '#events/schema/command.ts'
import { emptyTournament, fold } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { playGame } from '#events/simulation/play.ts'
import { random } from '#events/simulation/random.ts'
import { openDesk } from '#services/desk/index.ts'
import type { Desk } from '#services/desk/index.ts'
import { openLog } from '#services/log/index.ts'
import type { Log } from '#services/log/index.ts'
import { startAutomation } from '#services/automation/index.ts'
import { openDeskOnLog } from '../support/desk-on-log.ts'
import type { DeskOnLog } from '../support/desk-on-log.ts'
import { bundled, startChild } from '../support/child-process.ts'
import {
  idAllocator,
  done,
  newTournament,
  nextIds,
  pause,
  requestOf,
  seedOf,
  until,
} from '../support/desk-client.ts'
import type { TestTournament } from '../support/desk-client.ts'
import { retryUnavailable } from '../support/load-on-log.ts'
import { times } from '../support/long-runs.ts'

// Random commands of two tournaments on shared cabinets while referees and desks are killed.

let deskOnLog: DeskOnLog
let log: Log
let desk: Desk

beforeAll(async () => {
  deskOnLog = await openDeskOnLog()
  ;({ log, desk } = deskOnLog)
})
afterAll(() => deskOnLog?.close())

const handle = ({ tournament }: TestTournament, command: Command, by = desk) =>
  retryUnavailable(() => by.handle(requestOf(tournament, command)))

const gameOf = async ({ tournament }: TestTournament, game: string) =>
  (await desk.state(tournament)).games[game]

type SentGame = { game: string; cabinet: number; after: number }

/** The matches on each cabinet after each log position, folded independently of the automation. */
async function cabinetMatchesInLog() {
  const end = await log.tail()
  const states = new Map<number, Tournament>()
  const at: Map<number, string[]>[] = [new Map()]
  for (let seq = 1; seq <= end; seq++) {
    const stored = await log.at(seq)
    if (stored) {
      const { commit } = stored
      const before = states.get(commit.tournament) ?? emptyTournament(commit.tournament)
      states.set(commit.tournament, fold(before, commit))
    }
    const matchesByCabinet = new Map<number, string[]>()
    for (const t of states.values()) {
      for (const match of t.deleted ? [] : Object.values(t.matches)) {
        if (match.cabinet === null) continue
        matchesByCabinet.set(match.cabinet, [
          ...(matchesByCabinet.get(match.cabinet) ?? []),
          `${t.id}/${match.id}`,
        ])
      }
    }
    at.push(matchesByCabinet)
  }
  return { at, states }
}

test('P2 P3 P8 P13: with random commands and kills a cabinet has one match and no game is lost', async () => {
  const seed = seedOf('shared cabinets')
  const cabinets = [31, 32]
  const options = { teams: 6, cabinets, stage: { winsPerMatch: 2, queueTimer: 0 } }
  const tournaments = [await newTournament(desk, options), await newTournament(desk, options)]
  const firstSeq = await log.tail()
  for (const { tournament, matches } of tournaments) {
    const queues = Object.values((await desk.state(tournament)).queues)
    for (const [index, { id: queue }] of queues.entries()) {
      const own = matches.filter((_, matchIndex) => matchIndex % queues.length === index)
      await done(desk, tournament, { type: 'SetQueue', queue, matches: own })
    }
  }
  const otherLogs = await Promise.all(
    [1, 2].map(() => openLog({ url: inject('natsUrl'), streams: `${deskOnLog.name}_` })),
  )
  const desks = otherLogs.map((other) => openDesk(other, idAllocator))
  let playing = true

  async function press(by: Desk, seedName: string): Promise<void> {
    const chance = random(`${seed} ${seedName}`)
    while (playing) {
      const { tournament, matches } = chance.pick(tournaments)
      const t = await retryUnavailable(() => by.state(tournament))
      const [cabinet, match] = [chance.pick(cabinets), chance.pick(matches)]
      const displace = chance.chance(0.4)
      const on = Object.values(t.matches).find((one) => one.cabinet === cabinet)?.id ?? match
      const commands: Command[] = [
        { type: 'StartMatch', match, cabinet, force: false, displace },
        { type: 'SelectNext', cabinet, displace },
        { type: 'StopMatch', match: on },
        { type: 'ReplaceMatch', match: on, by: match, displace },
        { type: 'Undo', version: await lastPress(tournament, t.version), displace },
        { type: 'CompleteMatch', match: on, force: true },
        { type: 'ReopenMatch', match },
      ]
      await handle({ tournament } as TestTournament, chance.pick(commands), by)
      await pause(chance.between(0, 60))
    }
  }

  /** Only versions pressed by people: undoing the start of a game would lose the game. */
  async function lastPress(tournament: number, version: number): Promise<number> {
    const all = await retryUnavailable(() => log.load(tournament))
    const pressed = all.filter(({ commit }) => commit.by.kind === 'key')
    return pressed.at(-1)?.commit.version ?? version
  }

  const sentGames: SentGame[] = []
  async function playOnCabinet(cabinet: number): Promise<void> {
    const chance = random(`${seed} cabinet ${cabinet}`)
    let startMs = Date.now()
    // Enough games with and without a match, however slow the machine is.
    for (let n = 0, played = 0; played < times(4, 8) && n < 300; n++) {
      const states = await Promise.all(tournaments.map(({ tournament }) => desk.state(tournament)))
      const on = states.flatMap(({ matches }) => Object.values(matches))
      if (on.some((match) => match.cabinet === cabinet)) played++
      const events = playGame({
        seed: `${seed} ${cabinet} ${n}`,
        startAt: new Date(startMs),
        winCondition: 'military',
        seconds: 7,
      })
      startMs = Date.parse(events.at(-1)!.time) + 20_000
      const start = events.findIndex(({ type }) => type === 'gamestart') + 1
      const after = await log.tail()
      sentGames.push({ game: events[0]!.gameID!, cabinet, after })
      await retryUnavailable(() =>
        log.appendFacts({ cabinet, after, events: events.slice(0, start) }),
      )
      await pause(chance.between(0, 150))
      const rest = { cabinet, after: await log.tail(), events: events.slice(start) }
      await retryUnavailable(() => log.appendFacts(rest))
      await pause(chance.between(0, 150))
    }
  }

  const env = { NATS_URL: inject('natsUrl'), STREAMS: `${deskOnLog.name}_` }
  async function killServices(): Promise<void> {
    const chance = random(`${seed} trouble`)
    for (let n = 0; playing; n++) {
      const deskEnv = {
        ...env,
        SEED: `${seed} ${n}`,
        CABINETS: JSON.stringify(cabinets),
        TOURNAMENTS: JSON.stringify(tournaments),
        FIRST_ID: `${nextIds(1)[0]}`,
      }
      const children = [
        startChild(await bundled('test/log/children/automation.ts'), env),
        startChild(await bundled('test/log/children/desk.ts'), deskEnv),
      ]
      const localAutomation = await startAutomation({ log, desk })
      await Promise.all(children.map((child) => child.ready))
      await pause(chance.between(100, 600))
      await Promise.all(children.map((child) => child.end('SIGKILL')))
      if (chance.chance(0.5)) await pause(chance.between(0, 300))
      await localAutomation.stop()
    }
  }

  const busy = [killServices(), ...desks.map((by, n) => press(by, `press ${n}`))]
  await Promise.all(cabinets.map(playOnCabinet)).finally(() => (playing = false))
  await Promise.all(busy)
  for (const each of desks) each.close()
  for (const other of otherLogs) await other.close()

  const automation = await startAutomation({ log, desk })
  const { at } = await cabinetMatchesInLog()
  const conflicts: { seq: number; cabinet: number }[] = []
  for (const [seq, matchesByCabinet] of at.entries()) {
    if (seq < firstSeq) continue
    for (const cabinet of cabinets) {
      if ((matchesByCabinet.get(cabinet)?.length ?? 0) > 1) conflicts.push({ seq, cabinet })
    }
  }
  expect(conflicts).toEqual([])
  const strayGames: string[] = []
  let attributed = 0
  for (const { game, cabinet, after } of sentGames) {
    const [activeMatch] = at[after]!.get(cabinet) ?? []
    if (activeMatch) attributed++
    for (const testTournament of tournaments) {
      const known = async () => (await gameOf(testTournament, game))?.status
      if (!activeMatch?.startsWith(`${testTournament.tournament}/`)) {
        if ((await known()) !== undefined) strayGames.push(game)
        continue
      }
      await until(`game ${game} of ${activeMatch}`, async () =>
        ['counted', 'warmup', 'proposed'].includes((await known()) ?? ''),
      )
      const match = (await gameOf(testTournament, game))?.match
      expect({ game, match }).toEqual({ game, match: Number(activeMatch.split('/')[1]) })
    }
  }
  await automation.stop()
  expect(strayGames).toEqual([])
  expect(attributed).toBeGreaterThan(0)
  const foreignGames: string[] = []
  for (const { tournament } of tournaments) {
    const t = await desk.state(tournament)
    for (const { commit } of await log.load(tournament)) {
      if (commit.command.type !== 'FinishGame') continue
      const { game } = commit.command
      for (const event of commit.events) {
        const mine = t.games[game]?.match
        if (event.type === 'MatchCompleted' && event.match !== mine) foreignGames.push(game)
      }
    }
  }
  expect(foreignGames).toEqual([])
})
