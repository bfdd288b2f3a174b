import { withoutMessages } from '../support/without-messages.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createHash } from 'node:crypto'
import { verify } from '#services/projector/index.ts'
import { adminOf } from './admin-client.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'

// Placements between stages, reseeding, and teams that join or withdraw, as the console requests
// them.
let fixture: TwoScenes
const t = '/api/tournament'
const placement = `${t}/stage-placement/`

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const { get, send, refused, playAll } = adminOf(() => fixture)

async function newStage(tournament: number, more: object): Promise<number> {
  const body = { tournament, name: 'Playoffs', stageType: 'single_elim', ...more }
  return (await send('POST', `${t}/bracket/`, body)).id
}

function places(destBracket: number, srcBracket: number, nths: number[]) {
  return nths.map((srcPlace, index) => {
    return { destBracket, destPlace: index + 1, srcBracket, srcPlace }
  })
}

describe('R-PL-1 to R-PL-4: a stage seeded from the places of another', () => {
  let sample: SampleTournament
  let playoffs: number
  beforeAll(async () => {
    sample = await newSampleTournament(fixture)
    playoffs = await newStage(sample.tournament, {})
  })

  test('stores its placements as one set', async () => {
    const set = places(playoffs, sample.bracket, [1, 2, 3, 4])
    const saved = await send('PUT', placement, set)
    expect(saved.results).toEqual(set.map((row) => ({ ...row, team: null })))
    const { count, results } = await get(`${placement}?destBracketId=${playoffs}`)
    expect([count, results]).toEqual([4, saved.results])
    expect((await get(`${placement}?dest_bracket_id=${sample.bracket}`)).results[0]).toEqual({
      destBracket: sample.bracket,
      destPlace: 1,
      team: sample.teams[0],
      srcBracket: null,
      srcPlace: null,
    })
  })

  test('waits for the places, then has their teams in its matches', async () => {
    const { matches } = await send('PUT', `${t}/bracket/${playoffs}/create-matches/`)
    expect(matches[0]).toMatchObject({ blueTeam: null, blueFrom: '1st of Main' })
    await playAll(sample.bracket)
    const { standings } = await get(`${t}/bracket/${sample.bracket}/standings/`)
    const ranked = standings.map((row: Body) => row.team.id)
    const [first, second] = (await get(`${t}/bracket/${playoffs}/`)).matches
    expect([first.blueTeam, first.goldTeam]).toEqual([ranked[0], ranked[3]])
    expect([second.blueTeam, second.goldTeam]).toEqual([ranked[1], ranked[2]])
    expect((await get(`${t}/bracket/${playoffs}/`)).teams).toEqual(ranked)
  })

  test('R-TB-7: discloses dice that match the hash published before', async () => {
    const row = await get(`${t}/bracket/${sample.bracket}/`)
    expect(createHash('sha256').update(row.dice, 'hex').digest('hex')).toBe(row.diceHash)
    expect((await get(`${t}/bracket/${playoffs}/`)).dice).toBeNull()
  })

  test('is reset after its start only with a confirmation, and restored by one undo', async () => {
    const [{ id: match }] = (await get(`${t}/bracket/${playoffs}/`)).matches
    await send('PATCH', `${t}/match/${match}/`, { blueScore: 2, goldScore: 0 })
    const newOrder = places(playoffs, sample.bracket, [2, 1])
    const { code, matches } = await refused('PUT', placement, newOrder)
    expect([code, matches]).toMatchObject(['STAGE_STARTED', [{ id: match, score: [2, 0] }]])
    const reply = await expectOk(
      fixture.call('admin', 'PUT', `${placement}?confirm=true`, { body: newOrder }),
    )
    expect((await fixture.call('anonymous', 'GET', `${t}/match/${match}/`)).status).toBe(404)
    const version = Number(reply.headers['x-version'])
    await send('PUT', `${t}/tournament/${sample.tournament}/undo/`, { version })
    expect(await get(`${t}/match/${match}/`)).toMatchObject({ blueScore: 2 })
  })

  test('R-PL-4: protects the results that decided its teams unless the change is confirmed', async () => {
    const { matches } = await get(`${t}/bracket/${sample.bracket}/`)
    const url = `${t}/match/${matches[0].id}/`
    expect(await refused('PATCH', url, { goldScore: 30 })).toMatchObject({ code: 'RESULT_IN_USE' })
  })

  test('refuses wrong placements with all their problems', async () => {
    const rows = [...places(playoffs, sample.bracket, [1, 9]), ...places(playoffs, playoffs, [1])]
    const { code, problems, problemPlaces } = await refused('PUT', placement, rows)
    expect([code, problems, problemPlaces]).toEqual([
      'PLACEMENTS_WRONG',
      [
        'Place 1 has two sources.',
        'Place 1: Playoffs cannot fill it, because its own teams come from Playoffs.',
        'Place 2: Main has no place 9.',
      ],
      [[1], [1], [2]],
    ])
  })

  test('can get single placements, and lose all of them', async () => {
    const other = await newStage(sample.tournament, { name: 'Others' })
    const [team] = sample.teams
    await send('POST', placement, { destBracket: other, destPlace: 1, team })
    await send('POST', placement, places(other, sample.bracket, [1, 2, 3])[1])
    expect((await get(`${placement}?destBracketId=${other}`)).results).toMatchObject([
      { destPlace: 1, team },
      { destPlace: 2, srcBracket: sample.bracket, srcPlace: 2 },
    ])
    const both = { destBracket: other, destPlace: 3, team, srcBracket: sample.bracket, srcPlace: 3 }
    const wrong = await fixture.call('admin', 'POST', placement, { body: both })
    expect([wrong.status, wrong.body.team]).toEqual([
      400,
      ['Name a team, or srcBracket with srcPlace'],
    ])
    await send('DELETE', `${placement}?destBracketId=${other}&destPlace=2`)
    expect((await get(`${placement}?destBracketId=${other}`)).results).toMatchObject([
      { destPlace: 1, team },
    ])
    await send('DELETE', `${placement}?destBracketId=${other}`)
    expect((await get(`${placement}?destBracketId=${other}`)).count).toBe(0)
  })

  test('R-GR-1: takes the best teams of groups by default', async () => {
    const { tournament, teams } = sample
    const groups = { name: 'Pool', stageType: 'round_robin', numGroups: 2 }
    const first = await newStage(tournament, groups)
    const { results } = await get(`${t}/bracket/?tournamentId=${tournament}`)
    const set = results.filter((row: Body) => row.groupSet === first).map((row: Body) => row.id)
    expect(set).toHaveLength(2)
    for (const id of set) await send('PUT', `${t}/bracket/${id}/set-teams/`, { teams })
    const last = await newStage(tournament, { name: 'Last' })
    const url = `${t}/bracket/${last}/default-placements/`
    const { seeds } = await send('PUT', url, { from: set, top: 2 })
    expect(seeds[3]).toEqual({ placeOf: { stage: set[1], place: 2 } })
  })
})

describe('a stage that has started', () => {
  test('R-BR-10: is reseeded, with a confirmation if results are lost, and keeps matches that still apply', async () => {
    const { tournament, teams } = await newSampleTournament(fixture)
    const main = await newStage(tournament, {})
    const [a, b, c, d] = teams
    await send('PUT', `${t}/bracket/${main}/set-teams/`, { teams })
    const { matches } = await send('PUT', `${t}/bracket/${main}/create-matches/`)
    await send('PATCH', `${t}/match/${matches[1].id}/`, { blueScore: 3 })
    await send('PUT', `${t}/match/${matches[1].id}/complete/`)
    const body = { teams: [a, c, b, d] }
    const url = `${t}/bracket/${main}/set-teams/`
    expect(await refused('PUT', url, { teams: [b, a, c, d] })).toMatchObject({
      code: 'STAGE_STARTED',
      matches: [{ id: matches[1].id }],
    })
    await send('PUT', url, body)
    expect(await get(`${t}/match/${matches[1].id}/`)).toMatchObject({ blueTeam: b, blueScore: 3 })
    const { standings } = await get(`${t}/bracket/${main}/standings/`)
    expect(standings.find((row: Body) => row.team.id === c)).toMatchObject({
      place: 3,
      sharedPlace: '3-4',
    })
  })

  test('R-RR-5: accepts a late team, and lets one withdraw', async () => {
    const { tournament, bracket, teams, match } = await newSampleTournament(fixture)
    await send('PATCH', `${t}/match/${match}/`, { blueScore: 1 })
    await send('PUT', `${t}/match/${match}/complete/`)
    const { id: team } = await send('POST', `${t}/team/`, { tournament, name: 'Late' })
    const { matches } = await send('PUT', `${t}/bracket/${bracket}/add-team/`, { team })
    expect(matches).toHaveLength(10)
    expect(matches[0]).toMatchObject({ id: match, isComplete: true })
    const url = `${t}/bracket/${bracket}/withdraw-team/`
    const left = await send('PUT', url, { team: teams[3], how: 'void' })
    expect([left.matches.length, left.teams.includes(teams[3])]).toEqual([6, false])
  })
})

test('R-CU-1: custom matches are created with teams, or with teams from other matches', async () => {
  const { tournament, teams } = await newSampleTournament(fixture)
  const bracket = await newStage(tournament, { name: 'Show', stageType: null })
  const [blueTeam, goldTeam] = teams
  const missing = await fixture.call('official', 'POST', `${t}/match/`, { body: { blueTeam } })
  expect(withoutMessages([missing.status, missing.body])).toEqual([
    400,
    { bracket: ['Tournament stage must be selected'] },
  ])
  const one = await send('POST', `${t}/match/`, { bracket, blueTeam, goldTeam })
  const next = { bracket, blueFrom: { loserOf: one.id }, goldTeam: teams[2], roundName: 'Last' }
  const two = await send('POST', `${t}/match/`, next)
  expect(two).toMatchObject({ blueFrom: 'Loser of M1', roundName: 'Last', matchNum: 2 })
  expect(await refused('DELETE', `${t}/match/${one.id}/`)).toMatchObject({ code: 'MATCH_AWAITED' })
  await send('DELETE', `${t}/match/${two.id}/`)
  expect((await get(`${t}/bracket/${bracket}/`)).matches).toHaveLength(1)
})

test('available matches are open, on no cabinet and have both teams, in the order of their numbers', async () => {
  const { tournament, teams, bracket: groups } = await newSampleTournament(fixture)
  await send('DELETE', `${t}/bracket/${groups}/`)
  const cup = await newStage(tournament, {})
  await send('PUT', `${t}/bracket/${cup}/set-teams/`, { teams })
  const { matches } = await send('PUT', `${t}/bracket/${cup}/create-matches/`)
  const path = (num: number) =>
    `${t}/match/${matches.find((row: Body) => row.matchNum === num).id}/`
  const available = async () =>
    (await get(`${t}/tournament/${tournament}/available-matches/`)).results.map(
      (row: Body) => row.matchNum,
    )
  expect(await available()).toEqual([1, 2])
  await send('PUT', `${path(1)}start/`, { cabinet: fixture.cabinet, force: true })
  expect(await available()).toEqual([2])
  await send('PUT', `${path(1)}stop/`)
  expect(await available()).toEqual([1, 2])
  // The final has only one of its teams, at first on gold, then on blue.
  await send('PATCH', path(2), { blueScore: 1, isComplete: true })
  expect(await available()).toEqual([1])
  await send('PATCH', path(2), { isComplete: false })
  await send('PATCH', path(1), { blueScore: 1, isComplete: true })
  expect(await available()).toEqual([2])
  await send('PATCH', path(2), { isComplete: true })
  expect(await available()).toEqual([3])
})

test('P6: the rows of all these stages equal those computed from the log', async () => {
  const { log, store } = fixture.app
  expect((await verify(log, store)).problems).toEqual([])
})
