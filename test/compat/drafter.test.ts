// Draft tools: the key as they send it, and the questions whose answers they keep.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, SampleTournament, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
let sample: SampleTournament
let apiKey: string
const callOk: TwoScenes['call'] = (...args) => expectOk(fixture.call(...args))

beforeAll(async () => {
  fixture = await startTwoScenes({ compatPort: 0 })
  sample = await newSampleTournament(fixture)
  apiKey = (await callOk('admin', 'POST', '/api/user/key/', { body: { name: 'Drafter' } })).body.key
})
afterAll(() => fixture?.app.stop())

type Answer = { status: number; body: Body }
async function request(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, init)
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : null }
}
const read = async (path: string): Promise<Body> =>
  (await request(`${fixture.app.compatUrl}${path}`)).body

test('every question has a slug of its own, whether it was set or not', async () => {
  const cup = {
    scene: fixture.scene,
    name: 'Questions',
    date: '2026-05-02',
    linkType: 'hivemind',
  }
  const made = await callOk('admin', 'POST', '/api/tournament/tournament/', { body: cup })
  const { id: tournament } = made.body
  const add = (fieldDescription: string, fieldSlug?: string) =>
    callOk('admin', 'POST', '/api/tournament/player-info-field/', {
      body: { tournament, fieldDescription, fieldSlug, fieldType: 'text' },
    })
  for (const text of ['Shirt size?', 'Shirt size!', 'Größe', '尺寸']) await add(text)
  await add('Which size?', 'shirt_size')
  const found = (await read(`/api/tournament/player-info-field/?tournament_id=${tournament}`))
    .results
  const [first, second, , fourth] = found.map((question: Body) => question.field_name)
  expect(found.map((question: Body) => question.field_slug)).toEqual([
    `shirt_size_${first}`,
    `shirt_size_${second}`,
    'gro_e',
    fourth,
    'shirt_size',
  ])
  const [one] = found
  expect(await read(`/api/tournament/player-info-field/${one?.id}/`)).toEqual(one)
  await callOk('admin', 'DELETE', `/api/tournament/tournament/${tournament}/`)
})

test('a drafter sends its key as it is used to, and a scheme that is not taken is named', async () => {
  const { tournament } = sample
  const write = (authorization: string, site = fixture.app.compatUrl) =>
    request(`${site}/api/tournament/team/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ name: `By ${authorization.length}`, tournament }),
    })
  for (const scheme of ['Token', 'token', 'Bearer']) {
    const { status, body } = await write(`${scheme} ${apiKey}`)
    expect([scheme, status]).toEqual([scheme, 201])
    await callOk('admin', 'DELETE', `/api/tournament/team/${body.id}/`)
  }
  expect(await write(`Basic ${apiKey}`)).toMatchObject({
    status: 401,
    body: {
      code: 'SCHEME_UNKNOWN',
      detail:
        'The scheme Basic is not taken here. Send Authorization: "Bearer <key>" or "Token <key>".',
    },
  })
  const bare = await write(apiKey)
  expect([bare.status, bare.body.code]).toEqual([401, 'SCHEME_UNKNOWN'])
  expect(bare.body.detail).not.toContain(apiKey)
  const native = await write(`Token ${apiKey}`, fixture.app.url)
  expect([native.status, native.body.code]).toEqual([401, 'SCHEME_UNKNOWN'])
  const guessed = await write('Token guessed')
  expect([guessed.status, guessed.body.code]).toEqual([401, 'KEY_NOT_VALID'])
})
