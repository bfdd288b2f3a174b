import { expectOk } from '../support/two-scenes.ts'
import type { TwoScenes } from '../support/two-scenes.ts'

/** Requests that tests of templates make. */
export function templateClientOf(fixture: () => TwoScenes) {
  const call = (method: string, url: string, body?: unknown) =>
    fixture().call('admin', method, url, body === undefined ? {} : { body })
  const create = async (url: string, body: unknown) =>
    (await expectOk(fixture().call('key', 'POST', url, { body }))).body.id as number
  const newTournament = (name: string, more = {}) =>
    create('/api/tournament/tournament/', {
      scene: fixture().scene,
      name,
      date: '2026-03-01',
      ...more,
    })
  return { call, create, newTournament }
}
