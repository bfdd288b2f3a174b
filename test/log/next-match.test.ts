// The next match of a cabinet according to desk, calls, console and sockets (R-QU-2).
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsIn as callsOfConsole } from '#console/src/core/live/calls.ts'
import { tablesFrom } from '#console/src/core/live/rows.ts'
import { comingOn, nextOn } from '#console/src/core/live/select.ts'
import { cabinetStates } from '#services/queries/index.ts'
import { sourceOf } from '#services/fanout/tournament/source.ts'
import { newSampleTournament, expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

let fixture: TwoScenes
beforeAll(async () => {
  fixture = await startTwoScenes()
})
afterAll(() => fixture?.app.stop())

async function send(method: string, url: string, body?: unknown): Promise<Body> {
  return (await expectOk(fixture.call('admin', method, `/api/tournament${url}`, { body }))).body
}

type Queued = { tournament: number; queue: number }

/** The next matches of the cabinet according to everything except the desk. */
async function nextMatches({ tournament, queue }: Queued) {
  const { store } = fixture.app
  const rows = tablesFrom((await sourceOf(store, tournament).snapshot()).rows)
  const nextInConsole = nextOn(rows, fixture.cabinet)
  const { calls } = await send('GET', `/queue/${queue}/`)
  const onDeck = (await cabinetStates(store, [fixture.cabinet])).get(fixture.cabinet)?.onDeck
  const isNow = ({ call }: { call: string }) => call === 'now' || call === 'on_deck'
  return {
    console: nextInConsole.state === 'ready' ? nextInConsole.match.id : null,
    coming: comingOn(rows, fixture.cabinet).map(({ id }) => id),
    consoleCalls: [...callsOfConsole(rows)].filter(([, call]) => isNow({ call })).map(([id]) => id),
    calls: calls.filter(isNow).map(({ match }: { match: number }) => match),
    onDeck: onDeck?.id ?? null,
  }
}

test('R-QU-2: the blocked head of a queue is neither next nor on deck anywhere', async () => {
  const { tournament, teams, queue } = await newSampleTournament(fixture)
  const event = { tournament, queue }
  const stage = { tournament, name: 'Finals', stageType: 'single_elim' }
  const { id: bracket } = await send('POST', '/bracket/', stage)
  await send('PUT', `/bracket/${bracket}/set-teams/`, { teams })
  const { matches } = await send('PUT', `/bracket/${bracket}/create-matches/`, {})
  const ready = matches.find((match: Body) => match.blueTeam !== null).id
  const waiting = matches.find((match: Body) => match.blueTeam === null).id

  await send('PUT', `/queue/${queue}/set-queue/`, { matches: [waiting, ready] })
  expect(await nextMatches(event)).toEqual({
    console: ready,
    coming: [ready, waiting],
    consoleCalls: [ready],
    calls: [ready],
    onDeck: ready,
  })
  const next = { cabinet: fixture.cabinet }
  const { match } = await send('PUT', `/tournament/${tournament}/select-next/`, next)
  expect(match.id).toBe(ready)

  await send('PUT', `/match/${ready}/stop/`, {})
  await send('PUT', `/queue/${queue}/set-queue/`, { matches: [waiting] })
  const none = { console: null, coming: [waiting], consoleCalls: [], calls: [], onDeck: null }
  expect(await nextMatches(event)).toEqual(none)
  const url = `/api/tournament/tournament/${tournament}/select-next/`
  const refused = await fixture.call('admin', 'PUT', url, { body: next })
  expect([refused.status, refused.body.code]).toEqual([409, 'NOTHING_ELIGIBLE'])
})
