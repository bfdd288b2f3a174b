// Reads exports back with the readers of the import.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { emptyTournament, evolve } from '#events/state/tournament.ts'
import { exportFiles } from './export.ts'
import type { ExportedGame, Source } from './export.ts'
import { readEvents, readGames, readTournamentFile } from './read-tables.ts'
import { unzipFile, zipFiles } from './zip.ts'

const count = 1_000
const eventsEach = 40
const start = Date.UTC(2026, 0, 2, 20)
const iso = (ms: number) => new Date(start + ms).toISOString()

const state = Array.from({ length: count }, (_, n) => n).reduce(
  (t, n) =>
    evolve(t, {
      type: 'GameAttached',
      v: 1,
      match: 1,
      game: `g${n}`,
      winner: 0,
      winCondition: 'military',
      mapName: 'Day',
      seconds: 100,
      cabinet: 3,
      blue: 0,
    }),
  evolve(
    evolve(
      {
        ...emptyTournament(1),
        name: 'Long',
        date: '2026-01-02',
        teams: Object.fromEntries([
          [1, { id: 1, name: '=Bees, "B"' }],
          [2, { id: 2, name: 'Wasps' }],
        ]),
      },
      { type: 'StageCreated', v: 1, stage: 1, settings: settings(), dice: '00'.repeat(32) },
    ),
    {
      type: 'MatchesCreated',
      v: 1,
      stage: 1,
      matches: [
        {
          match: 1,
          num: 1,
          type: null,
          roundNum: null,
          roundName: 'Match',
          slots: [{ team: 1 }, { team: 2 }],
          winnerTo: null,
          loserTo: null,
          winnerPlace: null,
          loserPlace: null,
          ifNeeded: false,
          isFlipped: false,
        },
      ],
    },
  ),
)

function settings() {
  return {
    name: 'All',
    stageType: 'custom' as const,
    roundsPerMatch: 0,
    winsPerMatch: 0,
    matchesPerOpponent: 1,
    addTiebreaker: false,
    thirdPlaceMatch: false,
    queueTimer: 30,
    autoWarmup: 'never' as const,
    randomizeSides: false,
    stageTiebreakers: [],
  }
}

/** A source of invented games, and counters of the games and events it has delivered. */
function inventedGames() {
  const delivered = { games: 0, events: 0 }
  const source: Source = {
    games: async (ids) => {
      delivered.games += ids.length
      return ids.map((gameId): ExportedGame => {
        const n = Number(gameId.slice(1))
        return {
          id: n + 1,
          gameId,
          cabinet: 3,
          cabinetName: 'north',
          cabinetMap: 'map_day',
          startTime: iso(n * 200_000),
          endTime: iso(n * 200_000 + 100_040),
          winCondition: 'military',
          winningTeam: 'blue',
          playerCount: 10,
        }
      })
    },
    events: async ({ gameId, startTime }) => {
      delivered.events++
      return Array.from({ length: eventsEach }, (_, n) => ({
        eventId: `${gameId}-${n}`,
        time: new Date(Date.parse(startTime) + n * 17).toISOString(),
        type: n === 0 ? 'gamestart' : n === eventsEach - 1 ? 'victory' : 'unreserveMaiden',
        values: ['410', `${n}`, '', '7'],
      }))
    },
    users: async () => [{ game: 1, position: 4, person: 7 }],
  }
  return { delivered, source }
}

function lines(zip: Uint8Array, name: string): string[] {
  return new TextDecoder().decode(unzipSync(zip)[`long/${name}`]).split('\n')
}

test('an export of 1,000 games streams: a game is read only once the output before it is consumed', async () => {
  const { delivered, source } = inventedGames()
  const parts: Uint8Array[] = []
  let maxEventsAtOnce = 0
  let before = 0
  for await (const part of zipFiles(exportFiles(state, 'long', source))) {
    parts.push(part)
    maxEventsAtOnce = Math.max(maxEventsAtOnce, delivered.events - before)
    before = delivered.events
  }
  expect(delivered.events).toBe(count)
  // A part of the ZIP contains a few games.
  expect(maxEventsAtOnce).toBeLessThan(6)
  const zip = Buffer.concat(parts)
  const games = await readGames(zip)
  expect(games.size).toBe(count)
  const ids = new Map([...games.keys()].map((id) => [id, { gameID: `g${id}` }]))
  let events = 0
  for await (const { event } of readEvents(zip, ids)) events += event.values.length / 4
  expect(events).toBe(count * eventsEach)
})

test('a client that stops reading stops the export', async () => {
  const { delivered, source } = inventedGames()
  const stream = Readable.from(zipFiles(exportFiles(state, 'long', source)), { objectMode: false })
  await once(stream, 'readable')
  while (delivered.events === 0) {
    stream.read()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const turns = async () => {
    for (let n = 0; n < 500; n++) await new Promise((resolve) => setImmediate(resolve))
    return delivered.events
  }
  const paused = await turns()
  expect(await turns()).toBe(paused)
  expect(paused).toBeLessThan(count / 2)
  stream.destroy()
})

test('the files have the names, headers and value formats that other programs read', async () => {
  const parts: Uint8Array[] = []
  for await (const part of zipFiles(exportFiles(state, 'long', inventedGames().source)))
    parts.push(part)
  const zip = Buffer.concat(parts)
  const [header, first] = lines(zip, 'game.csv')
  expect(header).toBe(
    'id,start_time,end_time,win_condition,winning_team,map_name,player_count,cabinet_id,cabinet_name,tournament_match_id,blue_team,gold_team',
  )
  expect(first).toBe(
    '1,2026-01-02 20:00:00+00,2026-01-02 20:01:40.04+00,military,blue,map_day,10,3,north,1,"=Bees, ""B""",Wasps',
  )
  const events = lines(zip, 'gameevent.csv')
  expect(events[0]).toBe('id,timestamp,event_type,values,game_id')
  expect(events[2]).toMatch(
    /^\d+,2026-01-02 20:00:00\.017\+00,unreserveMaiden,"\{410,1,"""",7\}",1$/,
  )
  expect(lines(zip, 'usergame.csv').slice(0, 2)).toEqual([
    'id,player_id,user_id,game_id',
    '20,4,7,1',
  ])
  const tournament = await readTournamentFile(zip)
  expect(tournament).toMatchObject({ name: 'Long', teams: [{ team: 1 }, { team: 2 }] })
  expect(tournament?.games).toHaveLength(count)
})

test('P15: the event loop stays responsive while a ZIP is read', async () => {
  const parts: Uint8Array[] = []
  const text = async function* () {
    for (let n = 0; n < 200; n++) yield randomBytes(8_192).toString('hex')
  }
  for await (const part of zipFiles([{ name: 'gameevent.csv', text: text() }])) parts.push(part)
  const zip = Buffer.concat(parts)
  let turns = 0
  let isOver = false
  const count = () => void (isOver || (turns++, setImmediate(count)))
  count()
  let read = 0
  for await (const piece of unzipFile(zip, 'gameevent.csv')) read += piece.length
  isOver = true
  expect(read).toBe(200 * 16_384)
  expect(turns).toBeGreaterThan(zip.length / 8_192)
})
