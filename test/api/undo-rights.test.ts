import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk, newSampleTournament, startTwoScenes } from '../support/two-scenes.ts'
import type { Caller, SampleTournament, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const t = '/api/tournament'
const versionOf = async (who: Caller, method: string, url: string, body: unknown = {}) => {
  const { headers } = await expectOk(fixture.call(who, method, `${t}${url}`, { body }))
  return Number(headers['x-version'])
}
const undo = async (who: Caller, sample: SampleTournament, version: number, more: object = {}) => {
  const url = `${t}/tournament/${sample.tournament}/undo/`
  const { status, body } = await fixture.call(who, 'PUT', url, { body: { version, ...more } })
  return { status, detail: body.detail, version: body.version as number }
}
const notAuthorized = { status: 403, detail: 'Not Authorized' }

test('R-UN-1, R-PE-2: an official cannot undo what only an admin may do', async () => {
  const sample = await newSampleTournament(fixture)
  const { tournament, teams, players, bracket } = sample
  await versionOf('admin', 'PATCH', `/tournament/${tournament}/`, { rulingSigners: 'two' })
  const steps: [method: string, url: string, body: object][] = [
    ['PATCH', `/tournament/${tournament}/`, { rulingSigners: 'one' }],
    ['PATCH', `/tournament/${tournament}/`, { assignedCabinets: [] }],
    ['PATCH', `/team/${teams[0]}/`, { name: 'Bees' }],
    ['PATCH', `/player/${players[0]}/`, { team: teams[0] }],
    ['POST', `/team/`, { tournament, name: 'Wasps' }],
    ['POST', `/bracket/`, { tournament, name: 'Cup', stageType: 'single_elim' }],
    ['PATCH', `/bracket/${bracket}/`, { name: 'Groups' }],
  ]
  for (const [method, url, body] of steps) {
    await versionOf('admin', method, url, body)
    const read = await expectOk(fixture.call('admin', 'GET', `${t}/tournament/${tournament}/`))
    const { version } = read.body
    expect([url, await undo('official', sample, version)]).toMatchObject([url, notAuthorized])
    const history = `${t}/tournament/${tournament}/history/${version}/`
    const preview = (await expectOk(fixture.call('official', 'GET', history))).body
    expect(preview).toMatchObject({
      undoable: false,
      refusal: { code: 'NOT_AUTHORIZED', detail: 'Not Authorized' },
      together: null,
    })
    const ofAdmin = (await expectOk(fixture.call('admin', 'GET', history))).body
    expect([url, ofAdmin.undoable]).toEqual([url, true])
    // Nor can they undo the admin's undo of it.
    const undone = await undo('admin', sample, version)
    expect(undone.status).toBe(200)
    expect(await undo('official', sample, undone.version)).toMatchObject(notAuthorized)
  }
})

test('R-UN-1: with cascade, an undo needs the right to every step that it takes back', async () => {
  const sample = await newSampleTournament(fixture)
  const score = await versionOf('official', 'PATCH', `/match/${sample.match}/`, { blueScore: 1 })
  const { body: match } = await expectOk(
    fixture.call('official', 'GET', `${t}/match/${sample.match}/`),
  )
  const leaving = { team: match.blueTeam, how: 'forfeit' }
  await versionOf('admin', 'PUT', `/bracket/${sample.bracket}/withdraw-team/`, leaving)
  const all = { cascade: true, reason: 'practice' }
  expect((await undo('official', sample, score)).status).toBe(409)
  expect(await undo('official', sample, score, all)).toMatchObject(notAuthorized)
  const history = `${t}/tournament/${sample.tournament}/history/${score}/`
  const together = async (who: Caller) =>
    (await expectOk(fixture.call(who, 'GET', history))).body.together
  expect([await together('official'), await together('admin')]).toEqual([
    null,
    { isPlayedOn: expect.any(Boolean) },
  ])
  expect((await undo('admin', sample, score, all)).status).toBe(200)
})

test('R-UN-1: officials undo and redo their own kind of steps, and admins all of them', async () => {
  const sample = await newSampleTournament(fixture)
  const url = `/match/${sample.match}/`
  const score = await versionOf('admin', 'PATCH', url, { blueScore: 1 })
  const undone = await undo('official', sample, score)
  expect(undone.status).toBe(200)
  expect((await undo('official', sample, undone.version)).status).toBe(200)
})
