// Tournaments that are imported as a ZIP exported by another scene.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { zipSync, strToU8 } from 'fflate'
import { verify } from '#services/projector/index.ts'
import {
  newSampleTournament,
  newGame,
  expectOk,
  startTwoScenes,
  storedHashes,
} from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes, Caller } from '../support/two-scenes.ts'
import { createHash, randomUUID } from 'node:crypto'
import { filesIn } from '../support/unzip.ts'
import { unstorableRows } from '../support/unstorable-rows.ts'

let fixture: TwoScenes
let sample: SampleTournament
let files: Record<string, string>

beforeAll(async () => {
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
  const press = (method: string, url: string, body: unknown = {}) =>
    expectOk(fixture.call('admin', method, url, { body }))
  const { results } = await read(`/api/tournament/match/?tournamentId=${sample.tournament}`)
  for (const [index, { id }] of results.entries()) {
    const match = `/api/tournament/match/${id}/`
    if (index === 5) continue
    if (index === 4) {
      await press('PUT', `${match}forfeit/`, { teams: [results[4].goldTeam] })
      continue
    }
    if (index === 3) {
      await press('PATCH', match, { blueScore: 2, goldScore: 1 })
    } else {
      for (const winner of index === 0
        ? (['gold', 'blue', 'gold'] as const)
        : (['blue'] as const)) {
        const game = await newGame(fixture, { cabinet: fixture.cabinet, winner })
        await press('PATCH', `/api/game/game/${game}/`, { tournamentMatch: id })
      }
    }
    await press('PUT', `${match}complete/`)
  }
  files = await filesIn(await exported(sample.tournament))
})
afterAll(() => fixture?.app.stop())

const read = async (url: string): Promise<Body> =>
  (await expectOk(fixture.call('admin', 'GET', url))).body
const tablesOf = async (tournament: number) =>
  (await read(`/api/tournament/tournament/${tournament}/standings/`)).brackets.map(
    ({ name, standings }: Body) => [
      name,
      standings.map(({ team, decidedBy, ...row }: Body) => [
        team.name,
        { ...row, rule: decidedBy?.rule ?? null, place: row.place },
      ]),
    ],
  )

async function exported(tournament: number, who: Caller = 'admin'): Promise<Buffer> {
  const response = await fixture.app.web.inject({
    url: `/api/tournament/tournament/${tournament}/export/`,
    headers: fixture.people[who],
  })
  expect(response.headers['content-type']).toBe('application/zip')
  return response.rawPayload
}

async function imported(
  zip: Uint8Array,
  { who = 'otherAdmin', id = randomUUID() }: { who?: Caller; id?: string } = {},
) {
  const response = await fixture.app.web.inject({
    method: 'POST',
    url: `/api/game/scene/${fixture.otherScene}/import-tournament/`,
    headers: { ...fixture.people[who], 'content-type': 'application/zip', 'idempotency-key': id },
    payload: Buffer.from(zip),
  })
  return { status: response.statusCode, body: response.json() }
}
const zipOf = (own: Record<string, string>) =>
  zipSync(
    Object.fromEntries(Object.entries(own).map(([name, text]) => [`x/${name}`, strToU8(text)])),
  )

test('P18: only an admin of the scene can export a tournament', async () => {
  const url = `/api/tournament/tournament/${sample.tournament}/export/`
  for (const [who, status] of [
    ['anonymous', 401],
    ['official', 403],
    ['otherAdmin', 403],
  ] as const) {
    expect([who, (await fixture.call(who, 'GET', url)).status]).toEqual([who, status])
  }
  expect(Object.keys(files).toSorted()).toEqual([
    'game.csv',
    'gameevent.csv',
    'tournament.json',
    'usergame.csv',
  ])
  const [, ...games] = files['game.csv']!.trim().split('\n')
  expect(games).toHaveLength(5)
  expect(games[0]).toMatch(
    /^\d+,2026-\d\d-\d\d [\d:.]+\+00,2026-\d\d-\d\d [\d:.]+\+00,\w+,gold,map_\w+,\d+,\d+,north,\d+,[A-D],[A-D]$/,
  )
})

/** Everything stored except idempotency keys. */
async function written(): Promise<Record<string, string>> {
  const { 'kept.idempotency_key': _, ...rest } = await storedHashes(fixture)
  return { ...rest, facts: `${await fixture.app.log.factsTail()}` }
}

describe('an invalid file', () => {
  let before: Record<string, string>
  beforeAll(async () => {
    before = await written()
  })
  const changed = (file: string, from: RegExp | string, to: string) => () =>
    zipOf({ ...files, [file]: files[file]!.replace(from, to) })
  const withMatch = (change: (first: Body) => void) => () => {
    const all: Body = JSON.parse(files['tournament.json']!)
    change(all.matches[0])
    return zipOf({ ...files, 'tournament.json': JSON.stringify(all) })
  }
  const without = (file: string) => () => {
    const { [file]: _, ...rest } = files
    return zipOf(rest)
  }
  test.each([
    ['no ZIP', () => Buffer.from('hello'), /no game\.csv/],
    ['an empty body', () => Buffer.alloc(0), /Send the ZIP/],
    [
      'a ZIP cut off',
      () => zipOf(files).subarray(0, 4_000),
      /ends too early|cannot be unpacked|There is no/,
    ],
    ['no games', without('game.csv'), /no game\.csv/],
    ['no row', changed('game.csv', /\n[^]*/, '\n'), /no games\..*“Export with its history”/],
    ['no events', without('gameevent.csv'), /no gameevent\.csv/],
    ['a column less', changed('game.csv', 'map_name', 'map'), /game\.csv has no column map_name/],
    ['a value less', changed('game.csv', /,[A-D]\n/, '\n'), /game\.csv, line 2: 12 values/],
    [
      'no time',
      changed('game.csv', /,2026-\d\d-\d\d /, ',soon '),
      /line 2: start_time and end_time/,
    ],
    [
      'no winner',
      changed('game.csv', ',gold,', ',red,'),
      /line 2: winning_team must be blue or gold/,
    ],
    [
      'no array',
      changed('gameevent.csv', '{', '('),
      /gameevent\.csv, line 2: values is not an array/,
    ],
    [
      'a game of another file',
      changed('gameevent.csv', /,\d+\n/, ',999999\n'),
      /gameevent\.csv, line/,
    ],
    [
      'a game without an end',
      changed('gameevent.csv', /,victory,/, ',victor,'),
      /needs a gamestart and a victory/,
    ],
    ['other teams', changed('tournament.json', /"team": \d+/, '"team": 999'), /there is no team/i],
    [
      'a tournament of another form',
      changed('tournament.json', '"formatVersion": 1', '"formatVersion": 9'),
      /tournament\.json is not valid: formatVersion/,
    ],
    [
      'matches that wait for themselves',
      withMatch((one) => (one.slots[0] = { winnerOf: one.match })),
      /waits for itself/,
    ],
    ['a score below 0', withMatch(({ result }) => (result.score = [-1, 0])), /M1 of Main: a score/],
    [
      'a winner who lost',
      withMatch(({ result }) => result.score.reverse()),
      /does not fit the score/,
    ],
    [
      'a team against itself',
      withMatch(({ slots }) => (slots[1] = slots[0])),
      /M1 of Main: a team cannot play against itself/,
    ],
    [
      'another winner than the events',
      changed('game.csv', ',gold,', ',blue,'),
      /has the result blue, \w+, but its victory is gold, \w+\./,
    ],
    [
      'an end before the start',
      changed('game.csv', /\+00,2026-/, '+00,2025-'),
      /game\.csv, line 2: end_time is before start_time/,
    ],
    ['a round beyond 32 bits', withMatch((one) => (one.roundNum = 2 ** 31)), /roundNum/],
    ['a NUL', withMatch((one) => (one.note = 'A\0')), /characters that cannot be stored/],
  ] as [string, () => Uint8Array, RegExp][])(
    '%s is refused with the reason',
    async (_, zip, why) => {
      const { status, body } = await imported(zip())
      expect([status >= 400 && status < 500, body.detail]).toEqual([
        true,
        expect.stringMatching(why),
      ])
    },
  )

  test('of any kind writes nothing', async () => {
    expect(await written()).toEqual(before)
  })
})

test('an import into an empty scene has the same matches, results, games, events and tables', async () => {
  const id = randomUUID()
  const zip = zipOf(files)
  const { status, body } = await imported(zip, { id })
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ name: 'Friday', isActive: false }),
  ])
  expect(body.imported).toMatchObject({ matches: 6, games: 5 })
  expect(await tablesOf(body.id)).toEqual(await tablesOf(sample.tournament))
  const again = await filesIn(await exported(body.id, 'otherAdmin'))
  const plain = (all: Record<string, string>) => ({
    games: rowsOf(all['game.csv']!, [0, 7, 9]),
    events: rowsOf(all['gameevent.csv']!, [0, 4]),
  })
  expect(plain(again)).toEqual(plain(files))

  // A repeated request returns the same tournament; a new import of the same file is refused.
  expect((await imported(zip, { id })).body.id).toBe(body.id)
  expect((await imported(zip)).body).toMatchObject({ code: 'IMPORTED_ALREADY' })
})

/** Sorted rows of the CSV, without the columns whose ids differ between installations. */
function rowsOf(csv: string, without: number[]): string[] {
  return csv
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .filter((_, column) => !without.includes(column))
        .join(','),
    )
    .toSorted()
}

test('a ZIP with only the three tables becomes one stage of matches scored by their games', async () => {
  const { 'tournament.json': _, ...three } = files
  const csv = three['game.csv']!.replaceAll(',north,', ',south,').replaceAll(
    /2026-\d\d-\d\d/g,
    '2025-01-02',
  )
  const response = await imported(zipOf({ ...three, 'game.csv': csv }))
  expect(response.body).toMatchObject({ imported: { matches: 3, games: 5 }, date: '2025-01-02' })
  const { results } = await read(`/api/tournament/match/?tournamentId=${response.body.id}`)
  expect(results.map((row: Body) => [row.blueScore, row.goldScore, row.isComplete])).toEqual([
    [1, 2, true],
    [1, 0, true],
    [1, 0, true],
  ])
})

async function cabinetNamed(name: string): Promise<number> {
  const { results } = await read(`/api/game/cabinet/?sceneId=${fixture.otherScene}`)
  return results.find((row: Body) => row.name === name)?.id ?? 0
}

test('games are not imported to a cabinet of an active tournament, but to other cabinets', async () => {
  const north = await cabinetNamed('north')
  await expectOk(
    fixture.call('otherAdmin', 'POST', '/api/tournament/tournament/', {
      body: {
        scene: fixture.otherScene,
        name: 'Now',
        date: '2026-01-03',
        assignedCabinets: [north],
      },
    }),
  )
  const later = files['game.csv']!.replaceAll(/2026-(\d\d-\d\d)/g, '2024-$1')
  const { status, body } = await imported(zipOf({ ...files, 'game.csv': later }))
  expect([status, body.code]).toEqual([409, 'SCENE_IN_USE'])
  const csv = files['game.csv']!.replaceAll(',north,', ',east,')
  const moved = await imported(zipOf({ ...files, 'game.csv': csv }))
  expect([moved.status, moved.body.imported?.games]).toEqual([201, 5])

  // A tournament without games can be imported with its history although it names that cabinet.
  const { tournament, bracket } = await newSampleTournament(fixture)
  const about = `/api/tournament/tournament/${tournament}/`
  await expectOk(fixture.call('admin', 'DELETE', `/api/tournament/bracket/${bracket}/`))
  await expectOk(fixture.call('admin', 'PATCH', about, { body: { isActive: false } }))
  const url = `${about}export-history/`
  const { rawPayload } = await fixture.app.web.inject({ url, headers: fixture.people.admin })
  const idle = await imported(rawPayload)
  expect([idle.status, idle.body.detail]).toEqual([201, undefined])
})

describe('a tournament with its history', () => {
  let history: Record<string, string>
  const otherScenes: number[] = []
  beforeAll(async () => {
    const { tournament, bracket } = await newSampleTournament(fixture)
    const about = `/api/tournament/tournament/${tournament}/`
    const press = (method: string, url: string, body: unknown = {}) =>
      expectOk(fixture.call('admin', method, url, { body }))
    const { results } = await read(`/api/tournament/match/?bracketId=${bracket}`)
    const game = await newGame(fixture, { cabinet: fixture.cabinet })
    for (const [index, { id }] of results.entries()) {
      const match = `/api/tournament/match/${id}/`
      if (index === 0) await press('PATCH', `/api/game/game/${game}/`, { tournamentMatch: id })
      else await press('PATCH', match, { blueScore: 1 })
      await press('PUT', `${match}complete/`)
    }
    // A video may show another cabinet than those of the matches.
    const body = { scene: fixture.scene, name: 'side', displayName: 'Side' }
    const { id: side } = (
      await expectOk(fixture.call('key', 'POST', '/api/game/cabinet/', { body }))
    ).body
    const filmed = await newGame(fixture, { cabinet: side })
    const video = { tournament, videoId: 'dQw4w9WgXcQ-dQw4w9WgXcQ', length: 3_600, gameEndTime: 60 }
    for (const own of [game, filmed]) await press('POST', videos, { ...video, game: own })
    await press('POST', '/api/tournament/links/', { tournament, url: 'https://a.example/' })
    await press('PATCH', about, { isActive: false })
    const url = `${about}export-history/`
    const { rawPayload } = await fixture.app.web.inject({ url, headers: fixture.people.admin })
    history = await filesIn(rawPayload)
    for (const name of ['second', 'third']) {
      const scene = { name, displayName: name }
      const reply = fixture.call('key', 'POST', '/api/game/scene/', { body: scene })
      otherScenes.push((await expectOk(reply)).body.id)
    }
  })
  const videos = '/api/tournament/video/add/'

  async function sent(what: 'preview' | 'import', scene: number, own = history) {
    const response = await fixture.app.web.inject({
      method: 'POST',
      url: `/api/game/scene/${scene}/${what}-tournament/`,
      headers: { ...fixture.people.owner, 'content-type': 'application/zip' },
      payload: Buffer.from(zipOf(own)),
    })
    return { status: response.statusCode, body: response.json() }
  }
  /** The ZIP with changed rows beside the log, and the hash that fits them. */
  function withRows(change: (beside: Body) => void): Record<string, string> {
    const beside: Body = JSON.parse(history['beside.json']!)
    change(beside)
    const text = JSON.stringify(beside)
    const manifest: Body = JSON.parse(history['manifest.json']!)
    manifest.sha256.beside = createHash('sha256').update(text).digest('hex')
    return { ...history, 'beside.json': text, 'manifest.json': JSON.stringify(manifest) }
  }

  test('is refused before anything is written if a row beside the log cannot be stored', async () => {
    const before = await written()
    for (const [what, why, change] of unstorableRows) {
      for (const call of ['preview', 'import'] as const) {
        const { status, body } = await sent(call, otherScenes[0]!, withRows(change))
        expect([what, status, body.code, body.detail]).toEqual([
          what,
          422,
          'IMPORT_UNREADABLE',
          expect.stringMatching(why),
        ])
      }
    }
    expect(await written()).toEqual(before)
  })

  test('R-IM-1: can be moved to other scenes of the same Waggle, once to each', async () => {
    for (const scene of otherScenes) {
      const preview = await sent('preview', scene)
      expect([preview.status, preview.body.cabinets?.length]).toEqual([200, 2])
      const { status, body } = await sent('import', scene)
      expect([status, body.detail, body.imported?.games]).toEqual([201, undefined, 1])
      const { results } = await read(`/api/game/game/?tournamentId=${body.id}`)
      const moved = await read(`/api/tournament/video/?tournamentId=${body.id}`)
      expect(moved.results).toHaveLength(2)
      expect(moved.results[0].references).toMatchObject([{ game: results[0].id }])
    }
    for (const scene of [...otherScenes, fixture.scene]) {
      for (const what of ['preview', 'import'] as const) {
        const { status, body } = await sent(what, scene)
        expect([status, body.code]).toEqual([409, 'IMPORTED_ALREADY'])
      }
    }
    expect((await verify(fixture.app.log, fixture.app.store)).problems).toEqual([])
  })
})
