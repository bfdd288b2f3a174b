import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { until } from '../support/desk-client.ts'
import { expectOk, newSampleTournament, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

test('wire 3.3: a program that does not subscribe gets the changes of its first second too', async () => {
  const { tournament, match } = await newSampleTournament(fixture)
  const socket = new WebSocket(`${fixture.app.wsUrl}/ws/tournament-relay/${tournament}`)
  const scores: number[] = []
  socket.on('message', (bytes) => {
    const { type, data } = JSON.parse((bytes as Buffer).toString())
    if (type === 'match' && data.id === match) scores.push(data.blueScore)
  })
  await new Promise((resolve) => socket.once('open', resolve))
  const score = (blueScore: number) =>
    expectOk(
      fixture.call('official', 'PATCH', `/api/tournament/match/${match}/`, { body: { blueScore } }),
    )
  await score(1)
  await score(2)
  await until('the first changes', () => scores.length === 2)
  await score(3)
  await until('a later change', () => scores.length === 3)
  expect(scores).toEqual([1, 2, 3])
  socket.terminate()
})

test('wire 3.3: several matches that change at once are one message of the type matches', async () => {
  const { tournament, teams } = await newSampleTournament(fixture)
  const send = async (method: string, path: string, body: unknown = {}) =>
    (await expectOk(fixture.call('key', method, `/api/tournament/${path}`, { body }))).body
  const stage = { tournament, name: 'Cup', stageType: 'single_elim' }
  const { id: bracket } = await send('POST', 'bracket/', stage)
  await send('PUT', `bracket/${bracket}/set-teams/`, { teams })
  const socket = new WebSocket(`${fixture.app.wsUrl}/ws/tournament-relay/${tournament}`)
  const messages: { type: string; data: unknown }[] = []
  socket.on('message', (bytes) => void messages.push(JSON.parse((bytes as Buffer).toString())))
  await new Promise((resolve) => socket.once('open', resolve))
  await send('PUT', `bracket/${bracket}/create-matches/`)
  const ofMatches = () => messages.filter(({ type }) => type.startsWith('match'))
  await until('the message', () => ofMatches().length > 0)
  const [first] = ofMatches()
  expect(first).toMatchObject({ type: 'matches', data: [{ bracket }, { bracket }, { bracket }] })
  socket.terminate()
})
