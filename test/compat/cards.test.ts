// Whose card a reader adds, and who may ask for it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk, person, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let token: string
let code: string
const cards = { ada: '04a1b2c3d4e5f6', eve: 'deadbeef' }
const people: Record<'ada' | 'eve', { id: number; headers: Record<string, string> }> = {} as never

beforeAll(async () => {
  fixture = await startTwoScenes({ compatPort: 0 })
  const made = async (what: 'device' | 'code', body: Body): Promise<Body> => {
    const url = `/api/game/cabinet/${fixture.cabinet}/${what}/`
    return (await expectOk(fixture.call('admin', 'POST', url, { body }))).body
  }
  ;({ token } = (await made('device', { name: 'Reader' })) as { token: string })
  ;({ code } = (await made('code', {})) as { code: string })
  for (const who of ['ada', 'eve'] as const) {
    const headers = await person(fixture.app, { name: who })
    const [{ id }] = (await query('select max(id) as id from kept.person')) as [{ id: number }]
    people[who] = { id, headers }
  }
})
afterAll(() => fixture?.app.stop())

const query = async (sql: string): Promise<Body[]> => (await fixture.app.store.pool.query(sql)).rows
const ask = (who: 'ada' | 'eve', body: Body) => {
  const { headers } = people[who]
  return fixture.call('anonymous', 'POST', '/api/stats/signin/register/', { body, headers })
}
async function tapFor(who: 'ada' | 'eve', card: string): Promise<Body> {
  const answer = await fetch(`${fixture.app.compatUrl}/api/stats/signin/nfc/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'nfc_register_tapped', user: people[who].id, card, token }),
  })
  return (await answer.json()) as Body
}
const owners = async () =>
  (await query('select person from kept.card order by created_at')).map((row) => row.person)

test('a card is added only by somebody who has the code on the cabinet', async () => {
  // The id of a cabinet is public.
  expect((await ask('eve', { cabinet: fixture.cabinet })).status).toBe(400)
  expect((await ask('eve', { code: 'guessed' })).status).toBe(404)
  expect(await tapFor('eve', cards.eve)).toMatchObject({ success: false })
  await expectOk(ask('eve', { code }))
  expect(await tapFor('eve', cards.eve)).toEqual({ success: true })
  expect(await owners()).toEqual([people.eve.id])
})

test('a person waits for a card until it comes, or for a minute, whoever else asks', async () => {
  await expectOk(ask('ada', { code }))
  const refused = await ask('eve', { code })
  expect([refused.status, refused.body.code]).toEqual([409, 'CARD_AWAITED'])
  await expectOk(ask('ada', { code }))
  await query(`update kept.card_registration set expires_at = now() - interval '1 s'`)
  await expectOk(ask('eve', { code }))
  expect(await tapFor('ada', cards.ada)).toMatchObject({ success: false })
  // A card that is read again stays with its owner.
  expect(await tapFor('eve', cards.eve)).toEqual({ success: true })
  expect(await owners()).toEqual([people.eve.id])
})

test('a card of somebody else is not taken from its owner', async () => {
  await expectOk(ask('ada', { code }))
  expect(await tapFor('ada', cards.eve)).toEqual({
    success: false,
    detail: 'This card belongs to somebody else.',
  })
  expect(await owners()).toEqual([people.eve.id])
})
