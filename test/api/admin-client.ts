import { expect } from 'vitest'
import { expectOk } from '../support/two-scenes.ts'
import type { Body, TwoScenes } from '../support/two-scenes.ts'

const t = '/api/tournament'

/** Requests as an admin of the scene, and public reads. */
export function adminOf(fixture: () => TwoScenes) {
  const get = async (url: string): Promise<Body> =>
    (await expectOk(fixture().call('anonymous', 'GET', url))).body
  const send = async (method: string, url: string, body: unknown = {}): Promise<Body> =>
    (await expectOk(fixture().call('admin', method, url, { body }))).body
  const refused = async (method: string, url: string, body: unknown = {}): Promise<Body> => {
    const reply = await fixture().call('admin', method, url, { body })
    expect(reply.status).toBe(409)
    return reply.body
  }

  /** Completes all matches: blue wins match n (from 0) by n + 1 games. */
  async function playAll(bracket: number): Promise<void> {
    const { matches } = await get(`${t}/bracket/${bracket}/`)
    for (const [index, { id }] of matches.entries()) {
      await send('PATCH', `${t}/match/${id}/`, { blueScore: index + 1, goldScore: 0 })
      await send('PUT', `${t}/match/${id}/complete/`)
    }
  }

  return { get, send, refused, playAll }
}
