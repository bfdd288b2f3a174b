import type { SampleTournament, TwoScenes } from '../support/two-scenes.ts'
import type { Prepared } from '../api/prepared-rows.ts'
import type { Pages } from '../api/links-and-videos.ts'

/** The ids of one tournament with one of each thing, as targets of requests. */
export type Target = SampleTournament & Pages & Prepared

export type RouteCase = {
  /** who is granted the route, stated here independently of the access table */
  who?: 'everyone' | 'signed-in' | 'player' | 'self' | 'official' | 'admin' | 'owner' | 'editor'
  query?: (fixture: TwoScenes, event: Target) => string
  /** the target that replaces `:id` in the path */
  id?: keyof Target | 'cabinet' | 'scene' | 'game' | 'nothing'
  body?: (fixture: TwoScenes, event: Target) => unknown
  /** the status for authorized callers; the default depends on the method */
  status?: number
  /** the status for a display, which sends its key */
  device?: number
}
export type RouteCases = Record<string, RouteCase>

export const t = '/api/tournament'
export const newName = () => `n${Math.floor(performance.now() * 1000)}`
