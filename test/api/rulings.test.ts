import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSampleTournament, newGame, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import { adminOf } from './admin-client.ts'

let fixture: TwoScenes
const t = '/api/tournament'

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const { get } = adminOf(() => fixture)
const send = (method: string, url: string, body: unknown = {}) =>
  expectOk(fixture.call('official', method, url, { body }))
const attempt = (method: string, url: string, body: unknown = {}) =>
  fixture.call('official', method, url, { body })
const matchAction = (match: number, name: string, body: unknown = {}) =>
  send('PUT', `${t}/match/${match}/${name}/`, body)
const result = async (match: number, blueScore: number, goldScore: number) => {
  await send('PATCH', `${t}/match/${match}/`, { blueScore, goldScore })
  await matchAction(match, 'complete')
}

/** Four teams, single elimination: two semifinals and a final. */
async function knockout(): Promise<{ tournament: number; ids: [number, number, number] }> {
  const { tournament, teams, bracket }: SampleTournament = await newSampleTournament(fixture)
  const admin = (method: string, url: string, body: unknown = {}) =>
    expectOk(fixture.call('admin', method, url, { body }))
  await admin('DELETE', `${t}/bracket/${bracket}/`)
  const settings = { tournament, name: 'Knockout', stageType: 'single_elim', winsPerMatch: 2 }
  const { body: made } = await admin('POST', `${t}/bracket/`, settings)
  await admin('PUT', `${t}/bracket/${made.id}/set-teams/`, { teams })
  const { body } = await admin('PUT', `${t}/bracket/${made.id}/create-matches/`)
  return { tournament, ids: body.matches.map((match: Body) => match.id) }
}

/**
 * All public rows of a tournament as text, without the commit that ended a stage: after an undo
 * that is a later one (R-DI-5).
 */
async function publicRows(tournament: number): Promise<string> {
  const lists = ['match', 'queue', 'bracket'].map((name) =>
    get(`${t}/${name}/?tournamentId=${tournament}&rowsPerPage=100`),
  )
  const standings = await get(`${t}/tournament/${tournament}/standings/`)
  const rows = [...(await Promise.all(lists)).map((list) => list.results), standings]
  return JSON.stringify(rows, (key, value: unknown) =>
    key.startsWith('completedC') || key.startsWith('completedV') ? undefined : value,
  )
}

describe('R-ST-10 over HTTP', () => {
  test('a forfeit advances the other team', async () => {
    const { ids } = await knockout()
    const [semi, , final] = ids
    const { blueTeam, goldTeam } = await get(`${t}/match/${semi}/`)
    const { body } = await matchAction(semi, 'forfeit', { teams: [blueTeam] })
    expect(body).toMatchObject({ forfeit: true, winner: goldTeam, goldScore: 2, blueScore: 0 })
    expect((await get(`${t}/match/${final}/`)).blueTeam).toBe(goldTeam)
  })

  test('R-ED-3: a mistaken forfeit is replaced by a score or another forfeit, even after the final was played', async () => {
    const { ids } = await knockout()
    const [semi, otherSemi, final] = ids
    const { blueTeam, goldTeam } = await get(`${t}/match/${semi}/`)
    await matchAction(semi, 'forfeit', { teams: [blueTeam] })
    await result(otherSemi, 2, 0)
    await result(final, 2, 1)
    const why = { cascade: true, reason: 'The other team gave up' }
    const corrected = async (method: string, path: string, body: object) => {
      const refusal = await attempt(method, path, body)
      expect([refusal.status, refusal.body.code]).toEqual([409, 'RESULT_IN_USE'])
      expect(refusal.body.matches).toEqual([
        expect.objectContaining({ id: final, score: [2, 1], isComplete: true }),
      ])
      const { status, body: done } = await attempt(method, path, { ...body, ...why })
      expect(status).toBe(200)
      const { isComplete, attempts } = await get(`${t}/match/${final}/`)
      expect(isComplete).toBe(false)
      return { done, attempts }
    }
    const other = { teams: [goldTeam] }
    const first = await corrected('PUT', `${t}/match/${semi}/forfeit/`, other)
    expect(first.done).toMatchObject({ forfeit: true, winner: blueTeam, blueScore: 2 })
    expect(first.attempts).toMatchObject([{ reason: why.reason }])

    await result(final, 2, 1)
    const score = { blueScore: 1, goldScore: 2 }
    const second = await corrected('PATCH', `${t}/match/${semi}/`, score)
    const scored = { ...score, forfeit: false, isComplete: true, winner: goldTeam }
    expect(second.done).toMatchObject(scored)
  })

  test('a double forfeit removes the final, and the other semifinal decides', async () => {
    const { ids } = await knockout()
    const [semi, other, final] = ids
    const { blueTeam, goldTeam } = await get(`${t}/match/${semi}/`)
    await matchAction(semi, 'forfeit', { teams: [blueTeam, goldTeam] })
    expect((await attempt('GET', `${t}/match/${final}/`)).status).toBe(404)
    await result(other, 2, 0)
    const ended = await get(`${t}/match/${other}/`)
    expect(ended).toMatchObject({ winnerPlace: 1, winnerToMatch: null })
    expect((await get(`${t}/bracket/${ended.bracket}/`)).isComplete).toBe(true)
  })
})

test('R-ST-9: a replayed match shows both attempts', async () => {
  const { match } = await newSampleTournament(fixture)
  await result(match, 2, 1)
  const { body } = await matchAction(match, 'replay', { reason: 'wrong teams' })
  expect(body).toMatchObject({
    attempt: 2,
    blueScore: 0,
    isComplete: false,
    attempts: [{ attempt: 1, blueScore: 2, goldScore: 1, reason: 'wrong teams' }],
  })
})

describe('R-ED-3, R-ED-4 over HTTP', () => {
  test('a correction is refused with its effects, done with a confirmation, and undone completely', async () => {
    const { tournament, ids } = await knockout()
    const [semi, other, final] = ids
    await result(semi, 2, 0)
    await result(other, 2, 0)
    await result(final, 2, 1)
    const before = await publicRows(tournament)

    const wrong = { blueScore: 1, goldScore: 2 }
    const refused = await attempt('PATCH', `${t}/match/${semi}/`, wrong)
    expect([refused.status, refused.body.code]).toEqual([409, 'RESULT_IN_USE'])
    expect(refused.body.matches).toEqual([
      expect.objectContaining({ id: final, matchNum: 3, score: [2, 1], isComplete: true }),
    ])
    expect(refused.body.queues).toEqual([])
    expect(await publicRows(tournament)).toBe(before)

    const confirmed = { ...wrong, cascade: true, reason: 'typed wrong' }
    const { headers } = await send('PATCH', `${t}/match/${semi}/`, confirmed)
    expect(await get(`${t}/match/${final}/`)).toMatchObject({
      attempt: 2,
      isComplete: false,
      attempts: [{ blueScore: 2, goldScore: 1, reason: 'typed wrong' }],
    })
    const version = Number(headers['x-version'])
    await send('PUT', `${t}/tournament/${tournament}/undo/`, { version })
    expect(await publicRows(tournament)).toBe(before)
  })

  test('the preview of another score includes later stages, and matches the result', async () => {
    const { tournament, teams, bracket }: SampleTournament = await newSampleTournament(fixture)
    const admin = (method: string, url: string, body: unknown = {}) =>
      expectOk(fixture.call('admin', method, url, { body }))
    const [one = 0, two = 0] = teams
    await admin('DELETE', `${t}/bracket/${bracket}/`)
    const stage = async (name: string) => {
      const settings = { tournament, name, stageType: 'round_robin', winsPerMatch: 2 }
      return (await admin('POST', `${t}/bracket/`, settings)).body.id as number
    }
    const [group, finals] = [await stage('Group'), await stage('Finals')]
    await admin('PUT', `${t}/bracket/${group}/set-teams/`, { teams: [one, two] })
    for (const place of [1, 2]) {
      const seed = { srcBracket: group, srcPlace: place, destBracket: finals, destPlace: place }
      await admin('POST', `${t}/stage-placement/`, seed)
    }
    const make = async (id: number) =>
      (await admin('PUT', `${t}/bracket/${id}/create-matches/`)).body.matches[0].id as number
    const [first, final] = [await make(group), await make(finals)]
    const { blueTeam, goldTeam } = await get(`${t}/match/${first}/`)
    await result(first, 2, 1)

    const ask = async (blueScore: number, goldScore: number) =>
      (
        await expectOk(
          fixture.call(
            'official',
            'GET',
            `${t}/match/${first}/preview/?blueScore=${blueScore}&goldScore=${goldScore}`,
          ),
        )
      ).body
    expect(await ask(2, 0)).toMatchObject({ refusal: null, cascades: false, places: [] })
    const foreseen = await ask(0, 2)
    expect(foreseen).toMatchObject({
      refusal: null,
      cascades: false,
      places: [
        { destBracket: finals, destPlace: 1, was: blueTeam, is: goldTeam },
        { destBracket: finals, destPlace: 2, was: goldTeam, is: blueTeam },
      ],
    })
    const ofFinal = foreseen.changes.find((change: Body) => change.before.id === final)
    expect(await get(`${t}/match/${final}/`)).toMatchObject({
      blueTeam: ofFinal.before.blueTeam,
      goldTeam: ofFinal.before.goldTeam,
    })
    await send('PATCH', `${t}/match/${first}/`, { blueScore: 0, goldScore: 2 })
    expect(await get(`${t}/match/${final}/`)).toMatchObject({
      blueTeam: ofFinal.after.blueTeam,
      goldTeam: ofFinal.after.goldTeam,
    })
    await result(final, 2, 0)
    expect(await ask(2, 0)).toMatchObject({ refusal: null, cascades: true })
  })

  test('a cascade without a reason is refused', async () => {
    const { ids } = await knockout()
    const [semi, other, final] = ids
    await result(semi, 2, 0)
    await result(other, 2, 0)
    await result(final, 2, 1)
    const { status, body } = await attempt('PUT', `${t}/match/${semi}/reopen/`, { cascade: true })
    expect([status, body.code]).toEqual([409, 'REASON_MISSING'])
    const reopened = await matchAction(semi, 'reopen', { cascade: true, reason: 'protest upheld' })
    expect(reopened.body.isComplete).toBe(false)
  })

  test('R-ED-6: a result can be kept with a public note', async () => {
    const { match } = await newSampleTournament(fixture)
    await matchAction(match, 'annotate', { note: 'The second game was a draw.' })
    expect((await get(`${t}/match/${match}/`)).note).toBe('The second game was a draw.')
  })
})

describe('R-GE-7: manually attached games', () => {
  const click = (game: number, tournamentMatch: number | null) =>
    attempt('PATCH', `/api/game/game/${game}/`, { tournamentMatch })
  const scores = async (match: number) => {
    const { blueScore, goldScore } = await get(`${t}/match/${match}/`)
    return [blueScore, goldScore]
  }

  test('R-CMD-3: attaching a game, entering 3 and detaching it gives 2', async () => {
    const { match } = await newSampleTournament(fixture)
    const game = await newGame(fixture, { cabinet: fixture.cabinet, winner: 'gold' })
    expect((await click(game, match)).body.tournamentMatch).toBe(match)
    expect(await scores(match)).toEqual([0, 1])
    const played = await get(`/api/game/game/?tournamentMatchId=${match}`)
    expect(played.results.map((row: Body) => row.id)).toEqual([game])
    await send('PATCH', `${t}/match/${match}/`, { goldScore: 3 })
    expect((await click(game, null)).body.tournamentMatch).toBe(null)
    expect(await scores(match)).toEqual([0, 2])
    expect((await click(game, null)).status).toBe(200)
  })

  test('each refusal has its own text, in the list as in the response', async () => {
    const { tournament, match, otherMatch } = await newSampleTournament(fixture)
    const done = await newSampleTournament(fixture)
    await result(done.match, 1, 0)
    const { body: otherCabinet } = await expectOk(
      fixture.call('key', 'POST', '/api/game/cabinet/', {
        body: { scene: fixture.otherScene, name: 'far', displayName: 'Far' },
      }),
    )
    const { cabinet } = fixture
    const foreign = await newGame(fixture, { cabinet: otherCabinet.id })
    const taken = await newGame(fixture, { cabinet })
    const free = await newGame(fixture, { cabinet })
    const running = await newGame(fixture, { cabinet, until: 'middle' })
    await expectOk(click(taken, otherMatch))

    const other = await fixture.call('key', 'PATCH', `/api/game/game/${foreign}/`, {
      body: { tournamentMatch: match },
    })
    const replies = [other, await click(taken, match), await click(running, match)]
    replies.push(await click(free, done.match))
    expect(replies.map(({ status, body }) => [status, body.code, body.detail])).toEqual([
      [
        409,
        'GAME_OF_OTHER_SCENE',
        'This game is not associated with the same scene as this tournament.',
      ],
      [409, 'GAME_ATTACHED', 'This game is already part of a tournament match.'],
      [409, 'GAME_NOT_OVER', 'This game is not over yet.'],
      [409, 'MATCH_COMPLETE', 'M1 is already complete.'],
    ])

    const recent = async (query: string) => {
      const { results } = await get(`/api/game/game/recent/?cabinetId=${cabinet}&${query}`)
      const row = (id: number) => results.find((each: Body) => each.id === id)
      return [row(taken), row(free)].map((each) => [each.available, each.why])
    }
    const used = 'This game is already part of a tournament match.'
    expect(await recent(`matchId=${match}`)).toEqual([
      [false, used],
      [true, null],
    ])
    expect(await recent(`tournamentId=${tournament}`)).toEqual([
      [false, used],
      [true, null],
    ])
    expect((await recent(`matchId=${otherMatch}`))[0]).toEqual([true, null])
    const plain = await get(`/api/game/game/recent/?cabinetId=${cabinet}`)
    expect(plain.results[0]).not.toHaveProperty('available')
  })

  test('P18: an official of another scene cannot attach a game', async () => {
    const { match } = await newSampleTournament(fixture)
    const game = await newGame(fixture, { cabinet: fixture.cabinet })
    const body = { tournamentMatch: match }
    const { status } = await fixture.call('otherAdmin', 'PATCH', `/api/game/game/${game}/`, {
      body,
    })
    expect(status).toBe(403)
  })
})

test('R-CMD-4: under review the public sees the match as before, officials the current state', async () => {
  const { match } = await newSampleTournament(fixture)
  await send('PATCH', `${t}/match/${match}/`, { blueScore: 1 })
  await matchAction(match, 'review', { on: true })
  await send('PATCH', `${t}/match/${match}/`, { goldScore: 3 })
  await matchAction(match, 'complete')
  const review = () => fixture.call('official', 'GET', `${t}/match/${match}/review/`)
  const hidden = { underReview: true, blueScore: 1, goldScore: 0, isComplete: false, winner: null }
  expect(await get(`${t}/match/${match}/`)).toMatchObject(hidden)
  expect((await review()).body).toMatchObject({ blueScore: 1, goldScore: 3, isComplete: true })
  const before = await fixture.call('player', 'GET', `${t}/match/${match}/review/`)
  expect(before.status).toBe(403)
  await matchAction(match, 'review', { on: false })
  const shown = { underReview: false, goldScore: 3, isComplete: true }
  expect(await get(`${t}/match/${match}/`)).toMatchObject(shown)
})

test('R-ST-3: a report without an external bracket is refused', async () => {
  const { match } = await newSampleTournament(fixture)
  const { status, body } = await attempt('PUT', `${t}/match/${match}/report/`)
  expect(withoutMessages([status, body])).toEqual([
    409,
    { detail: 'The stage of M1 is not linked to an external bracket.', code: 'NOT_LINKED' },
  ])
})

test('R-QT-2, R-QT-3: the timer can be extended, and a wrong match replaced', async () => {
  const { tournament, match, otherMatch, queue } = await newSampleTournament(fixture)
  const { cabinet } = fixture
  await send('PUT', `${t}/queue/${queue}/set-queue/`, { matches: [otherMatch] })
  await matchAction(match, 'start', { cabinet, force: true })
  await result(match, 1, 0)
  const due = async () => {
    const rows = await fixture.app.store.db
      .selectFrom('view.timer')
      .select('dueAt')
      .where('tournament', '=', tournament)
      .execute()
    return Date.parse(rows[0]?.dueAt ?? '')
  }
  const first = await due()
  await send('PUT', `${t}/tournament/${tournament}/extend-timer/`, { cabinet, seconds: 30 })
  expect((await due()) - first).toBe(30_000)

  const { body: wrong } = await matchAction(otherMatch, 'start', { cabinet, force: true })
  const { results } = await get(`${t}/match/?tournamentId=${tournament}&rowsPerPage=100`)
  const right = results.find((row: Body) => !row.isComplete && row.id !== otherMatch)
  const { body } = await matchAction(otherMatch, 'replace', { match: right.id })
  expect(body).toMatchObject({ id: right.id, activeCabinet: cabinet, startedAt: wrong.startedAt })
  expect((await get(`${t}/match/${otherMatch}/`)).activeCabinet).toBe(null)
})
