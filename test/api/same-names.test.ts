import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk, newSampleTournament, startTwoScenes } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

const t = '/api/tournament'

test('R-PE-7: a name that looks like another one is refused at the door', async () => {
  const { tournament } = await newSampleTournament(fixture)
  const open = { body: { isOpen: true } }
  const door = `${t}/tournament/${tournament}/door/`
  const { code } = (await expectOk(fixture.call('admin', 'PUT', door, open))).body
  const join = async (name: string) => {
    const body = { code, name, level: 2, isQueen: false }
    return (await fixture.call('anonymous', 'POST', `${t}/door/`, { body })).status
  }
  expect(await join('Zo\u00EB')).toBe(200)
  expect([await join('Zoe\u0308'), await join('ZOE\u0308'), await join('Zo\u00EB\u200B')]).toEqual([
    400, 400, 400,
  ])
  expect([await join('Par\u200B'), await join('Par')]).toEqual([200, 400])
  const { people } = (await expectOk(fixture.call('admin', 'GET', door))).body
  const names = (people as { name: string }[]).map(({ name }) => name)
  expect(names.filter((name) => /^(?:Zo|Par)/.test(name))).toEqual(['Zo\u00EB', 'Par'])
})

test('a list with a player whose name only looks the same is refused', async () => {
  const { tournament, teams } = await newSampleTournament(fixture)
  const add = (name: string) =>
    fixture.call('admin', 'POST', `${t}/tournament/${tournament}/roster/`, {
      body: { teams: [{ team: teams[0], name: 'A', players: [{ name }] }] },
    })
  expect((await add('Zo\u00EB')).status).toBe(201)
  for (const name of ['Zoe\u0308', 'Zo\u00EB\u2063']) {
    const { status, body } = await add(name)
    expect([status, body.code]).toEqual([409, 'PLAYER_THERE'])
  }
  const twice = await fixture.call('admin', 'POST', `${t}/tournament/${tournament}/roster/`, {
    body: { teams: [{ name: 'Bees' }, { name: 'Bees\u200B' }] },
  })
  expect([twice.status, twice.body.code]).toEqual([409, 'TEAM_NAME_TWICE'])
})

test('names that nobody can see are refused like empty ones', async () => {
  const { tournament, queue } = await newSampleTournament(fixture)
  const attempts: [method: string, url: string, body: object][] = [
    ['POST', `${t}/team/`, { tournament }],
    ['POST', `${t}/player/`, { tournament }],
    ['POST', `${t}/bracket/`, { tournament }],
    ['POST', `${t}/tournament/`, { scene: fixture.scene, date: '2026-01-02' }],
    ['PATCH', `${t}/queue/${queue}/`, {}],
  ]
  for (const [method, url, body] of attempts) {
    const answerTo = async (name: string) => {
      const { status, body: answer } = await fixture.call('admin', method, url, {
        body: { ...body, name },
      })
      return [status, answer]
    }
    const empty = await answerTo('')
    expect(empty[0]).toBe(400)
    for (const name of ['\u200B', '\u202E', '\u2063', '\u3164']) {
      expect(await answerTo(name)).toEqual(empty)
    }
  }
})
