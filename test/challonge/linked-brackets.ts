// A hall whose tournaments' brackets are on a stand-in for Challonge, and whose courier has its own time.
import { expect } from 'vitest'
import type { Challonge } from '../../services/challonge/index.ts'
import { ok, startHall } from '../support/two-scenes.ts'
import type { Body, Hall, Reply } from '../support/two-scenes.ts'
import { fourTeams, startChallonge } from './stand-in.ts'
import type { StandIn } from './stand-in.ts'
import { handClock } from './hand-clock.ts'
import type { HandClock } from './hand-clock.ts'

export type LinkedHall = {
  hall: Hall
  standIn: StandIn
  clock: HandClock
  challonge: Challonge
  secret: string
  /** tournaments that are being played */
  begun: number[]
  /** the bracket before anything happened in it */
  asNew(): Promise<void>
  /** the next test has the bracket for itself; nothing that was sent may have been wrong */
  endAll(): Promise<void>
  stop(): Promise<void>
}
export type Linked = { tournament: number; bracket: number }

const t = '/api/tournament'

export async function startLinkedHall(): Promise<LinkedHall> {
  const standIn = await startChallonge()
  const clock = handClock()
  const oauth = { clientId: 'waggle-app', clientSecret: '' }
  const challonge: Challonge = { url: standIn.url, api: 'v2.1', oauth }
  const secret = 'a secret for tests'
  const hall = await startHall({ secret, challonge, challongeClock: clock })
  const begun: number[] = []
  return {
    hall,
    standIn,
    clock,
    challonge,
    secret,
    begun,
    async asNew() {
      await standIn.up()
      const valid = { access: 'good-token', key: 'k'.repeat(40), refresh: 'good-refresh' }
      const none = { rule: null, loses: 'nothing', sent: [], complaints: [], results: [] }
      Object.assign(standIn, { bracket: fourTeams(), valid, ...none })
    },
    async endAll() {
      for (const id of begun.splice(0)) {
        const body = { isActive: false }
        await ok(hall.call('key', 'PATCH', `${t}/tournament/${id}/`, { body }))
      }
      if (standIn.complaints.length > 0) throw new Error(standIn.complaints.join('; '))
    },
    async stop() {
      clock.wake()
      await hall.rig.stop()
      await standIn.down()
    },
  }
}

export function inLinkedHall(where: () => LinkedHall) {
  const get = async (url: string): Promise<Body> =>
    (await ok(where().hall.call('anonymous', 'GET', url))).body
  const attempt = (method: string, url: string, body: unknown = {}): Promise<Reply> =>
    where().hall.call('key', method, url, { body })
  const send = async (method: string, url: string, body: unknown = {}): Promise<Body> =>
    (await ok(attempt(method, url, body))).body

  async function newLinked(more: object = {}): Promise<Linked> {
    const { hall, begun } = where()
    const { id: tournament } = await send('POST', `${t}/tournament/`, {
      scene: hall.scene,
      name: 'Linked',
      date: '2026-11-20',
      linkType: 'challonge',
      assignedCabinets: [hall.cabinet],
    })
    begun.push(tournament)
    const { id: bracket } = await send('POST', `${t}/bracket/`, {
      tournament,
      name: 'Open',
      winsPerMatch: 2,
      reportAsSets: true,
      linkedBracketId: 'friday',
      linkToken: { accessToken: 'good-token', refreshToken: 'good-refresh' },
      ...more,
    })
    return { tournament, bracket }
  }

  const matchesOf = async ({ bracket }: Linked): Promise<Body[]> =>
    (await get(`${t}/bracket/${bracket}/`)).matches

  /** Validated, with its matches here. */
  async function newEvening(more: object = {}): Promise<Linked & { matches: Body[] }> {
    const linked = await newLinked(more)
    const verdict = await send('PUT', `${t}/bracket/${linked.bracket}/validate/`)
    expect(verdict).toEqual({ success: true, errors: [] })
    const { standIn, clock } = where()
    const count = standIn.bracket.matches.length
    await clock.until('the matches', async () => (await matchesOf(linked)).length === count)
    return { ...linked, matches: await matchesOf(linked) }
  }

  const read = (id: number): Promise<Body> => get(`${t}/match/${id}/`)

  async function win(id: number, blue: number, gold: number): Promise<void> {
    await send('PATCH', `${t}/match/${id}/`, { blueScore: blue, goldScore: gold })
    await send('PUT', `${t}/match/${id}/complete/`)
  }

  return {
    get,
    attempt,
    send,
    newLinked,
    newEvening,
    read,
    /** scored and completed by hand */
    win,
    reportIs: (id: number, state: string) => async () => (await read(id)).link.report === state,
  }
}
