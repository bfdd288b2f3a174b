import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, Caller, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const t = '/api/tournament'
const send = async (who: Caller, method: string, url: string, body: unknown = {}) =>
  (await expectOk(fixture.call(who, method, `${t}${url}`, { body }))).body
const read = async (match: number) =>
  (await expectOk(fixture.call('official', 'GET', `${t}/match/${match}/`))).body
const put = (copy: Body, change: object = {}) =>
  fixture.call('official', 'PUT', `${t}/match/${copy.id}/`, { body: { ...copy, ...change } })

type Final = { tournament: number; semifinals: [number, number]; final: number }

/** A bracket of four teams, one win a match. */
async function bracketOfFour(): Promise<Final> {
  const { id: tournament } = await send('admin', 'POST', '/tournament/', {
    scene: fixture.scene,
    name: 'Friday',
    date: '2026-01-02',
  })
  const teams: number[] = []
  for (const name of ['A', 'B', 'C', 'D']) {
    teams.push((await send('admin', 'POST', '/team/', { tournament, name })).id)
  }
  const { id: bracket } = await send('admin', 'POST', '/bracket/', {
    tournament,
    name: 'Main',
    stageType: 'single_elim',
    winsPerMatch: 1,
    roundsPerMatch: 0,
    randomizeSides: false,
  })
  await send('admin', 'PUT', `/bracket/${bracket}/set-teams/`, { teams })
  const { matches } = await send('admin', 'PUT', `/bracket/${bracket}/create-matches/`)
  const byNum = (matches as Body[]).toSorted((a, b) => a.matchNum - b.matchNum)
  const [one, two, final] = byNum.map(({ id }) => id) as [number, number, number]
  return { tournament, semifinals: [one, two], final }
}

const win = async (match: number, score = { blueScore: 1, goldScore: 0 }) => {
  await send('official', 'PATCH', `/match/${match}/`, score)
  await send('official', 'PUT', `/match/${match}/complete/`, {})
}
const versionOf = async ({ tournament }: Final) =>
  (await send('official', 'GET', `/tournament/${tournament}/`)).version as number

test('R-CMD-2, R-BR-9: a PUT from before a correction does not bring an eliminated team back', async () => {
  const bracket = await bracketOfFour()
  const { semifinals, final } = bracket
  for (const match of semifinals) await win(match)
  const copy = await read(final)
  await send('official', 'PATCH', `/match/${semifinals[0]}/`, { blueScore: 0, goldScore: 1 })
  const current = await read(final)
  expect(current.blueTeam).not.toBe(copy.blueTeam)

  const before = await versionOf(bracket)
  const whole = { blueScore: 1, goldScore: 0, isComplete: true, activeCabinet: null }
  const { status, body } = await put(copy, whole)
  expect([status, body.code, body.version]).toEqual([409, 'STALE', before])
  expect(await read(final)).toEqual(current)
  expect(await versionOf(bracket)).toBe(before)

  expect((await put(current, whole)).body).toMatchObject({
    isComplete: true,
    blueTeam: current.blueTeam,
    blueScore: 1,
  })
})

test('R-BR-9: a PUT of a copy whose slot was still open leaves the slot a reference', async () => {
  const bracket = await bracketOfFour()
  const { semifinals, final } = bracket
  await win(semifinals[0])
  const copy = await read(final)
  expect(copy).toMatchObject({ goldTeam: null, goldFrom: 'Winner of M2' })
  await win(semifinals[1])
  const current = await read(final)
  const before = await versionOf(bracket)
  for (const change of [{}, { isComplete: true, activeCabinet: null }]) {
    const { status, body } = await put(copy, change)
    expect([status, body.code]).toEqual([409, 'STALE'])
  }
  expect(await read(final)).toEqual(current)
  expect(await versionOf(bracket)).toBe(before)

  // The slot still follows the result of the semifinal.
  await send('official', 'PATCH', `/match/${semifinals[1]}/`, { blueScore: 0, goldScore: 1 })
  expect((await read(final)).goldTeam).not.toBe(current.goldTeam)
})

test('R-BR-9: a PATCH replaces the team of a slot deliberately', async () => {
  const { semifinals, final } = await bracketOfFour()
  for (const match of semifinals) await win(match)
  const { blueTeam } = await read(final)
  const { goldTeam: eliminated } = await read(semifinals[0])
  expect(eliminated).not.toBe(blueTeam)
  await send('official', 'PATCH', `/match/${final}/`, { blueTeam: eliminated })
  expect((await read(final)).blueTeam).toBe(eliminated)
})

test('P2: a PUT sent again after the bracket has changed gets its first response', async () => {
  const { semifinals, final } = await bracketOfFour()
  for (const match of semifinals) await win(match)
  const copy = await read(final)
  const headers = { 'idempotency-key': `put-${final}` }
  const body = { ...copy, blueScore: 1, goldScore: 0, isComplete: true, activeCabinet: null }
  const again = () => fixture.call('official', 'PUT', `${t}/match/${final}/`, { body, headers })
  expect((await again()).status).toBe(200)
  const correction = { blueScore: 0, goldScore: 1, cascade: true, reason: 'Typed wrong' }
  await send('official', 'PATCH', `/match/${semifinals[0]}/`, correction)
  // As if the server had stopped between the command and its stored response.
  await fixture.app.store.db.deleteFrom('kept.idempotencyKey').execute()
  expect((await again()).status).toBe(200)
})
