import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { teamAt } from '#events/rules/pick-order.ts'
import { verify } from '#services/projector/index.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes, Reply, Caller } from '../support/two-scenes.ts'
import { until } from '../support/desk-client.ts'
import { adminOf } from './admin-client.ts'

// A captain draft over HTTP, from free players to teams.
let fixture: TwoScenes
const t = '/api/tournament'
const canary = 'Zyzzogeton'

beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const { get } = adminOf(() => fixture)
const attempt = (url: string, body: unknown = {}, who: Caller = 'admin') =>
  fixture.call(who, 'PUT', url, { body, headers: { 'idempotency-key': randomUUID() } })
const put = async (url: string, body: unknown = {}): Promise<Body> =>
  (await expectOk(attempt(url, body))).body

type DraftFixture = { tournament: number; url: string; players: number[]; status(): Promise<Body> }

/**
 * Players without teams. Their names must appear nowhere but in responses to authorized requests.
 */
async function newDraftFixture(count: number): Promise<DraftFixture> {
  const { tournament } = await newSampleTournament(fixture)
  const players = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const name = `${canary} ${index}`
      const more = { email: `${canary}${index}@example.org`, doNotDisplay: true }
      const body = { tournament, name, ...more }
      return (await expectOk(fixture.call('admin', 'POST', `${t}/player/`, { body }))).body
        .id as number
    }),
  )
  const url = `${t}/tournament/${tournament}`
  return { tournament, url, players, status: () => get(`${url}/draft-status/`) }
}

const newCrews = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `Crew ${i + 1}` }))
const statusOf = ({ status, body }: Reply) => [status, body.code]

describe('24 players become 4 teams of 5 by serpentine', () => {
  let draft: DraftFixture
  let viewer: { socket: WebSocket; frames: Body[] }
  beforeAll(async () => {
    draft = await newDraftFixture(24)
    viewer = await watchTournament(draft.tournament)
  })
  afterAll(() => viewer?.socket.terminate())

  test('before the draft there are no teams', async () => {
    expect(await draft.status()).toMatchObject({ teams: [], currentIdx: 0, version: null })
    const early = await attempt(`${draft.url}/draft-pick/`, {
      player: draft.players[0],
      round: 0,
      index: 0,
    })
    expect(statusOf(early)).toEqual([409, 'NO_DRAFT'])
  })

  test('every pick goes to the team whose turn it is, and viewers see it at once', async () => {
    const { url, players } = draft
    const body = { draftOrder: 'serpentine', teams: newCrews(4), currentIdx: 0, selectedRound: 0 }
    await put(`${url}/draft-status/`, body)
    for (const [turn, player] of players.slice(0, 20).entries()) {
      const [round, index] = [Math.floor(turn / 4), turn % 4]
      expect(await draft.status()).toMatchObject({ selectedRound: round, currentIdx: index })
      await put(`${url}/draft-pick/`, { player, round, index })
    }
    const { teams, selectedRound, currentIdx, version } = await draft.status()
    expect([selectedRound, currentIdx]).toEqual([4, 4])
    const expected = newCrews(4).map(({ name }, team) => ({
      name,
      players: [0, 1, 2, 3, 4].map((round) => {
        const index = [0, 1, 2, 3].find((at) => teamAt('serpentine', 4, round, at) === team) ?? 0
        return players[round * 4 + index]
      }),
    }))
    expect(teams).toEqual(expected)
    const draftRows = () => viewer.frames.flatMap(({ rows }) => rows?.draft?.put ?? [])
    await until('all picks to be seen', () => draftRows().at(-1)?.version === version)
    expect(draftRows().map((row: Body) => row.picks.length)).toEqual(
      Array.from({ length: 21 }, (_, index) => index),
    )
  })

  test('the last pick is undone, and an earlier one replaced', async () => {
    const { url, players } = draft
    const undone = await put(`${url}/draft-undo/`, { player: players[19] })
    expect([undone.selectedRound, undone.currentIdx, undone.picks.length]).toEqual([4, 3, 19])
    const replaced = await put(`${url}/draft-replace/`, {
      player: players[22],
      round: 1,
      index: 2,
      expected: players[6],
    })
    expect(replaced.teams[2].players[1]).toBe(players[22])
    expect([replaced.selectedRound, replaced.currentIdx]).toEqual([4, 3])
  })

  test('R-DR-4: it cannot be finalised with an open slot, and finalising twice has one effect', async () => {
    const { url, players, tournament } = draft
    const open = await attempt(`${url}/finalize-draft/`)
    expect([open.status, open.body.detail]).toEqual([409, 'Crew 1 have 4 of 5 players.'])
    await put(`${url}/draft-pick/`, { player: players[23], round: 4, index: 3 })
    const { teams } = await draft.status()
    const tail = await fixture.app.log.tail()
    const first = await put(`${url}/finalize-draft/`, { teams })
    const again = await put(`${url}/finalize-draft/`)
    expect([first.detail, again.detail]).toEqual([
      'Teams created.',
      'These teams have already been created.',
    ])
    expect(again.teams).toEqual(first.teams)
    expect((await fixture.app.log.tail()) - tail).toBe(1)
    const { results } = await get(`${t}/team/?tournamentId=${tournament}`)
    expect(results.filter((team: Body) => team.name.startsWith('Crew'))).toHaveLength(4)
    for (const [index, { id }] of first.teams.entries()) {
      const list = await expectOk(fixture.call('official', 'GET', `${t}/player/?teamId=${id}`))
      const ids = list.body.results.map((player: Body) => player.id)
      expect(ids.toSorted()).toEqual(teams[index].players.toSorted())
    }
    expect((await draft.status()).createdTeams).toEqual(first.teams.map((team: Body) => team.id))
  })

  test('P19: no name or e-mail of a player is in the log, on sockets or in public responses', async () => {
    const { tournament, url } = draft
    const { results } = await get(`${t}/team/?tournamentId=${tournament}&rowsPerPage=100`)
    const urls = [
      `${url}/`,
      `${url}/draft-status/`,
      `${t}/player/?tournamentId=${tournament}`,
      ...results.map((team: Body) => `${t}/team/${team.id}/`),
    ]
    const bodies = await Promise.all(urls.map(get))
    const late = await watchTournament(tournament)
    const members = () =>
      late.frames.flatMap(
        ({ type, rows }) => (type === 'snapshot' ? rows.member : rows?.member?.put) ?? [],
      )
    await until('all who play in teams', () => members().length === 20)
    late.socket.terminate()
    const all = JSON.stringify([
      bodies,
      viewer.frames,
      late.frames,
      (await fixture.app.log.load(tournament)).map(({ commit }) => commit),
    ])
    expect(all).toContain('Crew 4')
    expect(all).not.toContain(canary)
    expect(Object.keys(members()[0] ?? {}).toSorted()).toEqual(['player', 'team', 'tournament'])
  })

  test('R-UN-1: one undo removes the teams and frees the players', async () => {
    const { url, tournament, players } = draft
    const { version } = await get(`${url}/`)
    await put(`${url}/undo/`, { version })
    expect((await draft.status()).createdTeams).toBeNull()
    const { results } = await get(`${t}/team/?tournamentId=${tournament}`)
    expect(results.map((team: Body) => team.name)).toEqual(['A', 'B', 'C', 'D'])
    const one = await expectOk(fixture.call('admin', 'GET', `${t}/player/${players[0]}/`))
    expect(one.body.team).toBeNull()
  })
})

describe('R-DR-3: two concurrent requests', () => {
  test('that pick for the same turn: one succeeds, the other is told who was picked', async () => {
    const { url, players } = await newDraftFixture(3)
    await put(`${url}/draft-status/`, { draftOrder: 'straight', teams: newCrews(2) })
    const pick = (player?: number) => attempt(`${url}/draft-pick/`, { player, round: 0, index: 0 })
    const both = await Promise.all([pick(players[0]), pick(players[1])])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
    const winner = both.findIndex(({ status }) => status === 200)
    expect(both[1 - winner]?.body).toMatchObject({
      code: 'PICK_TAKEN',
      player: players[winner],
      name: `${canary} ${winner}`,
      detail: `The captain of Crew 1 is taken: ${canary} ${winner}.`,
    })
    const { picks } = await get(`${url}/draft-status/`)
    expect(picks).toEqual([{ round: 0, index: 0, team: 0, player: players[winner] }])
  })

  test('that set the whole draft: one succeeds, the other gets the current draft', async () => {
    const { url, players } = await newDraftFixture(3)
    await put(`${url}/draft-status/`, { draftOrder: 'straight', teams: newCrews(2) })
    const { version } = await get(`${url}/draft-status/`)
    const setDraft = (player?: number) => {
      const [first, second] = newCrews(2)
      const teams = [{ ...first, players: [player] }, second]
      const body = { draftOrder: 'straight', teams, currentIdx: 1, selectedRound: 0, version }
      return attempt(`${url}/draft-status/`, body)
    }
    const both = await Promise.all([setDraft(players[0]), setDraft(players[1])])
    const winner = both.findIndex(({ status }) => status === 200)
    const loser = both[1 - winner]
    expect(loser && statusOf(loser)).toEqual([409, 'DRAFT_CHANGED'])
    expect(loser?.body.draft).toEqual(both[winner]?.body)
    expect(loser?.body.draft.teams[0].players[0]).toBe(players[winner])
  })

  test('that undo the last pick: it is removed once', async () => {
    const { url, players } = await newDraftFixture(3)
    await put(`${url}/draft-status/`, { draftOrder: 'straight', teams: newCrews(2) })
    await put(`${url}/draft-pick/`, { player: players[0], round: 0, index: 0 })
    await put(`${url}/draft-pick/`, { player: players[1], round: 0, index: 1 })
    const undo = () => put(`${url}/draft-undo/`, { player: players[1] })
    await Promise.all([undo(), undo()])
    expect((await get(`${url}/draft-status/`)).picks).toHaveLength(1)
  })
})

describe('the whole draft in one body', () => {
  test('R-DR-5: can be set with a clock and players as the list shows them, and set again', async () => {
    const { url, players } = await newDraftFixture(3)
    const [a, b, c] = players
    const teams = [
      { name: 'Left', players: [{ id: a, name: 'Whoever' }, c] },
      { name: 'Right', players: [b, null] },
    ]
    const body = {
      draft_order: 'reverse3',
      teams,
      selectedRound: 1,
      currentIdx: 1,
      pickSeconds: 45,
    }
    const set = await put(`${url}/draft-status/`, body)
    expect(set).toMatchObject({ draftOrder: 'reverse3', selectedRound: 1, currentIdx: 1 })
    expect(set.teams[0]).toEqual({ name: 'Left', players: [a, c, null, null, null] })
    expect(Math.abs(Date.parse(set.dueAt) - Date.now() - 45_000)).toBeLessThan(30_000)
    const tail = await fixture.app.log.tail()
    expect(await put(`${url}/draft-status/`, set)).toEqual(set)
    expect(await fixture.app.log.tail()).toBe(tail)
    const without = { ...body, teams: newCrews(2), version: set.version }
    expect((await put(`${url}/draft-status/`, without)).picks).toEqual([])
  })

  test('is refused with players of another tournament', async () => {
    const [own, other] = [await newDraftFixture(1), await newDraftFixture(1)]
    const [{ name }] = newCrews(1) as [{ name: string }]
    const strange = other.players[0]
    const text = `These players are not in this tournament: ${strange}`
    const teams = [{ name, players: [strange] }]
    const set = await attempt(`${own.url}/draft-status/`, { draftOrder: 'straight', teams })
    const final = await attempt(`${own.url}/finalize-draft/`, { teams, allowShort: true })
    await put(`${own.url}/draft-status/`, { draftOrder: 'straight', teams: [{ name }] })
    const turn = { player: strange, round: 0, index: 0 }
    const pick = await attempt(`${own.url}/draft-pick/`, turn)
    expect([set, final, pick].map(({ status, body }) => [status, body])).toEqual([
      [400, { teams: [text] }],
      [400, { teams: [text] }],
      [400, { player: [text] }],
    ])
  })

  test('can be finalised by a client that sends only teams, without a stored draft', async () => {
    const { url, players } = await newDraftFixture(10)
    const teams = [
      { name: 'North', players: players.slice(0, 5) },
      { name: 'South', players: players.slice(5) },
    ]
    for (const nameless of [{ name: ' ' }, {}]) {
      const body = { teams: [{ ...nameless, players: [] }] }
      const { status, text } = await attempt(`${url}/finalize-draft/`, body)
      expect([status, text]).toEqual([400, '{"teams":["0.name: Team name is required"]}'])
    }
    const made = await put(`${url}/finalize-draft/`, { teams })
    expect(made).toMatchObject({ success: true, detail: 'Teams created.' })
    expect((await put(`${url}/finalize-draft/`, { teams })).teams).toEqual(made.teams)
    expect((await get(`${url}/draft-status/`)).teams).toEqual(teams)
  })

  test('P20: a player in an open draft is removed only after their pick', async () => {
    const { url, players } = await newDraftFixture(1)
    await put(`${url}/draft-status/`, { draftOrder: 'straight', teams: newCrews(1) })
    await put(`${url}/draft-pick/`, { player: players[0], round: 0, index: 0 })
    const remove = () => fixture.call('admin', 'DELETE', `${t}/player/${players[0]}/`)
    expect(statusOf(await remove())).toEqual([409, 'PLAYER_PICKED'])
    await put(`${url}/draft-undo/`)
    expect((await remove()).status).toBe(204)
  })
})

test('P6: the rows of all these drafts and teams equal those computed from the log', async () => {
  const { log, store } = fixture.app
  expect((await verify(log, store)).problems).toEqual([])
})

async function watchTournament(tournament: number): Promise<{ socket: WebSocket; frames: Body[] }> {
  const socket = new WebSocket(`${fixture.app.wsUrl}/ws/tournament-relay/${tournament}`)
  const frames: Body[] = []
  socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString())))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'subscribe', have: 0 }))
  await until('the snapshot', () => frames.length > 0)
  return { socket, frames }
}

describe('R-PE-7: at the door', () => {
  const join = (code: string, name: string, more: object = {}, who: Caller = 'anonymous') => {
    const body = { code, name, level: 3, isQueen: true, ...more }
    return fixture.call(who, 'POST', `${t}/door/`, { body })
  }
  const page = (code: string) => fixture.call('anonymous', 'GET', `${t}/door/${code}/`)

  test('a name is enough while the door is open; only organisers see level and role', async () => {
    const { tournament } = await newSampleTournament(fixture)
    const url = `${t}/tournament/${tournament}/door/`
    const people = async () =>
      (await expectOk(fixture.call('admin', 'GET', url))).body.people as Body[]
    const before = (await people()).length
    const { code } = await put(url, { isOpen: true })
    expect(await put(url, { isOpen: true })).toEqual({ code })
    const { player } = (await expectOk(join(code, 'Zoe'))).body
    expect((await people()).at(-1)).toEqual({ player, name: 'Zoe', level: 3, isQueen: true })
    expect((await page(code)).body).toEqual({
      tournament: { id: tournament, name: 'Friday' },
      here: before + 1,
    })
    const shown = await get(`${t}/player/${player}/`)
    expect([shown.name, shown.level, shown.isQueen]).toEqual(['Zoe', undefined, undefined])
    const official = (await expectOk(fixture.call('official', 'GET', `${t}/player/${player}/`)))
      .body
    expect(official.checkInTime).not.toBeNull()
    expect(JSON.stringify(official)).not.toMatch(/level|isQueen/)

    const taken = await join(code, 'zoe')
    expect(taken.body).toMatchObject({
      name: ['Somebody with this name is already here. Add a letter to yours'],
    })
    expect((await join(code, ' ')).status).toBe(400)
    expect((await join(code, 'Bo', { level: 4 })).status).toBe(400)
    expect(await put(url, { isOpen: false })).toEqual({ code: null })
    expect([(await join(code, 'Late')).status, (await page(code)).status]).toEqual([404, 404])
    const { code: next } = await put(url, { isOpen: true })
    expect(next).not.toBe(code)
  })

  test('one phone signs up a few people, and those of the last minutes can be removed', async () => {
    const { tournament } = await newSampleTournament(fixture)
    const url = `${t}/tournament/${tournament}/door/`
    const { code } = await put(url, { isOpen: true })
    const first = await fixture.app.web.inject({
      method: 'POST',
      url: `${t}/door/`,
      payload: { code, name: 'Phone 0', level: 1, isQueen: false },
    })
    const phone = { cookie: `waggle-phone=${first.cookies[0]!.value}` }
    const statuses: number[] = []
    for (let n = 1; n <= 40; n++) {
      const body = { code, name: `Phone ${n}`, level: 1, isQueen: false }
      const options = { body, headers: phone }
      statuses.push((await fixture.call('anonymous', 'POST', `${t}/door/`, options)).status)
    }
    expect(statuses).toEqual([...Array<number>(39).fill(200), 429])
    await expectOk(join(code, 'Signed in', {}, 'player'))
    const remove = () =>
      fixture.call('admin', 'POST', `${url}remove-recent/`, { body: { minutes: 5 } })
    expect((await expectOk(remove())).body).toEqual({ removed: 40 })
    expect((await expectOk(remove())).body).toEqual({ removed: 0 })
  })

  test('a signed-in person is registered once, and can change the answers', async () => {
    const { tournament } = await newSampleTournament(fixture)
    const url = `${t}/tournament/${tournament}/door/`
    const { code } = await put(url, { isOpen: true })
    const first = (await expectOk(join(code, 'Me', {}, 'player'))).body
    const again = (await expectOk(join(code, 'Me again', { level: 1 }, 'player'))).body
    expect(again).toEqual(first)
    const { people } = (await expectOk(fixture.call('admin', 'GET', url))).body
    expect(people.at(-1)).toMatchObject({ ...first, name: 'Me', level: 1 })
  })

  test('P20: the answers are removed with the player, and no stored response contains names', async () => {
    const { tournament } = await newSampleTournament(fixture)
    const { code } = await put(`${t}/tournament/${tournament}/door/`, { isOpen: true })
    const { player } = (await expectOk(join(code, 'CANARY-DOOR'))).body
    const { rows } = await fixture.app.store.pool.query(
      `select count(*)::int as found from kept.idempotency_key where body::text like '%CANARY-DOOR%'`,
    )
    expect(rows).toEqual([{ found: 0 }])
    await expectOk(fixture.call('admin', 'DELETE', `${t}/player/${player}/`))
    const left = fixture.app.store.db.selectFrom('kept.doorPlayer').select('player')
    expect(await left.where('player', '=', player).execute()).toEqual([])
  })
})
