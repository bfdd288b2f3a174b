// Whoever may not do something learns nothing about the fields that it takes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSampleTournament, startTwoScenes } from '../support/two-scenes.ts'
import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let sample: SampleTournament
beforeAll(async () => {
  fixture = await startTwoScenes()
  sample = await newSampleTournament(fixture)
})
afterAll(() => fixture?.app.stop())

const t = '/api/tournament'
const wrong = { body: { name: [1], displayName: [1] } }
const writes: [method: string, url: () => string][] = [
  ['PATCH', () => `${t}/tournament/${sample.tournament}/`],
  ['PUT', () => `${t}/tournament/${sample.tournament}/door/`],
  ['POST', () => `${t}/tournament/${sample.tournament}/roster/`],
  ['PUT', () => `${t}/queue/${sample.queue}/set-queue/`],
  ['PUT', () => `${t}/match/${sample.match}/start/`],
  ['PUT', () => `/api/game/cabinet/${fixture.cabinet}/pickup/`],
]

test.each(writes)(
  'P18: %s with wrong fields and without the right is refused for the right',
  async (method, url) => {
    expect((await fixture.call('otherAdmin', method, url(), wrong)).status).toBe(403)
    expect((await fixture.call('admin', method, url(), wrong)).status).toBe(400)
  },
)

test('P18: a scene that is named in wrong fields is not looked up', async () => {
  const body = { scene: 'no number', name: 1 }
  const created = (who: 'admin' | 'player') =>
    fixture.call(who, 'POST', `${t}/tournament/`, { body })
  expect((await created('player')).status).toBe(403)
  expect((await created('admin')).status).toBe(400)
})
