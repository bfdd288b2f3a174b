import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verify } from '#services/projector/index.ts'
import { newGame, expectOk } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'
import { player } from './stand-in.ts'
import type { StandIn } from './stand-in.ts'
import type { ManualClock } from './manual-clock.ts'
import { linkedHelpers, startLinkedFixture } from './linked-brackets.ts'
import type { Linked, LinkedFixture } from './linked-brackets.ts'
import { projected } from '../support/desk-client.ts'

// A tournament whose bracket is on Challonge: real servers, and a stand-in for Challonge.
let linkedFixture: LinkedFixture
let fixture: TwoScenes
let standIn: StandIn
let clock: ManualClock
const t = '/api/tournament'

beforeAll(async () => {
  linkedFixture = await startLinkedFixture()
  ;({ fixture, standIn, clock } = linkedFixture)
})
afterAll(() => linkedFixture?.stop())
beforeEach(() => linkedFixture.reset())
afterEach(() => linkedFixture.deactivateAll())

const { get, send, attempt, newLinked, newEvening, read, reportIs, win } = linkedHelpers(
  () => linkedFixture,
)

describe('R-CL-9: the token of a linked stage', () => {
  test('is accepted; the API only reveals whether there is one', async () => {
    const { bracket, tournament } = await newLinked()
    const url = `${t}/bracket/${bracket}/`
    const { body, text } = await expectOk(fixture.call('key', 'GET', url))
    expect(body).toMatchObject({ hasLinkToken: true, linkedBracketId: 'friday', isValid: false })
    expect(text).not.toMatch(/good-|linkToken"/)
    const listed = await get(`${t}/bracket/?tournamentId=${tournament}`)
    expect(listed.results[0].hasLinkToken).toBe(true)
    expect((await send('PATCH', url, { linkToken: null })).hasLinkToken).toBe(false)
    expect((await send('PATCH', url, { linkToken: 'k'.repeat(40) })).hasLinkToken).toBe(true)
  })

  test('is neither in the log nor readable in any table', async () => {
    await newLinked()
    const { rows } = await fixture.app.store.pool.query<{ all: string | null }>(
      `select string_agg(commit::text, ' ') as all from kept.witness
       union all select string_agg(t::text, ' ') from kept.link_token t
       union all select string_agg(t::text, ' ') from kept.idempotency_key t
       union all select string_agg(frame::text, ' ') from view.change`,
    )
    for (const { all } of rows) expect(String(all)).not.toMatch(/good-token|good-refresh/)
  })

  test('is deleted with its stage and with its tournament', async () => {
    const [one, two] = [await newLinked(), await newLinked()]
    await expectOk(fixture.call('key', 'DELETE', `${t}/bracket/${one.bracket}/`))
    linkedFixture.activeTournaments.splice(
      linkedFixture.activeTournaments.indexOf(two.tournament),
      1,
    )
    await expectOk(fixture.call('key', 'DELETE', `${t}/tournament/${two.tournament}/`))
    const { rows } = await fixture.app.store.pool.query(
      'select from kept.link_token where stage = any($1)',
      [[one.bracket, two.bracket]],
    )
    expect(rows).toEqual([])
  })
})

describe('R-CL-7: the validation of a linked stage', () => {
  const errorsOf = async (options: object = {}, linked?: Linked): Promise<string[]> => {
    const { bracket } = linked ?? (await newLinked(options))
    const { success, errors } = await send('PUT', `${t}/bracket/${bracket}/validate/`)
    expect(success).toBe(errors.length === 0)
    expect((await get(`${t}/bracket/${bracket}/`)).isValid).toBe(success)
    return errors
  }

  test('passes if the bracket exists and has started, the token works and each team is unique', async () =>
    expect(await errorsOf()).toEqual([]))

  test('fails without a token', async () =>
    expect(await errorsOf({ linkToken: null })).toEqual(['Save a token for Challonge first.']))

  test('fails if there is no such bracket', async () =>
    expect(await errorsOf({ linkedBracketId: 'saturday', linkedOrg: 'hive' })).toEqual([
      'Challonge has no bracket hive/saturday.',
    ]))

  test('fails with an invalid token', async () =>
    expect(await errorsOf({ linkToken: 'wrong' })).toEqual([
      'The token for Challonge is not valid.',
    ]))

  test('reports all errors at once: not started, missing scope, ambiguous teams', async () => {
    const linked = await newLinked({
      linkToken: { accessToken: 'good-token', scope: 'me tournaments:read matches:read' },
    })
    await send('POST', `${t}/team/`, { tournament: linked.tournament, name: 'moths' })
    standIn.bracket.state = 'pending'
    standIn.bracket.players[1]!.name = 'Bees'
    expect(await errorsOf({}, linked)).toEqual([
      'The bracket on Challonge has not started yet.',
      'The token for Challonge must allow reading and reporting matches.',
      'Challonge has more than one team called Bees.',
    ])
  })

  test('fails if another team on Challonge has the name of a known team', async () => {
    const evening = await newEvening()
    standIn.bracket.players.push(player(977, 'Wasps'))
    standIn.bracket.players[1]!.name = 'Wasps II'
    expect(await errorsOf({}, evening)).toContain(
      'Wasps on Challonge are not the same team as Wasps here.',
    )
  })

  test('fails if the token does not allow reading matches', async () => {
    standIn.rule = ({ path }) => (path.endsWith('/matches.json') ? { status: 403 } : null)
    expect(await errorsOf()).toEqual([
      'The token for Challonge must allow reading and reporting matches.',
    ])
  })

  test('keeps its previous verdict if Challonge fails', async () => {
    const evening = await newEvening()
    standIn.rule = () => ({ status: 500 })
    const verdict = await send('PUT', `${t}/bracket/${evening.bracket}/validate/`)
    expect(verdict).toEqual({
      success: false,
      errors: ['Challonge is not working right now (500).'],
    })
    expect((await get(`${t}/bracket/${evening.bracket}/`)).isValid).toBe(true)
  })

  test('is required again for another bracket', async () => {
    const { bracket } = await newEvening()
    await send('PATCH', `${t}/bracket/${bracket}/`, { linkedBracketId: 'sunday' })
    expect(await get(`${t}/bracket/${bracket}/`)).toMatchObject({ isValid: false, matches: [] })
  })
})

describe('an evening on Challonge', () => {
  test('R-CL-2, R-CL-3: its matches are imported, and those that are open there can be played', async () => {
    const { tournament, matches } = await newEvening()
    expect(matches.map(({ matchNum, link }) => [matchNum, link.identifier, link.state])).toEqual([
      [1, 'A', 'open'],
      [2, 'B', 'open'],
      [3, 'C', 'pending'],
    ])
    const { results } = await get(`${t}/team/?tournamentId=${tournament}`)
    expect(results.map((team: Body) => team.name)).toEqual(['Bees', 'Wasps', 'Hornets', 'Moths'])
    const available = await get(`${t}/tournament/${tournament}/available-matches/`)
    expect(available.results.map((match: Body) => match.link.identifier)).toEqual(['A', 'B'])
    standIn.match('B').order = 0
    await clock.until('the other order', async () => {
      const now = await get(`${t}/tournament/${tournament}/available-matches/`)
      return now.results[0].link.identifier === 'B'
    })
  })

  test('a match is imported, played, completed and reported in sets, and the next match appears', async () => {
    const { matches } = await newEvening()
    const [first, second, final] = matches
    await send('PUT', `${t}/match/${first.id}/start/`, { cabinet: fixture.cabinet, force: true })
    await clock.until('the mark', () => standIn.match('A').underway)
    for (const winner of ['gold', 'blue', 'gold'] as const) {
      const game = await newGame(fixture, { cabinet: fixture.cabinet, winner })
      await clock.until('the game to count', async () => {
        return (await get(`/api/game/game/${game}/`)).tournamentMatch === first.id
      })
    }
    await clock.until('the report', reportIs(first.id, 'sent'))
    expect(standIn.match('A')).toMatchObject({
      winner: 904,
      underway: false,
      scores: [
        [0, 1],
        [1, 0],
        [0, 1],
      ],
    })
    await win(second.id, 2, 0)
    await clock.until('the final', async () => (await read(final.id)).link.state === 'open')
    expect(await read(final.id)).toMatchObject({
      blueTeam: first.goldTeam,
      goldTeam: second.blueTeam,
    })
    expect(standIn.results).toEqual(['A 904', 'B 902'])
  })

  test('R-CL-4: live scores are sent without a winner, with player 1 first whatever the sides', async () => {
    const { matches } = await newEvening({ reportAsSets: false })
    const [{ id }] = matches
    await send('PATCH', `${t}/match/${id}/`, { isFlipped: true })
    await send('PATCH', `${t}/match/${id}/`, { goldScore: 1 })
    await clock.until('the live score', () => standIn.match('A').scores.length > 0)
    expect(standIn.match('A')).toMatchObject({ scores: [[1, 0]], state: 'open' })
    await win(id, 0, 2)
    await clock.until('the report', reportIs(id, 'sent'))
    expect(standIn.match('A')).toMatchObject({ scores: [[2, 0]], winner: 901 })
  })

  test('R-ST-7: swapping sides after a report sends it again, and nothing changes there', async () => {
    const { matches } = await newEvening()
    const [{ id }] = matches
    await win(id, 2, 1)
    await clock.until('the report', reportIs(id, 'sent'))
    const before = structuredClone(standIn.match('A'))
    const sent = () => standIn.sent.filter(({ method }) => method === 'PUT').length
    const sentBefore = sent()
    await send('PATCH', `${t}/match/${id}/`, { isFlipped: true })
    // A report that is due immediately is never seen waiting.
    await clock.until('the report again', () => sent() > sentBefore)
    await clock.until('the report to be noted', reportIs(id, 'sent'))
    expect(sent()).toBe(sentBefore + 1)
    expect([standIn.match('A'), standIn.results]).toEqual([before, ['A 901']])
  })

  test('R-ST-3: a report requested twice changes Challonge once', async () => {
    const { matches } = await newEvening()
    const [{ id }] = matches
    expect((await attempt('PUT', `${t}/match/${id}/report/`)).body.code).toBe('MATCH_NOT_COMPLETE')
    await win(id, 2, 1)
    for (let times = 0; times < 2; times++) {
      await send('PUT', `${t}/match/${id}/report/`)
      await clock.until('the report', reportIs(id, 'sent'))
    }
    expect(standIn.results).toEqual(['A 901'])
  })

  test('R-CL-5: a result entered on Challonge is imported, and so is a later change of it', async () => {
    const { matches } = await newEvening()
    const [{ id }, , final] = matches
    standIn.report('A', [[0, 2]], 904)
    await clock.until('their result', async () => (await read(id)).isComplete)
    const row = await read(id)
    expect(row).toMatchObject({ goldScore: 2, winner: row.goldTeam, link: { report: 'sent' } })
    await clock.until('the final', async () => (await read(final.id)).blueTeam === row.goldTeam)
    standIn.report('A', [[2, 1]], 901)
    await clock.until('the other result', async () => (await read(id)).winner === row.blueTeam)
    expect(standIn.results).toEqual(['A 904', 'A 901'])
  })

  test('R-CL-6: neither a result played here nor a different winner there is overwritten', async () => {
    const { matches } = await newEvening()
    const [{ id }] = matches
    await send('PATCH', `${t}/match/${id}/`, { blueScore: 1 })
    standIn.report('A', [[0, 2]], 904)
    await win(id, 2, 0)
    await clock.until('the refusal', reportIs(id, 'failed'))
    const row = await read(id)
    expect(row.winner).toBe(row.blueTeam)
    await clock.until('the difference to be seen', async () => (await read(id)).link.differs)
    expect(row.link.reason).toBe(
      'Challonge has another winner. To change that, send the result again and let Challonge take our winner.',
    )
    expect(standIn.match('A').winner).toBe(904)
    const url = `${t}/match/${id}/report/`
    expect((await attempt('PUT', url, { cascade: true })).body.code).toBe('REASON_MISSING')
    await send('PUT', url, { cascade: true, reason: 'typed wrong there' })
    await clock.until('the report', reportIs(id, 'sent'))
    expect(standIn.match('A').winner).toBe(901)
  })

  test('R-CL-6: changing a winner after the final was played is refused first; with cascade it resets the final', async () => {
    const { matches } = await newEvening()
    const [first, second, final] = matches
    await win(first.id, 2, 0)
    await win(second.id, 2, 0)
    await clock.until('the final', async () => (await read(final.id)).link.state === 'open')
    await send('PATCH', `${t}/match/${final.id}/`, { blueScore: 1 })
    const url = `${t}/match/${first.id}/`
    const refused = await attempt('PATCH', url, { blueScore: 1, goldScore: 2 })
    expect(refused.body).toMatchObject({ code: 'RESULT_IN_USE', matches: [{ id: final.id }] })
    const insisting = { blueScore: 1, goldScore: 2, cascade: true, reason: 'typed wrong' }
    await send('PATCH', url, insisting)
    await clock.until('the report', reportIs(first.id, 'sent'))
    expect(standIn.match('A').winner).toBe(904)
    const isOther = async () => (await read(final.id)).blueTeam === first.goldTeam
    await clock.until('the other finalist', isOther)
    expect(await read(final.id)).toMatchObject({ attempt: 2, blueScore: 0 })
  })

  test('a match reopened here is reopened there', async () => {
    const { matches, tournament } = await newEvening()
    const [{ id }] = matches
    await win(id, 2, 0)
    await clock.until('the report', reportIs(id, 'sent'))
    await send('PUT', `${t}/match/${id}/reopen/`)
    await clock.until('it to be open', () => standIn.match('A').state === 'open')
    await clock.until('the word of it', async () => (await read(id)).link.report === null)
    await win(id, 1, 2)
    await clock.until('the other result', () => standIn.match('A').winner === 904)
    await clock.until('the word of that', reportIs(id, 'sent'))
    expect((await get(`${t}/tournament/${tournament}/`)).version).toBeGreaterThan(5)
  })

  test('pairings of a linked stage cannot be changed here', async () => {
    const { bracket, matches } = await newEvening()
    const body = { teams: [] }
    const refusals = [
      await attempt('PUT', `${t}/bracket/${bracket}/create-matches/`),
      await attempt('PUT', `${t}/bracket/${bracket}/set-teams/`, body),
      await attempt('PATCH', `${t}/match/${matches[0].id}/`, { blueTeam: null }),
    ]
    expect(refusals.map((reply) => reply.body.code)).toEqual(Array(3).fill('STAGE_LINKED'))
  })

  test('P6: afterwards the rows are those of the log', async () => {
    await projected(fixture.app.log, fixture.app.store)
    expect((await verify(fixture.app.log, fixture.app.store)).problems).toEqual([])
  })
})
