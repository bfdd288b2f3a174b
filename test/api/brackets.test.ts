import { withoutMessages } from '../support/without-messages.ts'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verify } from '#services/projector/index.ts'
import { adminOf } from './admin-client.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, Caller, TwoScenes } from '../support/two-scenes.ts'
import { challongeV1, evening, startGg } from '../support/played-brackets.ts'
import { lcg } from '../support/random.ts'

// Settings, groups and standings of a stage as a client requests them, and brackets of other sites.
let fixture: TwoScenes
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const { get, send, refused, playAll } = adminOf(() => fixture)

describe('the settings of a stage', () => {
  const all = {
    name: 'Bracket',
    stageType: 'double_elim',
    roundsPerMatch: 3,
    winsPerMatch: 2,
    matchesPerOpponent: 2,
    addTiebreaker: true,
    thirdPlaceMatch: true,
    queueTimer: 120,
    autoWarmup: 'first_set_on_cab',
    randomizeSides: true,
    stageTiebreakers: ['h2h_matches', 'dice_roll'],
    autoComplete: false,
    grandFinal: 'best_of',
    restartOnSplit: true,
  }
  const defaults = {
    stageType: null,
    roundsPerMatch: 0,
    winsPerMatch: 0,
    matchesPerOpponent: 1,
    addTiebreaker: false,
    thirdPlaceMatch: false,
    queueTimer: 30,
    autoWarmup: 'never',
    randomizeSides: false,
    stageTiebreakers: [
      'game_win_pct',
      'h2h_games',
      'match_win_pct',
      'game_time_in_losses',
      'dice_roll',
    ],
    autoComplete: true,
    grandFinal: 'double',
    restartOnSplit: false,
  }

  test('are the defaults unless set, and every setting is stored and returned', async () => {
    const { tournament } = await newSampleTournament(fixture)
    const made = await send('POST', `${t}/bracket/`, { tournament, name: 'Plain' })
    expect(made).toMatchObject(defaults)
    const url = `${t}/bracket/${made.id}/`
    expect(await send('PUT', url, all)).toMatchObject(all)
    expect(await get(url)).toMatchObject(all)
    expect(await send('PATCH', url, { queueTimer: 0 })).toMatchObject({ ...all, queueTimer: 0 })
    // Sending back the whole response changes nothing.
    expect(await send('PUT', url, await get(url))).toMatchObject({ ...all, queueTimer: 0 })
  })

  test('R-CMD-2: concurrent changes of different settings do not overwrite each other', async () => {
    const { bracket } = await newSampleTournament(fixture)
    const url = `${t}/bracket/${bracket}/`
    const changes = [{ queueTimer: 7 }, { autoWarmup: 'always' }, { name: 'Night' }]
    await Promise.all(changes.map((change) => send('PATCH', url, change)))
    expect(await get(url)).toMatchObject(Object.assign({}, ...changes))
  })

  const someText: unknown = expect.any(String)
  test.each([
    ['name', '', 'Stage name is required'],
    ['name', 'x'.repeat(101), 'Too long'],
    ['queueTimer', 121, someText],
    ['queueTimer', -1, someText],
    ['winsPerMatch', -1, someText],
    ['roundsPerMatch', 'many', someText],
    ['matchesPerOpponent', 0, someText],
    ['autoWarmup', 'sometimes', someText],
    ['stageType', 'swiss', someText],
    ['stageTiebreakers', ['luck'], someText],
    ['grandFinal', 'triple', someText],
  ])('are refused with an error at the field: %s', async (field, value, text) => {
    const { tournament, bracket } = await newSampleTournament(fixture)
    for (const [method, url, more] of [
      ['POST', `${t}/bracket/`, { tournament }],
      ['PUT', `${t}/bracket/${bracket}/`, {}],
    ] as const) {
      const body = { name: 'Stage', ...more, [field]: value }
      const reply = await fixture.call('admin', method, url, { body })
      expect(withoutMessages([reply.status, reply.body])).toEqual([400, { [field]: [text] }])
    }
  })

  test('R-GM-1: change after matches were played only with a confirmation', async () => {
    const { bracket, match } = await newSampleTournament(fixture)
    const url = `${t}/bracket/${bracket}/`
    await send('PATCH', `${t}/match/${match}/`, { blueScore: 1 })
    const longer = { winsPerMatch: 3 }
    expect(await refused('PATCH', url, longer)).toMatchObject({
      code: 'STAGE_STARTED',
      detail: 'Main has started: M1 was played under other rules.',
      matches: [{ id: match }],
      areKept: true,
    })
    expect(await send('PATCH', url, { ...longer, confirm: true })).toMatchObject(longer)
  })

  test('R-BR-11: the type of a started stage stays, even if confirmed', async () => {
    const { bracket, match } = await newSampleTournament(fixture)
    const url = `${t}/bracket/${bracket}/`
    await send('PATCH', `${t}/match/${match}/`, { blueScore: 1 })
    for (const confirm of [false, true]) {
      expect(
        withoutMessages(await refused('PATCH', url, { stageType: 'ladder', confirm })),
      ).toEqual({
        code: 'STAGE_STARTED',
        detail:
          'Main has started: M1 has been played. Its type can no longer change; make another stage instead.',
      })
    }
  })
})

describe('R-RR-2: several groups', () => {
  test('are all returned, the first one as the stage, and stay linked', async () => {
    const { tournament } = await newSampleTournament(fixture)
    const body = { tournament, name: 'Pool', stageType: 'round_robin', numGroups: 3 }
    const made = await send('POST', `${t}/bracket/`, body)
    const names = ['Pool Group A', 'Pool Group B', 'Pool Group C']
    expect([made.name, made.groups.map((group: Body) => group.name)]).toEqual([names[0], names])
    expect(made.groups[0].id).toBe(made.id)
    for (const { id } of made.groups) {
      expect(await get(`${t}/bracket/${id}/`)).toMatchObject({ groupSet: made.id })
    }
    const renamed = await send('PATCH', `${t}/bracket/${made.groups[1].id}/`, { name: 'Other' })
    expect(renamed).toMatchObject({ name: 'Other', groupSet: made.id })
  })

  test('a single group keeps its name', async () => {
    const { tournament } = await newSampleTournament(fixture)
    const made = await send('POST', `${t}/bracket/`, { tournament, name: 'Pool', numGroups: 1 })
    expect([made.name, made.groupSet, made.groups]).toEqual(['Pool', null, undefined])
  })

  test('need room for the letter at the end of the name', async () => {
    const { tournament } = await newSampleTournament(fixture)
    const body = { tournament, name: 'x'.repeat(93), stageType: 'round_robin', numGroups: 2 }
    const reply = await fixture.call('admin', 'POST', `${t}/bracket/`, { body })
    expect(withoutMessages([reply.status, reply.body])).toEqual([400, { name: ['Too long'] }])
    const fits = await send('POST', `${t}/bracket/`, { ...body, name: 'x'.repeat(92) })
    expect(fits.name).toHaveLength(100)
  })
})

describe('standings', () => {
  test('R-TB-2: a live table includes running matches and marks them; the official one does not', async () => {
    const { tournament, bracket, match } = await newSampleTournament(fixture)
    const { blueTeam, goldTeam } = await get(`${t}/match/${match}/`)
    await send('PATCH', `${t}/match/${match}/`, { goldScore: 1 })
    const url = `${t}/bracket/${bracket}/standings/`
    const official = (await get(url)).standings
    expect(official.map((row: Body) => [row.gamesWon, row.isLive])).toEqual(
      official.map(() => [0, undefined]),
    )
    const { standings } = await get(`${url}?live=true`)
    const [first] = standings
    expect([first.team.id, first.rank, first.gamesWon, first.matchesWon]).toEqual([
      goldTeam,
      1,
      1,
      1,
    ])
    const live = standings.filter((row: Body) => row.isLive).map((row: Body) => row.team.id)
    expect(new Set(live)).toEqual(new Set([blueTeam, goldTeam]))
    const tournamentStandings = await get(`${t}/tournament/${tournament}/standings/?live=true`)
    expect(tournamentStandings.brackets).toEqual([{ id: bracket, name: 'Main', standings }])
    expect(
      (await fixture.call('anonymous', 'GET', `${t}/bracket/999999/standings/?live=true`)).status,
    ).toBe(404)
  })

  test('R-TB-8: each row names the rule that put it below the previous one, with both values', async () => {
    const { bracket } = await newSampleTournament(fixture)
    await playAll(bracket)
    const { standings } = await get(`${t}/bracket/${bracket}/standings/`)
    expect(standings[0].decidedBy).toBeNull()
    for (const [index, { decidedBy }] of standings.entries()) {
      if (index === 0) continue
      expect(decidedBy.over).toBe(standings[index - 1].team.id)
      expect(new Set(decidedBy.values).size).toBe(2)
    }
    expect(standings[1].decidedBy.rule).toBe('game_win_pct')
  })

  test('R-TB-1: the available tiebreakers are listed', async () =>
    expect(await get(`${t}/tournament/tiebreaker-types/`)).toEqual({
      tiebreakerTypes: [
        'game_win_pct',
        'h2h_games',
        'h2h_matches',
        'match_win_pct',
        'game_time_in_losses',
        'dice_roll',
      ],
    }))

  test('tiebreak matches are created by a press, and their result decides the order', async () => {
    const { bracket } = await newSampleTournament(fixture)
    const url = `${t}/bracket/${bracket}/create-tiebreaks/`
    const level = { stageTiebreakers: ['match_win_pct', 'dice_roll'] }
    await send('PATCH', `${t}/bracket/${bracket}/`, level)
    expect(await refused('PUT', url, { from: 3, to: 4 })).toMatchObject({ code: 'STAGE_OPEN' })
    await playAll(bracket)
    const before = (await get(`${t}/bracket/${bracket}/standings/`)).standings
    const ids = before.map((row: Body) => row.team.id)
    // Two have won two matches and two have won one.
    expect(await refused('PUT', url, { from: 2, to: 3 })).toMatchObject({ code: 'NOT_LEVEL' })
    const small = await send('PUT', url, { from: 3, to: 4 })
    expect(small).toMatchObject({
      name: 'Main Tie-break 3-4',
      decides: { bracket, from: 3 },
      teams: [ids[2], ids[3]],
    })
    expect((await send('PUT', url, { from: 3, to: 4 })).id).toBe(small.id)
    const [{ id }] = small.matches
    await send('PATCH', `${t}/match/${id}/`, { goldScore: 2 })
    await send('PUT', `${t}/match/${id}/complete/`)
    const after = (await get(`${t}/bracket/${bracket}/standings/`)).standings
    expect(after.map((row: Body) => row.team.id)).toEqual([ids[0], ids[1], ids[3], ids[2]])
    expect(after[3].decidedBy).toEqual({
      rule: 'tiebreak_match',
      over: ids[3],
      values: ['4th', '3rd'],
    })
  })
})

test('R-ST-10: sending the score of a forfeit again with the whole match changes nothing', async () => {
  const { match } = await newSampleTournament(fixture)
  const { blueTeam } = await get(`${t}/match/${match}/`)
  const done = await send('PUT', `${t}/match/${match}/forfeit/`, { teams: [blueTeam] })
  expect([done.blueScore, done.goldScore, done.forfeit]).toEqual([0, 1, true])
  const again = { blueScore: 0, goldScore: 1 }
  expect(await send('PATCH', `${t}/match/${match}/`, again)).toMatchObject({
    forfeit: true,
    ...again,
  })
})

describe('brackets of other sites', () => {
  const post = (
    what: 'preview' | 'import',
    documents: unknown[],
    {
      who = 'otherAdmin',
      id = randomUUID(),
      more = {},
    }: { who?: Caller; id?: string; more?: object } = {},
  ) =>
    fixture.call(who, 'POST', `/api/game/scene/${fixture.otherScene}/${what}-bracket/`, {
      headers: { 'idempotency-key': id },
      body: { documents: documents.map((one) => JSON.stringify(one)), ...more },
    })
  beforeAll(async () => {
    const body = { scene: fixture.otherScene, name: 'Now', date: '2026-01-03' }
    await expectOk(fixture.call('otherAdmin', 'POST', `${t}/tournament/`, { body }))
  })
  const listed = async () =>
    (await get(`/api/tournament/tournament/?sceneId=${fixture.otherScene}`)).count

  test('64 teams are imported in one request, with their places, while another tournament is being played', async () => {
    const played = evening('double elimination', 64, lcg(2))
    const before = await listed()
    const preview = await expectOk(post('preview', [challongeV1(played)]))
    expect(preview.body).toMatchObject({ source: 'Challonge', isOver: true })
    expect(await listed()).toBe(before)
    const id = randomUUID()
    const { body } = await expectOk(
      post('import', [challongeV1(played)], { id, more: { name: 'Moved in' } }),
    )
    expect(body).toMatchObject({ name: 'Moved in', isActive: false })
    const { brackets } = await get(`/api/tournament/tournament/${body.id}/standings/`)
    const places = new Map(
      brackets[0].standings.map(({ team, place }: Body) => [team.name, place] as const),
    )
    expect(played.teams.map(({ name }) => places.get(name))).toEqual(
      played.teams.map(({ place }) => place),
    )
    // A repeated request returns the same tournament.
    const again = await expectOk(
      post('import', [challongeV1(played)], { id, more: { name: 'Moved in' } }),
    )
    expect(again.body.id).toBe(body.id)
    expect(await listed()).toBe(before + 1)
  })

  test('a running bracket continues here, and later steps can be undone', async () => {
    const played = evening('double elimination', 8, lcg(4), 3)
    const { body } = await expectOk(post('import', [startGg(played)]))
    expect(body.isActive).toBe(true)
    const matches = async () =>
      (await get(`/api/tournament/match/?tournamentId=${body.id}&rowsPerPage=100`)).results
    const open = (await matches()).find(
      (row: Body) => !row.isComplete && row.blueTeam !== null && row.goldTeam !== null,
    )
    const press = (method: string, url: string, body: object = {}) =>
      expectOk(fixture.call('otherAdmin', method, url, { body }))
    const match = `/api/tournament/match/${open.id}/`
    await press('PATCH', match, { blueScore: 3, goldScore: 1 })
    await press('PUT', `${match}complete/`)
    const next = (rows: Body[]) => rows.find(({ id }: Body) => id === open.winnerToMatch)
    const waits = next(await matches())
    expect([waits?.blueTeam, waits?.goldTeam]).toContain(open.blueTeam)
    const history = await expectOk(
      fixture.call('otherAdmin', 'GET', `/api/tournament/tournament/${body.id}/history/`),
    )
    const version = Math.max(...history.body.results.map((line: Body) => line.version))
    await press('PUT', `/api/tournament/tournament/${body.id}/undo/`, { version })
    expect([next(await matches())?.blueTeam, next(await matches())?.goldTeam]).not.toContain(
      open.blueTeam,
    )
  })

  test('P18: only an admin of the scene can import one; anything else is refused with the reason', async () => {
    const documents = [challongeV1(evening('swiss', 4, lcg(1)))]
    for (const what of ['preview', 'import'] as const) {
      expect((await post(what, documents, { who: 'admin' })).status).toBe(403)
      expect((await post(what, [{ x: 1 }])).body).toMatchObject({ code: 'IMPORT_UNREADABLE' })
    }
  })
})

test('P6: the rows of all these stages equal those computed from the log', async () => {
  const { log, store } = fixture.app
  expect((await verify(log, store)).problems).toEqual([])
})
