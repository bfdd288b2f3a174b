// Runs models of the programs that scenes own against recorded evenings.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replay } from '#scripts/replay-evening/replay.ts'
import type { ReplayReport } from '#scripts/replay-evening/replay.ts'
import { crawl } from '../clients/crawler.ts'
import { openLeaderboard } from '../clients/leaderboard.ts'
import { withoutVersion, playOldGame } from '../clients/old-cabinet.ts'
import { openOverlay } from '../clients/overlay.ts'
import { openSignInBox } from '../clients/sign-in-box.ts'
import { connect } from '../clients/socket.ts'
import type { Client, Json } from '../clients/socket.ts'
import { filesIn } from '../support/unzip.ts'
import { evening, eveningIds, haveRecordings } from '../support/recordings.ts'
import { cardHash } from '#services/intake/sign-in.ts'
import {
  newSampleTournament,
  newGame,
  expectOk,
  person,
  startTwoScenes,
} from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'
import * as golden from './expected-shapes.ts'
import { differences, expectGolden } from './expected-shapes.ts'
import { addresses, compareAddresses } from './every-address.ts'
import type { Ids } from './every-address.ts'

let fixture: TwoScenes
let url: string
const clients: Client[] = []

beforeAll(async () => {
  fixture = await startTwoScenes({
    compatPort: 0,
    cabinetRateLimit: { perSecond: 1_000_000, burst: 1_000_000 },
  })
  url = fixture.app.compatUrl!
})
afterAll(async () => {
  for (const client of clients) client.close()
  await fixture?.app.stop()
})

async function untilOpen<C extends Client>(client: C): Promise<C> {
  clients.push(client)
  await client.ready
  return client
}
const nothing = () => {}
const byNumbers = ([a = 0, x = 0]: number[], [b = 0, y = 0]: number[]) => a - b || x - y
const ofType = (messages: Json[], type: string) =>
  messages.filter((message) => message['type'] === type)

describe.skipIf(!haveRecordings())('at a recorded evening', () => {
  test.each(eveningIds)(
    '%s: the programs receive and read everything without errors',
    async (id) => {
      const record = evening(id)
      const all = await untilOpen(connect(`${url}/ws/gamestate`, nothing))
      const { app } = fixture
      let replayedGames = 0
      const playing = replay({
        evening: record,
        // Every second game comes from an old client.
        order: (events) => (replayedGames++ % 2 === 0 ? events : withoutVersion(events)),
        url: app.url,
        key: app.adminKey,
        speed: 0,
        socketUrl: url,
      })
      const rows = async () => {
        const { rows } = await app.store.pool.query<{ id: number; name: string; total: number }>(
          `select c.id, c.name, count(*) over ()::int as total from kept.cabinet c
         join kept.scene s on s.id = c.scene and s.name = 'evenings'
         where c.name ~ '^cab' and not exists (select from view.game where cabinet = c.id)`,
        )
        return rows
      }
      const names = new Set(
        record.tournament.matches.flatMap(({ games }) => games.map((g) => g.cabinet)),
      )
      await until('the cabinets', async () => (await rows()).length === names.size)
      const cabinets = await rows()
      const leaderboard = await untilOpen(
        openLeaderboard(
          url,
          cabinets.map((cabinet) => cabinet.id),
        ),
      )
      const overlays = await Promise.all(
        cabinets.map((cabinet) => untilOpen(openOverlay(url, { ...cabinet, scene: 'evenings' }))),
      )
      const box = await untilOpen(await openBoxAt(cabinets[0]!, id))
      await box.tap(cardOf(id), 4)
      const replayed = await playing
      expect(replayed.differences).toEqual([])
      const ends = () => ofType(all.messages, 'gameend').length
      await until('the last end', () => Promise.resolve(ends() === replayed.games))
      await leaderboard.idle()

      expect([...overlays, leaderboard, box, all].flatMap(({ errors }) => errors)).toEqual([])
      expect([...box.signedIn]).toEqual([[4, `Ada ${id}`]])
      const own = leaderboard.games.filter(({ game }) => game['cabinet'].id === box.cabinet)
      expect(new Set(box.endedGames)).toEqual(new Set(own.map(({ game }) => game['id'])))
      expect(box.endedGames).toHaveLength(own.length)
      expect(own.at(-1)?.game['users']).toMatchObject([{ player_id: 4 }])
      const versions = leaderboard.games.filter(({ game }) => game['cabinet_version'] === '')
      expect(versions.length).toBeGreaterThanOrEqual(Math.floor(replayed.games / 2))
      const types = new Set(all.messages.map((message) => String(message['type'])))
      types.delete('cabinetOffline')
      expect([...types].toSorted()).toEqual([
        'cabinetOnline',
        'gameend',
        'gamestart',
        'match',
        'matchend',
        'matchstats',
        'playernames',
      ])
      for (const type of types) expectGolden(golden.gamestate[type]!, ofType(all.messages, type))
      for (const overlay of overlays) {
        expectGolden(golden.rawEvent, overlay.rawEvents)
        // At this speed a game may be over before its state is sent.
        expect(overlay.ingame.flatMap((state) => differences(golden.ingame, state))).toEqual([])
        const kinds = overlay.rawEvents.map((event) => event['event_type'])
        expect(kinds.filter((kind) => kind === 'victory').length).toBeGreaterThan(0)
        expect(new Set(overlay.rawEvents.map((event) => event['uuid'])).size).toBe(
          overlay.rawEvents.length,
        )
      }
      // The match state was sent before the end of the game, and counts the game already.
      expect(leaderboard.games).toHaveLength(replayed.games)
      expectGolden(
        golden.game,
        leaderboard.games.map(({ game }) => game),
      )
      expectGolden(
        golden.stats,
        leaderboard.games.map(({ stats }) => stats),
      )
      const counted = new Map<number, number>()
      const inTurn = leaderboard.games.toSorted((one, other) => one.game['id'] - other.game['id'])
      for (const { game, matchState: actual } of inTurn) {
        const match = game['tournament_match']
        counted.set(match, (counted.get(match) ?? 0) + 1)
        const sum = actual?.['blue_score'] + actual?.['gold_score']
        expect([match, sum >= counted.get(match)!]).toEqual([match, true])
      }

      // One message for each counted game; at this speed it may include later games.
      const sums = Map.groupBy(
        ofType(all.messages, 'matchstats'),
        (one) => one['match_id'] as number,
      )
      const actual = [...sums].map(([match, all]) => [match, all.length, all.at(-1)!['games']])
      const countedMatches = [...counted].filter(([match]) => match !== null)
      const expected = countedMatches.map(([match, games]) => [match, games, games])
      expect(actual.toSorted(byNumbers)).toEqual(expected.toSorted(byNumbers))

      const matches = await crawl(
        url,
        `/api/tournament/match/?tournament_id=${replayed.tournament}`,
      )
      expect(matches).toHaveLength(replayed.matches)
      expectGolden(golden.match, matches)
      const [first] = leaderboard.games
      const events = await crawl(url, `/api/game/game-event?game_id=${first?.game['id']}`)
      expectGolden(golden.gameEvent, events)
      expect(new Set(events.map((event) => event['id'])).size).toBe(events.length)
      expect(
        await compareAddresses(fixture, addresses(await idsOf(replayed, leaderboard.games))),
      ).toEqual([])
      await expectSameAfterZip(replayed)
    },
  )
})

const cardOf = (evening: string) => `ada${evening}`

/** A card reader at this cabinet, and a person with a known card. */
async function openBoxAt({ id, name }: { id: number; name: string }, evening: string) {
  const device = await expectOk(
    fixture.call('key', 'POST', `/api/game/cabinet/${id}/device/`, { body: { name: 'Box' } }),
  )
  await person(fixture.app, { name: `Ada ${evening}` })
  await fixture.app.store.pool.query(
    'insert into kept.card (hash, person) select $1, max(id) from kept.person',
    [cardHash(cardOf(evening))],
  )
  const { token } = device.body
  return openSignInBox(url, { sceneName: 'evenings', cabinetName: name, token })
}

async function idsOf(
  { tournament, cabinets }: ReplayReport,
  played: { game: Json }[],
): Promise<Ids> {
  const { game } = played.find(({ game }) => game['tournament_match'] !== null)!
  const matches = `/api/tournament/match/${game['tournament_match']}/`
  const { body: match } = await expectOk(fixture.call('anonymous', 'GET', matches))
  const cabinet = cabinets[0]!
  const device = await expectOk(
    fixture.call('key', 'POST', `/api/game/cabinet/${cabinet}/device/`, {
      body: { name: 'Reader' },
    }),
  )
  return {
    scene: game['scene'].id,
    cabinet,
    tournament,
    bracket: match.bracket,
    match: match.id,
    team: match.blueTeam,
    game: game['id'],
    device: device.body.id,
  }
}

/** Wire 4.3: exported and imported into an empty scene, the standings are the same. */
async function expectSameAfterZip({ tournament, games, matches }: ReplayReport): Promise<void> {
  const name = `zip-${tournament}`
  const { id: scene } = (
    await expectOk(
      fixture.call('key', 'POST', '/api/game/scene/', { body: { name, displayName: name } }),
    )
  ).body
  const authorization = `Bearer ${fixture.app.adminKey}`
  const exported = await fetch(
    `${fixture.app.url}/api/tournament/tournament/${tournament}/export/`,
    {
      headers: { authorization },
    },
  )
  expect(exported.headers.get('content-type')).toBe('application/zip')
  const zip = await exported.arrayBuffer()
  const files = await filesIn(new Uint8Array(zip))
  expect(files['game.csv']!.trim().split('\n')).toHaveLength(games + 1)
  const imported = await fetch(`${fixture.app.url}/api/game/scene/${scene}/import-tournament/`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/zip' },
    body: zip,
  })
  const body = (await imported.json()) as Json
  expect([imported.status, body['imported']?.games, body['imported']?.matches]).toEqual([
    201,
    games,
    matches,
  ])
  const tables = async (of: number) => {
    const { body } = await expectOk(
      fixture.call('anonymous', 'GET', `/api/tournament/tournament/${of}/standings/`),
    )
    return (body.brackets as Json[]).map(({ name, standings }) => [
      name,
      standings.map(({ team, decidedBy, ...row }: Json) => [team.name, row, decidedBy?.rule]),
    ])
  }
  expect(await tables(body['id'])).toEqual(await tables(tournament))
}

test('a game of an old client, whose gamestart has four values, is stored like any other', async () => {
  const oldCabinet = { scene: fixture.scene, name: 'old', displayName: 'Old' }
  const { id, token } = (
    await expectOk(fixture.call('key', 'POST', '/api/game/cabinet/', { body: oldCabinet }))
  ).body
  const leaderboard = await untilOpen(openLeaderboard(url, [id]))
  await playOldGame(url, { sceneName: 'here', cabinetName: 'old', token })
  await until('the end', () => Promise.resolve(leaderboard.games.length === 1))
  expect(leaderboard.errors).toEqual([])
  const [{ game } = { game: {} }] = leaderboard.games
  expect(game).toMatchObject({ map_name: 'Day', cabinet_version: '', winning_team: 'blue' })
})

test('a client without a subscription gets all games, and one subscribed with a string only that cabinet’s', async () => {
  const silent = await untilOpen(connect(`${url}/ws/ingame_stats/`, nothing))
  const subscribed = await untilOpen(
    connect(`${url}/ws/ingame_stats`, nothing, (socket) => {
      socket.send('not JSON')
      socket.send(JSON.stringify({ type: 'subscribe', cabinet_id: '999' }))
    }),
  )
  // After a delay a client that has not subscribed gets all cabinets.
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  await newGame(fixture, { cabinet: fixture.cabinet, until: 'middle' })
  await until('the running game', () => Promise.resolve(silent.messages.length > 0))
  expectGolden(golden.ingame, silent.messages)
  expect(subscribed.messages).toEqual([])
})

test('the relay of a tournament sends whole objects, without a subscription', async () => {
  const { tournament, match, otherMatch, queue } = await newSampleTournament(fixture)
  const relay = await untilOpen(connect(`${url}/ws/tournament-relay/${tournament}`, nothing))
  const press = (path: string, body: unknown) =>
    expectOk(fixture.call('admin', 'PUT', `/api/tournament/${path}`, { body }))
  await until('a queue', async () => {
    await press(`queue/${queue}/set-queue/`, { matches: [] })
    await press(`queue/${queue}/set-queue/`, { matches: [otherMatch] })
    return ofType(relay.messages, 'queue').length > 0
  })
  await press(`match/${match}/add-score/`, { team: 'blue', by: 1 }).catch(nothing)
  await expectOk(
    fixture.call('admin', 'PATCH', `/api/tournament/match/${match}/`, { body: { blueScore: 1 } }),
  )
  await until('a match', () => Promise.resolve(ofType(relay.messages, 'match').length > 0))
  await press(`match/${match}/complete/`, { force: true })
  await until('a table', () => Promise.resolve(ofType(relay.messages, 'standings').length > 0))
  expectGolden(golden.relayed.standings, ofType(relay.messages, 'standings'))
  expectGolden(golden.relayed.queue, ofType(relay.messages, 'queue'))
  expectGolden(golden.relayed.match, ofType(relay.messages, 'match'))
  expect(relay.messages.filter(({ type }) => type === 'snapshot' || type === 'here')).toEqual([])
})

test('every socket opens with and without a trailing slash', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const paths = ['gamestate', 'ingame_stats', 'signin', `tournament-relay/${tournament}`]
  for (const path of [...paths, 'event-relay/here/north'].flatMap((one) => [one, `${one}/`])) {
    const client = await untilOpen(connect(`${url}/ws/${path}`, nothing))
    expect([path, client.errors]).toEqual([path, []])
  }
})

test('the event relay of an unknown cabinet is closed', async () => {
  const { WebSocket } = await import('ws')
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws/event-relay/here/nowhere`)
  const [code] = await new Promise<[number]>((resolve) => socket.on('close', (at) => resolve([at])))
  expect(code).toBe(1008)
})

test('a device that sends something wrong is refused with 200, because it repeats errors for ever', async () => {
  const devices = `/api/game/cabinet/${fixture.cabinet}/device/`
  const body = { name: 'Reader' }
  const { token } = (await expectOk(fixture.call('admin', 'POST', devices, { body }))).body
  const post = async (path: string, body: string | URLSearchParams, type?: string) => {
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    const answer = await fetch(url + path, { method: 'POST', body, headers })
    const { success, detail } = (await answer.json()) as Json
    return { status: answer.status, success, hasReason: /\w{4}/.test(`${detail}`) }
  }
  const nfc = '/api/stats/signin/nfc/'
  const clip = '/api/video/video-clip/'
  const json = 'application/json'
  const valid = { action: 'sign_in', card: '04a1b2c3d4e5f6', player: 10, token }
  const wrong: Json[] = [
    ...['abc', 11].map((player) => ({ player })),
    ...['zz', '', '0'.repeat(40), '\u0000'].map((card) => ({ card })),
    ...['foo', null].map((action) => ({ action })),
    { device_id: 'rdr' },
    { user: 'x' },
    { action: 'nfc_register_tapped', user: '999999999999' },
    { token: null },
  ]
  const requests: Parameters<typeof post>[] = [
    ...wrong.map((what) => [nfc, JSON.stringify({ ...valid, ...what }), json] as const),
    [nfc, '{"action":', json],
    [nfc, `"${'x'.repeat(20_000)}"`, json],
    [nfc, new URLSearchParams({ action: 'sign_in', token })],
    [clip, new URLSearchParams({ cabinet: 'x', token })],
    [clip, 'nonsense', 'multipart/form-data; boundary=x'],
  ].map((args) => [...args] as Parameters<typeof post>)
  for (const args of requests) {
    const refused = { status: 200, success: false, hasReason: true }
    expect([args, await post(...args)]).toEqual([args, refused])
  }
})

test('R-CMD-4: the end of a match that was decided under review is sent when the review ends', async () => {
  const { match, teams } = await newSampleTournament(fixture)
  const sockets = [`${url}/ws/gamestate`, `${fixture.app.wsUrl}/ws/gamestate`]
  const viewers = await Promise.all(sockets.map((address) => untilOpen(connect(address, nothing))))
  const press = (end: string, body: object) =>
    expectOk(fixture.call('admin', 'PUT', `/api/tournament/match/${match}/${end}/`, { body }))
  const sent = (type: string) => viewers.map(({ messages }) => ofType(messages, type).length)
  await press('start', { cabinet: fixture.cabinet, force: true })
  await press('review', { on: true })
  await press('add-score', { team: teams[0], by: 1 })
  await press('complete', {})
  const newest = () => viewers.map(({ messages }) => messages.at(-1) ?? {})
  const isFree = (last: Json) => (last['match_type'] ?? last['matchType'] ?? null) === null
  await until('the cabinet to be free', () =>
    Promise.resolve(newest().every((last) => last['type'] === 'match' && isFree(last))),
  )
  expect(sent('matchend')).toEqual([0, 0])
  await press('review', { on: false })
  await until('the end', () => Promise.resolve(sent('matchend').every((count) => count > 0)))
  const [compat, main] = viewers.map(({ messages }) => ofType(messages, 'matchend'))
  expect(compat).toMatchObject([{ match_id: match, cabinet_id: fixture.cabinet }])
  expect(main).toMatchObject([{ matchId: match, cabinetId: fixture.cabinet }])
  expect([main![0]!['blueScore'], main![0]!['goldScore']]).toContain(1)
})
