// The public data of a game for its replay.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gameStats } from '#events/game/index.ts'
import { openReplay, statsOf } from '#events/game/game-replay.ts'
import { newSampleTournament, newGame, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'

type EventTuple = [ms: number, type: string, values: string[]]

describe('the replay of a game', () => {
  let fixture: TwoScenes
  let dist: string
  let sample: SampleTournament
  let game: number

  beforeAll(async () => {
    dist = mkdtempSync(join(tmpdir(), 'waggle-replay-'))
    mkdirSync(join(dist, 'assets'))
    writeFileSync(join(dist, 'index.html'), '<title>Waggle</title><div id="root"></div>')
    fixture = await startTwoScenes({ consoleDist: dist })
    sample = await newSampleTournament(fixture)
    game = await newGame(fixture, { cabinet: fixture.cabinet, winner: 'gold' })
  })
  afterAll(async () => {
    await fixture?.app.stop()
    rmSync(dist, { recursive: true, force: true })
  })

  const read = async (path: string): Promise<Body> =>
    (await expectOk(fixture.call('anonymous', 'GET', `/api/game/game/${path}`))).body
  const change = (method: string, url: string, body: unknown = {}) =>
    expectOk(fixture.call('key', method, url, { body }))
  const asObjects = (events: EventTuple[]) =>
    events.map(([ms, type, values]) => ({ ms, type, values }))

  test('its events are in order from the start, and give the same stats as the server', async () => {
    const { events, isOver } = await read(`${game}/events/`)
    const times = events.map(([ms]: EventTuple) => ms)
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b))
    expect(events.find(([, type]: EventTuple) => type === 'gamestart')[0]).toBe(0)
    expect(events.at(-1).slice(1)).toEqual(['victory', ['Gold', expect.any(String)]])
    expect(isOver).toBe(true)
    const { last, endMs } = openReplay(asObjects(events))
    const played = await read(`${game}/`)
    expect(gameStats(statsOf(last.state), played, {})).toEqual(await read(`${game}/stats/`))
    expect(endMs / 1000).toBe((await read(`${game}/`)).seconds)
  })

  test('a finished game can be cached, and is not sent again unchanged', async () => {
    const url = `/api/game/game/${game}/events/`
    const { headers } = await expectOk(fixture.call('anonymous', 'GET', url))
    expect(headers['cache-control']).toBe('public, max-age=300')
    const again = { 'if-none-match': String(headers['etag']) }
    const second = await fixture.call('anonymous', 'GET', url, { headers: again })
    expect([second.status, second.text]).toEqual([304, ''])
    const running = await newGame(fixture, { cabinet: fixture.cabinet, until: 'middle' })
    const { headers: now, body } = await expectOk(
      fixture.call('anonymous', 'GET', `/api/game/game/${running}/events/`),
    )
    expect([now['cache-control'], body.isOver]).toEqual(['no-cache', false])
  })

  test('P19: names of players and operator events of the cabinet are not public', async () => {
    const { gameId } = await read(`${game}/`)
    const [first] = await fixture.app.store.db
      .selectFrom('view.cabinetEvent')
      .select('time')
      .where('gameId', '=', gameId)
      .orderBy('time', 'desc')
      .execute()
    const before = (await read(`${game}/events/`)).events
    const eventOf = (type: string, ...values: string[]) => {
      const time = new Date(Date.parse(first!.time) - 1).toISOString()
      return { gameID: gameId, eventID: `late ${type}`, time, type, values }
    }
    const events = [
      eventOf('playernames', 'Ann Example', 'Bo'),
      eventOf('signInPlayer', '4', 'Ann Example'),
      eventOf('adminlogin', 'Ann Example'),
      eventOf('cabinetOffline', '1006', 'said Ann Example'),
      eventOf('spawn', '4', 'Ann Example <b>'),
    ]
    await fixture.app.log.appendFacts({
      cabinet: fixture.cabinet,
      after: await fixture.app.log.tail(),
      events,
    })
    const currentEvents = async () => (await read(`${game}/events/`)).events
    await until(
      'late events to be told',
      async () => (await currentEvents()).length > before.length,
    )
    const late = await currentEvents()
    expect(JSON.stringify(late)).not.toContain('Ann')
    expect(late).toHaveLength(before.length + 2)
    expect(late).toContainEqual([expect.any(Number), 'spawn', ['4', '']])
    expect(late).toContainEqual([expect.any(Number), 'cabinetOffline', []])
  })

  test('it has its match, and the sides of the teams when it began', async () => {
    expect(await read(`${game}/match/`)).toEqual({ match: null })
    await change('PATCH', `/api/game/game/${game}/`, { tournamentMatch: sample.match })
    const { match } = await read(`${game}/match/`)
    const { blueTeam, goldTeam } = (
      await change('PATCH', `/api/tournament/match/${sample.match}/`, { isFlipped: true })
    ).body
    expect(match).toMatchObject({
      id: sample.match,
      blue: { id: goldTeam },
      gold: { id: blueTeam },
      tournament: { id: sample.tournament, name: 'Friday', scene: { name: 'here' } },
      underReview: false,
    })
    expect((await read(`${game}/match/`)).match).toEqual(match)
  })

  test('the head of its page says how it ended and where it was played', async () => {
    const answer = await fetch(`${fixture.app.url}/game/${game}`)
    const html = await answer.text()
    expect(html).toMatch(/<title>Gold won on \w+ \(\w+\) · Waggle<\/title>/)
    expect(html).toContain('Friday, North, Here"')
    expect(html).toContain(`og:url" content="${fixture.app.url}/game/${game}"`)
    for (const path of ['/game/999999999', '/game/abc']) {
      expect((await fetch(`${fixture.app.url}${path}`)).status).toBe(404)
    }
  })

  test('R-CMD-4: under review a game says so, and the head of its page omits a match that it does not count for yet', async () => {
    const review = (on: boolean) =>
      change('PUT', `/api/tournament/match/${sample.match}/review/`, { on })
    await review(true)
    expect((await read(`${game}/match/`)).match.underReview).toBe(true)
    const hidden = await newGame(fixture, { cabinet: fixture.cabinet, winner: 'blue' })
    await change('PATCH', `/api/game/game/${hidden}/`, { tournamentMatch: sample.match })
    const { match } = await read(`${hidden}/match/`)
    expect(match).toMatchObject({ id: sample.match, underReview: true })
    const answer = await fetch(`${fixture.app.url}/game/${hidden}`)
    expect(await answer.text()).not.toContain('Friday')
    await review(false)
    expect((await read(`${hidden}/match/`)).match.underReview).toBe(false)
    expect(await (await fetch(`${fixture.app.url}/game/${hidden}`)).text()).toContain('Friday')
  })
})
