// The fixture of the Challonge tests: an app whose tournaments are linked to brackets on a stand-in
// for Challonge, and whose Challonge service runs on a manual clock.
import { expect } from 'vitest'
import type { Challonge } from '#services/challonge/index.ts'
import { expectOk, startTwoScenes } from '../support/two-scenes.ts'
import type { Body, TwoScenes, Reply } from '../support/two-scenes.ts'
import { fourTeams, startChallonge } from './stand-in.ts'
import type { StandIn } from './stand-in.ts'
import { manualClock } from './manual-clock.ts'
import type { ManualClock } from './manual-clock.ts'

export type LinkedFixture = {
  fixture: TwoScenes
  standIn: StandIn
  clock: ManualClock
  challonge: Challonge
  secret: string
  /** the tournaments created since the last test */
  activeTournaments: number[]
  /** resets the stand-in: a bracket without results, and no faults */
  reset(): Promise<void>
  /** deactivates the tournaments; throws if a request to the stand-in was wrong */
  deactivateAll(): Promise<void>
  stop(): Promise<void>
}
export type Linked = { tournament: number; bracket: number }

const api = '/api/tournament'

export async function startLinkedFixture(): Promise<LinkedFixture> {
  const standIn = await startChallonge()
  const clock = manualClock()
  const oauth = { clientId: 'waggle-app', clientSecret: '' }
  const challonge: Challonge = { url: standIn.url, api: 'v2.1', oauth }
  const secret = 'a secret for tests'
  const fixture = await startTwoScenes({ secret, challonge, challongeClock: clock })
  const activeTournaments: number[] = []
  return {
    fixture,
    standIn,
    clock,
    challonge,
    secret,
    activeTournaments,
    async reset() {
      await standIn.up()
      const valid = { access: 'good-token', key: 'k'.repeat(40), refresh: 'good-refresh' }
      const noFaults = { rule: null, loses: 'nothing', sent: [], complaints: [], results: [] }
      Object.assign(standIn, { bracket: fourTeams(), valid, ...noFaults })
    },
    async deactivateAll() {
      for (const id of activeTournaments.splice(0)) {
        const body = { isActive: false }
        await expectOk(fixture.call('key', 'PATCH', `${api}/tournament/${id}/`, { body }))
      }
      if (standIn.complaints.length > 0) throw new Error(standIn.complaints.join('; '))
    },
    async stop() {
      clock.wake()
      await fixture.app.stop()
      await standIn.down()
    },
  }
}

export function linkedHelpers(linkedFixture: () => LinkedFixture) {
  const get = async (url: string): Promise<Body> =>
    (await expectOk(linkedFixture().fixture.call('anonymous', 'GET', url))).body
  const attempt = (method: string, url: string, body: unknown = {}): Promise<Reply> =>
    linkedFixture().fixture.call('key', method, url, { body })
  const send = async (method: string, url: string, body: unknown = {}): Promise<Body> =>
    (await expectOk(attempt(method, url, body))).body

  async function newLinked(options: object = {}): Promise<Linked> {
    const { fixture, activeTournaments } = linkedFixture()
    const { id: tournament } = await send('POST', `${api}/tournament/`, {
      scene: fixture.scene,
      name: 'Linked',
      date: '2026-11-20',
      linkType: 'challonge',
      assignedCabinets: [fixture.cabinet],
    })
    activeTournaments.push(tournament)
    const { id: bracket } = await send('POST', `${api}/bracket/`, {
      tournament,
      name: 'Open',
      winsPerMatch: 2,
      reportAsSets: true,
      linkedBracketId: 'friday',
      linkToken: { accessToken: 'good-token', refreshToken: 'good-refresh' },
      ...options,
    })
    return { tournament, bracket }
  }

  const matchesOf = async ({ bracket }: Linked): Promise<Body[]> =>
    (await get(`${api}/bracket/${bracket}/`)).matches

  /** A linked stage that is validated and has imported its matches. */
  async function newEvening(options: object = {}): Promise<Linked & { matches: Body[] }> {
    const linked = await newLinked(options)
    const verdict = await send('PUT', `${api}/bracket/${linked.bracket}/validate/`)
    expect(verdict).toEqual({ success: true, errors: [] })
    const { standIn, clock } = linkedFixture()
    const count = standIn.bracket.matches.length
    await clock.until('the matches', async () => (await matchesOf(linked)).length === count)
    return { ...linked, matches: await matchesOf(linked) }
  }

  const read = (id: number): Promise<Body> => get(`${api}/match/${id}/`)

  async function win(id: number, blue: number, gold: number): Promise<void> {
    await send('PATCH', `${api}/match/${id}/`, { blueScore: blue, goldScore: gold })
    await send('PUT', `${api}/match/${id}/complete/`)
  }

  return {
    get,
    attempt,
    send,
    newLinked,
    newEvening,
    read,
    /** sets the score and completes the match */
    win,
    reportIs: (id: number, state: string) => async () => (await read(id)).link.report === state,
  }
}
