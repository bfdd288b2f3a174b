import { newPages } from '../api/links-and-videos.ts'
import { newPrepared } from '../api/prepared-rows.ts'
import { newSampleTournament } from '../support/two-scenes.ts'
import type { TwoScenes, Reply, Caller } from '../support/two-scenes.ts'
import type { RouteCases, Target } from './route.ts'

export async function newTarget(fixture: TwoScenes, game: number): Promise<Target> {
  const sample = await newSampleTournament(fixture)
  return {
    ...sample,
    ...(await newPages(fixture, sample, game)),
    ...(await newPrepared(fixture, sample)),
  }
}

type Options = {
  who: Caller
  key: string
  target: Target
  game: number
  headers?: Record<string, string>
}

/** Sends the request of one case of the matrix for the given target. */
export function requestRoute(
  fixture: TwoScenes,
  routes: RouteCases,
  { who, key, target, game, headers = {} }: Options,
): Promise<Reply> {
  const { id, body: bodyOf, query } = routes[key] ?? {}
  const [method = '', path = ''] = key.split(' ')
  const { cabinet, scene } = fixture
  const ids = { ...target, cabinet, scene, game, nothing: 999_999 }
  const targetId = id === undefined ? 0 : [ids[id]].flat()[0]
  const url = path
    .replace(':id', `${targetId}`)
    .replace(':code', 'nobody')
    .replace(':version', '1')
    .replace(/:\w+/g, '999999')
  const fullUrl = query ? `${url}?${query(fixture, target)}` : url
  const payload = method === 'GET' ? undefined : (bodyOf?.(fixture, target) ?? {})
  const body = payload === undefined ? {} : { body: payload }
  return fixture.call(who, method, fullUrl, { ...body, headers })
}
