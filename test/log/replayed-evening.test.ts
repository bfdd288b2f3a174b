// Whole evenings through the doors that people and cabinets use: what comes out is what was recorded.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generated, generatedIds } from '../../scripts/replay-evening/generated.ts'
import { replay } from '../../scripts/replay-evening/replay.ts'
import type { Replayed } from '../../scripts/replay-evening/replay.ts'
import { random } from '../../events/simulation/random.ts'
import type { Random } from '../../events/simulation/random.ts'
import { verify } from '../../services/projector/index.ts'
import { openFlakyConnection } from '../support/flaky-connection.ts'
import { evening, eveningIds, haveRecordings } from '../support/recordings.ts'
import type { Evening, RecordedEvent } from '../support/recordings.ts'
import { startApp } from '../support/app.ts'
import type { App } from '../support/app.ts'

const eveningMs = 120_000
const asFastAsTaken = 0

let rig: App
beforeAll(async () => {
  rig = await startApp({ cabinetPace: { perSecond: 1_000_000, burst: 1_000_000 } })
})
afterAll(() => rig?.stop())

type How = Partial<Pick<Parameters<typeof replay>[0], 'speed' | 'socketUrl' | 'order'>>

function again(evening: Evening, how: How = {}): Promise<Replayed> {
  const { url, adminKey: key } = rig
  return replay({ evening, url, key, speed: asFastAsTaken, ...how })
}

/** P13: every event acknowledged, and no other game stored than the evening's. */
async function expectAsRecorded(evening: Evening, replayed: Replayed): Promise<void> {
  expect(replayed.differences).toEqual([])
  const { matches } = evening.tournament
  expect(replayed.matches).toBe(matches.length)
  const games = matches.flatMap((match) => match.games)
  expect(replayed.games).toBe(games.filter((game) => game.hasEvents).length)
  const { rows } = await rig.store.pool.query<{ games: number; events: number }>(
    `select (select count(*) from view.game where cabinet = any($1)) as games,
      (select count(*) from view.cabinet_event where cabinet = any($1) and game_id is not null)
      as events`,
    [replayed.cabinets],
  )
  expect(rows).toEqual([{ games: replayed.games, events: evening.events.length }])
}

function expectAllTakenOnce({ events }: Evening, replayed: Replayed): void {
  expect(replayed.events).toMatchObject({ sent: events.length, acknowledged: events.length })
}

/** The order of a bad line: some twice, some late, the game before once more. */
function disturbedBy(chance: Random) {
  const last = new Map<string, RecordedEvent[]>()
  return (events: RecordedEvent[]): RecordedEvent[] => {
    const twice = events.flatMap((event) => (chance.chance(0.1) ? [event, event] : [event]))
    const keyed = twice.map((event, place) => ({ event, place: place + chance.between(0, 12) }))
    const shuffled = keyed.sort((one, other) => one.place - other.place).map(({ event }) => event)
    const cabinet = events[0]?.cabinet ?? ''
    const old = chance.chance(0.3) ? (last.get(cabinet) ?? []) : []
    last.set(cabinet, events)
    return [...shuffled, ...old]
  }
}

async function disturbed(evening: Evening, seed: string): Promise<Replayed> {
  const chance = random(seed)
  const line = await openFlakyConnection(rig.url, chance, { least: 2_000, most: 600_000 })
  const replayed = await again(evening, { socketUrl: line.url, order: disturbedBy(chance) })
  await line.close()
  expect(line.cuts(), 'cuts').toBeGreaterThan(2)
  expect(replayed.events.connects).toBeGreaterThan(2)
  return replayed
}

describe.skipIf(!haveRecordings())('recorded evenings', () => {
  test.each(eveningIds)(
    'P12 P13: evening %s ends as it really did',
    { timeout: eveningMs },
    async (id) => {
      const record = evening(id)
      const replayed = await again(record)
      await expectAsRecorded(record, replayed)
      expectAllTakenOnce(record, replayed)
      expect(replayed.byHand).toEqual([])
    },
  )

  test('R-PL-1: evening 772 seeds its bracket by the places of its round robin', async () => {
    const { tournament } = await again(evening('772'))
    const { rows } = await rig.store.pool.query<{ id: number; seeds: object[]; teams: number[] }>(
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

  test('P13: evening 818 over a line that breaks', { timeout: eveningMs }, async () => {
    const record = evening('818')
    await expectAsRecorded(record, await disturbed(record, 'a bad line'))
  })
})

describe('generated evenings', () => {
  test.each(generatedIds)(
    'P12 P13: evening %s ends as it was made',
    { timeout: eveningMs },
    async (id) => {
      const record = generated(id)
      const replayed = await again(record)
      await expectAsRecorded(record, replayed)
      expectAllTakenOnce(record, replayed)
      expect(replayed.byHand.filter((line) => line.includes('no events'))).toHaveLength(1)
    },
  )

  test('R-BR-7: an evening without a second final', { timeout: eveningMs }, async () => {
    const record = generated('double', 3)
    expect(record.tournament.matches.at(-1)?.matchType).toBe('first_final')
    await expectAsRecorded(record, await again(record))
  })

  test('P13: an evening over a line that breaks', { timeout: eveningMs }, async () => {
    const record = generated('double', 2)
    await expectAsRecorded(record, await disturbed(record, 'another bad line'))
  })

  test(
    'R-GE-4: an evening of the past, faster than it was, is not late',
    { timeout: eveningMs },
    async () => {
      const record = generated('robin', 4)
      await expectAsRecorded(record, await again(record, { speed: 2000 }))
    },
  )

  test('a difference is told', { timeout: eveningMs }, async () => {
    const record = generated('robin', 5)
    const final = record.tournament.matches.at(-1)!
    final.winnerPlace = 7
    const { differences } = await again(record)
    const what = { what: 'winnerPlace', record: '7', ours: '1' }
    // Once before the first game, once at the end.
    expect(differences).toMatchObject([what, what])
  })
})

test(
  'P6: the read models of all these evenings are what the log gives',
  { timeout: eveningMs },
  async () => {
    const { problems, commits, facts } = await verify(rig.log, rig.store)
    expect(problems).toEqual([])
    expect(commits).toBeGreaterThan(100)
    expect(facts).toBeGreaterThan(100)
  },
)
