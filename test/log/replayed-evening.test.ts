// Replays whole evenings through the public API and compares the outcome with the recording.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generated, generatedIds } from '#scripts/replay-evening/generated.ts'
import { replay } from '#scripts/replay-evening/replay.ts'
import type { ReplayReport } from '#scripts/replay-evening/replay.ts'
import { random } from '#events/simulation/random.ts'
import type { Random } from '#events/simulation/random.ts'
import { verify } from '#services/projector/index.ts'
import { openFlakyConnection } from '../support/flaky-connection.ts'
import { evening, eveningIds, haveRecordings } from '../support/recordings.ts'
import type { Evening, RecordedEvent } from '../support/recordings.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'

const unlimitedSpeed = 0

let app: App
beforeAll(async () => {
  app = await startApp({ cabinetRateLimit: { perSecond: 1_000_000, burst: 1_000_000 } })
})
afterAll(() => app?.stop())

type ReplayOptions = Partial<Pick<Parameters<typeof replay>[0], 'speed' | 'socketUrl' | 'order'>>

function replayEvening(evening: Evening, options: ReplayOptions = {}): Promise<ReplayReport> {
  const { url, adminKey: key } = app
  return replay({ evening, url, key, speed: unlimitedSpeed, ...options })
}

/** P13: every event of the evening is stored, and no other games are. */
async function expectAsRecorded(evening: Evening, replayed: ReplayReport): Promise<void> {
  expect(replayed.differences).toEqual([])
  const { matches } = evening.tournament
  expect(replayed.matches).toBe(matches.length)
  const games = matches.flatMap((match) => match.games)
  expect(replayed.games).toBe(games.filter((game) => game.hasEvents).length)
  const { rows } = await app.store.pool.query<{ games: number; events: number }>(
    `select (select count(*) from view.game where cabinet = any($1)) as games,
      (select count(*) from view.cabinet_event where cabinet = any($1) and game_id is not null)
      as events`,
    [replayed.cabinets],
  )
  expect(rows).toEqual([{ games: replayed.games, events: evening.events.length }])
}

function expectAllAcknowledgedOnce({ events }: Evening, replayed: ReplayReport): void {
  expect(replayed.events).toMatchObject({ sent: events.length, acknowledged: events.length })
}

/**
 * The event order of a bad connection: some are repeated, some late, and the last game is resent.
 */
function disturbedBy(chance: Random) {
  const last = new Map<string, RecordedEvent[]>()
  return (events: RecordedEvent[]): RecordedEvent[] => {
    const twice = events.flatMap((event) => (chance.chance(0.1) ? [event, event] : [event]))
    const keyed = twice.map((event, position) => ({
      event,
      position: position + chance.between(0, 12),
    }))
    const shuffled = keyed.sort((a, b) => a.position - b.position).map(({ event }) => event)
    const cabinet = events[0]?.cabinet ?? ''
    const previousGame = chance.chance(0.3) ? (last.get(cabinet) ?? []) : []
    last.set(cabinet, events)
    return [...shuffled, ...previousGame]
  }
}

async function disturbed(evening: Evening, seed: string): Promise<ReplayReport> {
  const chance = random(seed)
  const connection = await openFlakyConnection(app.url, chance, { least: 2_000, most: 600_000 })
  const replayed = await replayEvening(evening, {
    socketUrl: connection.url,
    order: disturbedBy(chance),
  })
  await connection.close()
  expect(connection.cuts(), 'cuts').toBeGreaterThan(2)
  expect(replayed.events.connects).toBeGreaterThan(2)
  return replayed
}

describe.skipIf(!haveRecordings())('recorded evenings', () => {
  test.each(eveningIds)('P12 P13: evening %s ends as recorded', async (id) => {
    const record = evening(id)
    const replayed = await replayEvening(record)
    await expectAsRecorded(record, replayed)
    expectAllAcknowledgedOnce(record, replayed)
    expect(replayed.byHand).toEqual([])
  })

  test('R-PL-1: evening 772 seeds its bracket by the places of its round robin', async () => {
    const { tournament } = await replayEvening(evening('772'))
    const { rows } = await app.store.pool.query<{ id: number; seeds: object[]; teams: number[] }>(
      'select id, seeds, teams from view.bracket where tournament = $1 order by id',
      [tournament],
    )
    const [robin, bracket] = rows
    const places = bracket?.seeds.map((_, index) => {
      return { placeOf: { stage: robin?.id, place: index + 1 } }
    })
    expect([rows.length, bracket?.seeds]).toEqual([2, places])
    expect(bracket?.teams).toHaveLength(bracket?.seeds.length ?? 0)
  })

  test('P13: evening 818 over a connection that breaks', async () => {
    const record = evening('818')
    await expectAsRecorded(record, await disturbed(record, 'a bad line'))
  })
})

describe('generated evenings', () => {
  test.each(generatedIds)('P12 P13: evening %s ends as generated', async (id) => {
    const record = generated(id)
    const replayed = await replayEvening(record)
    await expectAsRecorded(record, replayed)
    expectAllAcknowledgedOnce(record, replayed)
    expect(replayed.byHand.filter((line) => line.includes('no events'))).toHaveLength(1)
  })

  test('R-BR-7: an evening without a second final', async () => {
    const record = generated('double', 3)
    expect(record.tournament.matches.at(-1)?.matchType).toBe('first_final')
    await expectAsRecorded(record, await replayEvening(record))
  })

  test('P13: an evening over a connection that breaks', async () => {
    const record = generated('double', 2)
    await expectAsRecorded(record, await disturbed(record, 'another bad line'))
  })

  test('R-GE-4: games of a past evening replayed at higher speed are not late', async () => {
    const record = generated('robin', 4)
    await expectAsRecorded(record, await replayEvening(record, { speed: 2000 }))
  })

  test('a difference is reported', async () => {
    const record = generated('robin', 5)
    const final = record.tournament.matches.at(-1)!
    final.winnerPlace = 7
    const { differences } = await replayEvening(record)
    const difference = { what: 'winnerPlace', record: '7', ours: '1' }
    // Reported before the first game and at the end.
    expect(differences).toMatchObject([difference, difference])
  })
})

test('P6: the read models of all these evenings are those of the log', async () => {
  const { problems, commits, facts } = await verify(app.log, app.store)
  expect(problems).toEqual([])
  expect(commits).toBeGreaterThan(100)
  expect(facts).toBeGreaterThan(100)
})
