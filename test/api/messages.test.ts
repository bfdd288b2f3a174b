// What the API says in English, it says as data too (docs/decisions/messages-are-data.md).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { english } from '#events/messages/english.ts'
import type { Message } from '#events/messages/message.ts'
import { startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const t = '/api/tournament'
const call = (method: string, url: string, body?: unknown) =>
  fixture.call('key', method, url, body === undefined ? {} : { body })

test('a refusal has its message, with names as arguments', async () => {
  const { body: tournament } = await call('POST', `${t}/tournament/`, {
    scene: fixture.scene,
    name: 'Snail',
    date: '2026-11-20',
    linkType: 'manual',
  })
  const { body: stage } = await call('POST', `${t}/bracket/`, {
    tournament: tournament.id,
    name: 'Finals',
    stageType: 'custom',
    winsPerMatch: 3,
  })
  const teams: number[] = []
  for (const name of ['Nobody', 'Snail']) {
    const { body } = await call('POST', `${t}/team/`, { tournament: tournament.id, name })
    teams.push(body.id)
  }
  const [blueTeam, goldTeam] = teams
  const { body: match } = await call('POST', `${t}/match/`, {
    bracket: stage.id,
    blueTeam,
    goldTeam,
    roundName: 'Finals',
  })
  expect(match).toMatchObject({ roundName: 'Finals', roundMessage: null })
  const url = `${t}/match/${match.id}/`
  const { status, body } = await call('PATCH', url, { blueScore: 22, isComplete: true })
  expect([status, body]).toEqual([409, expect.objectContaining({ code: 'SCORE_IMPOSSIBLE' })])
  expect(body.message).toEqual({ key: 'moreThanWins', args: { match: 'M1', wins: 3, score: 22 } })
  expect(english(body.message as Message)).toBe(body.detail)
})

test('fields that are wrong have their messages, and a text without a key has none', async () => {
  const { status, body } = await call('POST', '/api/user/sign-up/', {
    name: 'Ann',
    email: 'nobody',
    password: 'correct horse battery staple',
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    email: ['Not a valid e-mail address'],
    messages: { email: [{ key: 'notEmail' }] },
  })
})

test('an answer with a code alone has the message of its code', async () => {
  const { body } = await call('GET', '/api/tournament/tournament/0/')
  expect(body).toEqual({ detail: 'Not found', message: { key: 'notFound' } })
  const headers = { authorization: 'Bearer wrong' }
  const noKey = await fixture.app.web.inject({ url: '/api/user/me/', headers })
  expect(noKey.json()).toMatchObject({ code: 'KEY_NOT_VALID', message: { key: 'KEY_NOT_VALID' } })
})
