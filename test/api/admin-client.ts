import { expect } from 'vitest'
import { ok } from '../support/two-scenes.ts'
import type { Body, Hall } from '../support/two-scenes.ts'

const t = '/api/tournament'

/** What a scene's admin does to stages, and what anybody reads of it. */
export function adminOf(hall: () => Hall) {
  const get = async (url: string): Promise<Body> =>
    (await ok(hall().call('anonymous', 'GET', url))).body
  const send = async (method: string, url: string, body: unknown = {}): Promise<Body> =>
    (await ok(hall().call('admin', method, url, { body }))).body
  const refused = async (method: string, url: string, body: unknown = {}): Promise<Body> => {
    const reply = await hall().call('admin', method, url, { body })
    expect(reply.status).toBe(409)
    return reply.body
  }

  /** Blue wins by as many games as there are matches before it. */
  async function playAll(bracket: number): Promise<void> {
    const { matches } = await get(`${t}/bracket/${bracket}/`)
    for (const [index, { id }] of matches.entries()) {
      await send('PATCH', `${t}/match/${id}/`, { blueScore: index + 1, goldScore: 0 })
      await send('PUT', `${t}/match/${id}/complete/`)
    }
  }

  return { get, send, refused, playAll }
}
