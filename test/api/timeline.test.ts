// The timeline of a tournament, and corrections made from it (R-DI-3, R-UN-1, R-ED-3).
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CommitHistory } from '#console/src/core/history/commit-history.ts'
import { undoneBy } from '#console/src/core/live/own-steps.ts'
import { sourceOf } from '#services/fanout/tournament/source.ts'
import { newSampleTournament, newGame, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'

const t = '/api/tournament'
let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

type TimelineEvent = {
  kind: string
  cabinet: number
  game: number | null
  at: string
  takenAt: string
  kills: number
}
type Entry = { version: number; text: string; by: { id?: number }; moments: TimelineEvent[] }
type Page = {
  results: Entry[]
  next: string
  version: number
  people: { id: number; name: string }[]
  devices: string[]
}

async function timeline(sample: SampleTournament, query = ''): Promise<Page> {
  const url = `${t}/tournament/${sample.tournament}/timeline/${query}`
  return (await expectOk(fixture.call('official', 'GET', url))).body
}
async function press(url: string, body: unknown = {}): Promise<number> {
  const { headers } = await expectOk(fixture.call('official', 'PUT', `${t}${url}`, { body }))
  return Number(headers['x-version'])
}
const read = async (url: string): Promise<Body> =>
  (await expectOk(fixture.call('official', 'GET', `${t}${url}`))).body
const kindsOf = ({ results }: { results: Entry[] }) =>
  results.flatMap(({ moments }) => moments.map(({ kind }) => kind))
const put = (sample: SampleTournament, what: string, body: unknown) =>
  fixture.call('official', 'PUT', `${t}/tournament/${sample.tournament}/${what}/`, { body })

describe('the timeline', () => {
  test('R-DI-3: has events of cabinets between the commits, with both clocks and the game', async () => {
    const sample = await newSampleTournament(fixture)
    const start = await press(`/match/${sample.match}/start/`, {
      cabinet: fixture.cabinet,
      force: true,
    })
    const game = await newGame(fixture, { cabinet: fixture.cabinet, winner: 'blue' })
    const counts = async () => (await read(`/match/${sample.match}/`)).blueScore === 1
    await until('the referee to count the game', counts)
    const stop = await press(`/match/${sample.match}/stop/`)
    const all = await timeline(sample, `?match=${sample.match}`)
    expect(all.results[0]).toMatchObject({ version: stop, moments: [] })
    expect(kindsOf(all)).toEqual(expect.arrayContaining(['victory', 'play', 'gamestart']))
    const moments = all.results.flatMap((entry) => entry.moments)
    expect(moments.filter(({ kind }) => kind === 'victory')).toMatchObject([
      { cabinet: fixture.cabinet, game, winningTeam: 'blue' },
    ])
    const [began] = moments.filter(({ kind }) => kind === 'gamestart')
    expect(began).toMatchObject({ at: expect.stringMatching(/^2026-01-02/), game })
    const kinds = moments.map(({ kind }) => kind)
    expect(kinds.lastIndexOf('play'), 'nothing is played before it begins').toBeLessThan(
      kinds.indexOf('gamestart'),
    )
    expect(Date.parse(began!.takenAt)).toBeGreaterThan(Date.parse(began!.at))
    expect(moments.find(({ kind }) => kind === 'play')!.kills).toBeGreaterThan(0)
    expect(all.results.at(-1)!.version).toBeLessThan(start)
  })

  test('of a match has the events of its cabinet during the match, of a cabinet all its events', async () => {
    const sample = await newSampleTournament(fixture)
    const on = { cabinet: fixture.cabinet, force: true }
    await press(`/match/${sample.match}/start/`, on)
    await press(`/match/${sample.match}/stop/`)
    const stray = await newGame(fixture, { cabinet: fixture.cabinet, winner: 'gold' })
    await press(`/match/${sample.otherMatch}/`, { isFlipped: true })
    expect(kindsOf(await timeline(sample, `?match=${sample.match}`))).toEqual([])
    const { results } = await timeline(sample, `?cabinet=${fixture.cabinet}`)
    const games = results.flatMap(({ moments }) => moments.map(({ game }) => game))
    expect(games).toContain(stray)
  })

  test('R-DI-3: has lost and restored connections of a cabinet, even if its clock is wrong', async () => {
    const sample = await newSampleTournament(fixture)
    await press(`/match/${sample.match}/start/`, { cabinet: fixture.cabinet, force: true })
    const projected = (type: string, time: string) => ({
      eventID: `${type} of ${sample.match}`,
      gameID: null,
      time,
      type,
      values: [],
    })
    const [lost, found] = ['2019-05-04T20:15:00.000Z', '2019-05-04T20:16:30.000Z']
    const events = [projected('clientOffline', lost), projected('clientOnline', found)]
    const before = Date.now()
    await fixture.app.log.appendFacts({
      cabinet: fixture.cabinet,
      after: await fixture.app.log.tail(),
      events,
    })
    await press(`/match/${sample.match}/stop/`)
    const moments = async () => {
      const { results } = await timeline(sample, `?match=${sample.match}`)
      return results.flatMap((entry) => entry.moments).map(({ kind, at }) => ({ kind, at }))
    }
    await expect.poll(moments).toEqual([
      { kind: 'clientOnline', at: found },
      { kind: 'clientOffline', at: lost },
    ])
    const { results } = await timeline(sample, `?match=${sample.match}`)
    for (const { takenAt } of results.flatMap((entry) => entry.moments))
      expect(Date.parse(takenAt)).toBeGreaterThanOrEqual(before)
  })

  test('can be filtered like the history, and its pages are stable while new commits are added', async () => {
    const sample = await newSampleTournament(fixture)
    const first = await timeline(sample, '?rowsPerPage=3')
    await press(`/match/${sample.match}/`, { isFlipped: true })
    const second = (await expectOk(fixture.call('official', 'GET', first.next))).body
    const versions = [...first.results, ...second.results].map(({ version }: Entry) => version)
    expect(versions).toEqual(versions.toSorted((a, b) => b - a))
    expect(new Set(versions).size).toBe(6)
    const { results } = await timeline(sample, '?search=sides&type=SetSides')
    expect(results).toHaveLength(1)
    const none = await timeline(sample, '?search=nobody did this')
    expect(none.results).toEqual([])
    const latest = (await timeline(sample)).results[0]!
    expect(none.version, 'how far the log was read').toBe(latest.version)
    const everybody = none.people.map(({ id }) => id)
    expect(everybody, 'whom one can ask for').toContain(latest.by.id)
    const url = `${t}/tournament/${sample.tournament}/timeline/`
    expect((await fixture.call('player', 'GET', url)).status).toBe(403)
  })
})

describe('R-ED-3: replacing a step', () => {
  /** Four teams; both semifinals and the final are played. */
  async function played() {
    const sample = await newSampleTournament(fixture)
    const send = async (method: string, url: string, body: unknown) =>
      (await expectOk(fixture.call('admin', method, `${t}${url}`, { body }))).body
    const stage = { tournament: sample.tournament, name: 'Cup', stageType: 'single_elim' }
    const { id: bracket } = await send('POST', '/bracket/', stage)
    await send('PUT', `/bracket/${bracket}/set-teams/`, { teams: sample.teams })
    const { matches } = await send('PUT', `/bracket/${bracket}/create-matches/`, {})
    const [one, two, final] = matches.map(({ id }: { id: number }) => id)
    const { blueTeam, goldTeam } = await read(`/match/${one}/`)
    const point = await press(`/match/${one}/add-score/`, { team: blueTeam, by: 1 })
    await press(`/match/${one}/complete/`)
    for (const id of [two, final]) {
      await press(`/match/${id}/`, { blueScore: 1, goldScore: 0 })
      await press(`/match/${id}/complete/`)
    }
    return { sample, one, final, point, blueTeam, goldTeam }
  }

  test('is refused with the dependent matches, cascades with a reason, and is undone in one step', async () => {
    const { sample, one, final, point, goldTeam } = await played()
    const before = [await read(`/match/${one}/`), await read(`/match/${final}/`)]
    const replacement = { version: point, by: { team: goldTeam } }
    const { status, body } = await put(sample, 'replace', replacement)
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        code: 'RESULT_IN_USE',
        matches: [expect.objectContaining({ id: final })],
      }),
    ])
    expect((await put(sample, 'replace', { ...replacement, cascade: true })).body.code).toBe(
      'REASON_MISSING',
    )
    const confirmed = { ...replacement, cascade: true, reason: 'wrong button' }
    const done = (await expectOk(put(sample, 'replace', confirmed))).body
    expect(await read(`/match/${one}/`)).toMatchObject({ winner: goldTeam, isComplete: true })
    expect(await read(`/match/${final}/`)).toMatchObject({ isComplete: false, attempt: 2 })
    const [line] = (await timeline(sample)).results
    expect(line!.text).toMatch(
      /^Step \d+ replaced \(\+1 .* in M1 of Cup, 0-0 → 1-0\): it was won by /,
    )
    await expectOk(put(sample, 'undo', { version: done.version }))
    expect([await read(`/match/${one}/`), await read(`/match/${final}/`)]).toEqual(before)
  })

  test('R-UN-1: a step is undone with all its dependents in one commit', async () => {
    const { sample, one, final, point } = await played()
    const tail = await fixture.app.log.tail()
    const preview = await read(`/tournament/${sample.tournament}/history/${point}/`)
    expect(preview).toMatchObject({ undoable: false, together: { isPlayedOn: true } })
    expect(preview.dependents.length).toBeGreaterThan(1)
    const undoBody = { version: point, cascade: true }
    expect((await put(sample, 'undo', undoBody)).body.code).toBe('REASON_MISSING')
    const done = (await expectOk(put(sample, 'undo', { ...undoBody, reason: 'practice' }))).body
    expect(await fixture.app.log.tail()).toBe(tail + 1)
    expect(await read(`/match/${one}/`)).toMatchObject({ blueScore: 0, isComplete: false })
    expect(await read(`/match/${final}/`)).toMatchObject({ blueTeam: null, isComplete: false })
    await expectOk(put(sample, 'undo', { version: done.version }))
    expect(await read(`/match/${final}/`)).toMatchObject({ isComplete: true, blueScore: 1 })
    const undoneVersions = [point, ...preview.dependents.map((step: Entry) => step.version)]
    expect(new Set(await expectSameHistory(sample, done.version))).toEqual(new Set(undoneVersions))
    expect(await expectSameHistory(sample, done.version + 1)).toEqual([done.version])
  })

  /**
   * Expects projector, API and console to agree on every commit; the versions undone by this one.
   */
  async function expectSameHistory(
    { tournament }: SampleTournament,
    version: number,
  ): Promise<readonly number[]> {
    const { store, log, states } = fixture.app
    const frames = await sourceOf(store, tournament).changes(0)
    const projected = await states.histories.projected(tournament)
    const evening = new CommitHistory(tournament)
    for (const { commit } of await log.load(tournament)) evening.add(commit)
    expect(evening.steps.map(({ line }) => line)).toEqual(frames.map(({ commit }) => commit))
    const touched = ({ commit }: (typeof frames)[number]) => {
      const { matches, cabinets } = commit
      return { matches, cabinets, undone: undoneBy(commit) }
    }
    expect(
      projected.map(({ matches, cabinets, undone }) => ({ matches, cabinets, undone })),
    ).toEqual(frames.map(touched))
    return projected[version - 1]!.undone
  }

  test('an invalid replacement is refused with the reason', async () => {
    const { sample, point } = await played()
    const refused = async (version: number, by: object) =>
      (await put(sample, 'replace', { version, by })).body.code
    expect(await refused(1, { nothing: true })).toBe('NOT_REPLACEABLE')
    expect(await refused(9_999, { nothing: true })).toBe('NO_SUCH_VERSION')
    expect(await refused(point, { team: 999_999 })).toBe('NO_SUCH_TEAM')
    expect((await put(sample, 'replace', { version: point, by: { sideways: true } })).status).toBe(
      400,
    )
  })
})
