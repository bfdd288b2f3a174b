// Whoever may not do something learns nothing about the fields that it takes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSampleTournament, startTwoScenes } from '../support/two-scenes.ts'
import type { Caller, SampleTournament, TwoScenes } from '../support/two-scenes.ts'

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

/** The levels that a person without a role does not have. */
const levels = ['official', 'admin', 'editor', 'owner', 'cabinet'] as const
const wrongBodies = [undefined, {}, wrong.body, { scene: 'x', tournament: 'x', cabinet: [] }, []]

test('P18: no route tells those who may not use it about its fields', async () => {
  const told: string[] = []
  let asked = 0
  const rows = fixture.app.web.matrix().filter(({ socket, method }) => !socket && method !== 'HEAD')
  for (const { method, url, who } of rows) {
    const callers: Caller[] = []
    if (who !== 'everyone') callers.push('anonymous')
    if (levels.some((level) => level === who)) callers.push('player')
    const addresses = [filled(url), url.replaceAll(/:\w+/g, 'x')]
    const bodies = method === 'GET' ? [undefined] : wrongBodies
    const all = callers.flatMap((caller) =>
      addresses.flatMap((address) => bodies.map((body) => ({ caller, address, body }))),
    )
    for (const { caller, address, body } of all) {
      asked++
      const { status, text } = await fixture.call(caller, method, address, { body })
      if (![401, 403, 404].includes(status))
        told.push(`${caller} ${method} ${address}: ${status} ${text.slice(0, 80)}`)
    }
  }
  expect(told).toEqual([])
  expect(asked).toBeGreaterThan(1_000)
})

/** The route's address with ids that exist, as far as there are any, and a query that is wrong. */
function filled(url: string): string {
  const { tournament, teams, players, bracket, match, queue } = sample
  const ids: Record<string, number> = {
    tournament,
    bracket,
    match,
    queue,
    team: teams[0]!,
    player: players[0]!,
    scene: fixture.scene,
    cabinet: fixture.cabinet,
  }
  const [, of = ''] = /([\w-]+)\/:id/.exec(url) ?? []
  const path = url.replace(':id', `${ids[of] ?? 1}`).replaceAll(/:\w+/g, '1')
  return `${path}?tournamentId=x&sceneId=x&cabinetId=x&rowsPerPage=x&version=x`
}
