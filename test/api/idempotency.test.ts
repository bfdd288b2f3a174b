import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerOf, newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes, Reply } from '../support/two-scenes.ts'

let fixture: TwoScenes
let sample: SampleTournament

beforeAll(async () => {
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
})
afterAll(() => fixture?.app.stop())

type Write = [name: string, () => { method: string; url: string; body?: unknown; commits: number }]
const t = '/api/tournament'

/** In an order in which each write has what it needs. */
const writes: Write[] = [
  [
    'a scene',
    () => ({
      method: 'POST',
      url: '/api/game/scene/',
      body: { name: 'p2', displayName: 'P2' },
      commits: 0,
    }),
  ],
  [
    'a cabinet and its token',
    () => ({
      method: 'POST',
      url: '/api/game/cabinet/',
      body: { scene: fixture.scene, name: 'p2', displayName: 'P2' },
      commits: 0,
    }),
  ],
  [
    'a new token',
    () => ({
      method: 'POST',
      url: `/api/game/cabinet/${fixture.cabinet}/token/`,
      body: {},
      commits: 0,
    }),
  ],
  [
    'a tournament',
    () => ({
      method: 'POST',
      url: `${t}/tournament/`,
      body: { scene: fixture.scene, name: 'Once', date: '2026-05-05', description: 'd' },
      commits: 1,
    }),
  ],
  [
    'a team',
    () => ({
      method: 'POST',
      url: `${t}/team/`,
      body: { tournament: sample.tournament, name: 'E' },
      commits: 1,
    }),
  ],
  [
    'a player in a team',
    () => ({
      method: 'POST',
      url: `${t}/player/`,
      body: { tournament: sample.tournament, name: 'P', team: sample.teams[0] },
      commits: 1,
    }),
  ],
  [
    'teams and players of a list',
    () => ({
      method: 'POST',
      url: `${t}/tournament/${sample.tournament}/roster/`,
      body: {
        teams: [
          { team: sample.teams[0], name: 'A', players: [{ name: 'Late' }] },
          { name: 'Listed', players: [{ name: 'One' }, { name: 'Two' }] },
        ],
      },
      commits: 1,
    }),
  ],
  [
    'a draft',
    () => ({
      method: 'PUT',
      url: `${t}/tournament/${sample.tournament}/draft-status/`,
      body: { draftOrder: 'straight', teams: [{ name: 'Y' }, { name: 'Z' }] },
      commits: 1,
    }),
  ],
  [
    'a pick',
    () => ({
      method: 'PUT',
      url: `${t}/tournament/${sample.tournament}/draft-pick/`,
      body: { player: sample.players[0], round: 0, index: 0 },
      commits: 1,
    }),
  ],
  [
    'the end of a draft',
    () => ({
      method: 'PUT',
      url: `${t}/tournament/${sample.tournament}/finalize-draft/`,
      body: { allowShort: true },
      commits: 1,
    }),
  ],
  [
    'a stage in groups',
    () => ({
      method: 'POST',
      url: `${t}/bracket/`,
      body: { tournament: sample.tournament, name: 'G', stageType: 'round_robin', numGroups: 3 },
      commits: 1,
    }),
  ],
  [
    'a queue',
    () => ({
      method: 'PUT',
      url: `${t}/tournament/${sample.tournament}/create-queue/`,
      commits: 1,
    }),
  ],
  [
    'an order of a queue',
    () => ({
      method: 'PUT',
      url: `${t}/queue/${sample.queue}/set-queue/`,
      body: { matches: [sample.match, sample.otherMatch], expected: [] },
      commits: 1,
    }),
  ],
  [
    'the next match',
    () => ({
      method: 'PUT',
      url: `${t}/tournament/${sample.tournament}/select-next/`,
      body: { cabinet: fixture.cabinet },
      commits: 1,
    }),
  ],
  [
    'a point',
    () => ({
      method: 'PUT',
      url: `${t}/match/${sample.match}/add-score/`,
      body: { team: sample.teams[0], by: 1 },
      commits: 1,
    }),
  ],
  [
    'a PATCH of several parts',
    () => ({
      method: 'PATCH',
      url: `${t}/match/${sample.match}/`,
      body: { isFlipped: true, isWarmup: true },
      commits: 2,
    }),
  ],
  [
    'a completing PUT',
    () => ({
      method: 'PUT',
      url: `${t}/match/${sample.match}/`,
      body: { blueScore: 3, goldScore: 1, isComplete: true, activeCabinet: null },
      commits: 2,
    }),
  ],
  ['a deletion', () => ({ method: 'DELETE', url: `${t}/queue/${sample.queue}/`, commits: 1 })],
]

async function send(write: ReturnType<Write[1]>, key: string): Promise<Reply> {
  const { method, url, body } = write
  return fixture.call('admin', method, url, { body, headers: { 'idempotency-key': key } })
}
async function asOwner(write: ReturnType<Write[1]>, key: string): Promise<Reply> {
  const { method, url, body } = write
  return fixture.call('key', method, url, { body, headers: { 'idempotency-key': key } })
}
test.each(writes)(
  'P2: %s, sent five times at once, is done once and gets one response',
  async (_, make) => {
    const write = make()
    const { url, method } = write
    const sendIt = url === '/api/game/scene/' ? asOwner : send
    const key = randomUUID()
    const tail = await fixture.app.log.tail()
    const answers = (await Promise.all([1, 2, 3, 4, 5].map(() => sendIt(write, key)))).map(answerOf)
    expect(answers[0]?.status).toBeLessThan(300)
    expect(answers).toEqual(answers.map(() => answers[0]))
    expect((await fixture.app.log.tail()) - tail).toBe(write.commits)

    // Later, after other commits, the response is still the same.
    if (method !== 'DELETE') {
      const body = { tournament: sample.tournament, name: randomUUID() }
      await expectOk(fixture.call('admin', 'POST', `${t}/team/`, { body }))
    }
    const moved = await fixture.app.log.tail()
    expect(answerOf(await sendIt(write, key))).toEqual(answers[0])
    expect(await fixture.app.log.tail()).toBe(moved)
  },
)

test('P2: a reused idempotency key with other content is refused, and changes nothing', async () => {
  const key = randomUUID()
  const point = (by: 1 | -1) => ({
    method: 'PUT',
    url: `${t}/match/${sample.otherMatch}/add-score/`,
    body: { team: sample.teams[1], by },
    commits: 1,
  })
  const match = await expectOk(fixture.call('admin', 'GET', `${t}/match/${sample.otherMatch}/`))
  const first = point(1)
  first.body.team = match.body.blueTeam
  const other = { ...point(-1), body: { team: match.body.blueTeam, by: -1 } }
  expect((await send(first, key)).status).toBe(200)
  const tail = await fixture.app.log.tail()
  const refused = await send(other, key)
  expect([refused.status, refused.body.code]).toEqual([409, 'ID_REUSED'])
  const elsewhere = {
    method: 'POST',
    url: `${t}/team/`,
    body: { tournament: sample.tournament, name: 'X' },
    commits: 0,
  }
  expect((await send(elsewhere, key)).body.code).toBe('ID_REUSED')
  expect(await fixture.app.log.tail()).toBe(tail)
})

test('P2 P18: an id that a refused request reserved is given to no other request with its key', async () => {
  const key = randomUUID()
  const player = {
    method: 'POST',
    url: `${t}/player/`,
    body: {
      tournament: sample.tournament,
      name: 'Without a picture',
      image: 'data:image/png;base64,AA',
    },
    commits: 0,
  }
  expect((await send(player, key)).status).toBe(400)
  // Otherwise the tournament would get the number of a player, which another tournament may have.
  const tournament = {
    method: 'POST',
    url: `${t}/tournament/`,
    body: { scene: fixture.scene, name: 'Taken', date: '2026-05-06' },
    commits: 0,
  }
  const refused = await send(tournament, key)
  expect([refused.status, refused.body.code]).toEqual([409, 'ID_REUSED'])
  const namedOtherwise = { ...player, body: { ...player.body, name: 'Somebody else' } }
  expect((await send(namedOtherwise, key)).body.code).toBe('ID_REUSED')
  expect((await send(player, key)).status).toBe(400)
})

test('P2: a refused command may be sent again with the same key once it is possible', async () => {
  const key = randomUUID()
  const { body: match } = await expectOk(
    fixture.call('admin', 'GET', `${t}/match/${sample.otherMatch}/`),
  )
  const less = {
    method: 'PUT',
    url: `${t}/match/${match.id}/add-score/`,
    body: { team: match.goldTeam, by: -1 },
    commits: 1,
  }
  expect((await send(less, key)).body.code).toBe('SCORE_AT_ZERO')
  await expectOk(fixture.call('admin', 'PUT', less.url, { body: { ...less.body, by: 1 } }))
  expect((await send(less, key)).status).toBe(200)
})

test('P2: without an idempotency key the server generates and returns one', async () => {
  const body = { tournament: sample.tournament, name: 'Named' }
  const made = await expectOk(fixture.call('admin', 'POST', `${t}/team/`, { body }))
  const key = String(made.headers['idempotency-key'])
  expect(key).toMatch(/^[0-9a-f-]{36}$/)
})

test('P2: an idempotency key is 1 to 100 ASCII characters', async () => {
  const body = { tournament: sample.tournament, name: 'Never' }
  for (const key of ['', 'x'.repeat(101), 'a b', 'é']) {
    const { status } = await fixture.call('admin', 'POST', `${t}/team/`, {
      body,
      headers: { 'idempotency-key': key },
    })
    expect([key, status]).toEqual([key, 400])
  }
})

test('R-CMD-2: two concurrent points from two tablets both count', async () => {
  const { body: before } = await expectOk(
    fixture.call('admin', 'GET', `${t}/match/${sample.otherMatch}/`),
  )
  const press = () =>
    expectOk(
      fixture.call('official', 'PUT', `${t}/match/${before.id}/add-score/`, {
        body: { team: before.goldTeam, by: 1 },
        headers: { 'idempotency-key': randomUUID() },
      }),
    )
  await Promise.all([press(), press()])
  const { body: after } = await expectOk(fixture.call('admin', 'GET', `${t}/match/${before.id}/`))
  expect(after.goldScore).toBe(before.goldScore + 2)
})

test('a refusal of one part of a request names it, and no part is done', async () => {
  const { body: match } = await expectOk(
    fixture.call('admin', 'GET', `${t}/match/${sample.otherMatch}/`),
  )
  const body = { blueScore: match.blueScore + 1, activeCabinet: 4242 }
  const { status, body: refused } = await fixture.call(
    'admin',
    'PATCH',
    `${t}/match/${match.id}/`,
    {
      body,
    },
  )
  expect(status).toBe(409)
  expect(refused).toMatchObject({
    code: 'CABINET_NOT_ASSIGNED',
    field: 'activeCabinet',
    done: [],
  })
  const { body: after } = await expectOk(
    fixture.call('admin', 'GET', `${t}/match/${sample.otherMatch}/`),
  )
  expect(after).toEqual(match)
})
