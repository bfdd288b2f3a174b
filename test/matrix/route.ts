import type { Event, Hall } from '../support/two-scenes.ts'
import type { Prepared } from '../api/prepared-rows.ts'
import type { Pages } from '../api/links-and-videos.ts'

/** One tournament with one of everything, for somebody to ask about. */
export type Own = Event & Pages & Prepared

export type Line = {
  /** whom the product's roles grant it: pinned here, whatever the access table says */
  who?: 'everyone' | 'signed-in' | 'player' | 'self' | 'official' | 'admin' | 'owner' | 'editor'
  query?: (hall: Hall, event: Own) => string
  /** what the path's `:id` stands for */
  id?: keyof Own | 'cabinet' | 'scene' | 'game' | 'nothing'
  body?: (hall: Hall, event: Own) => unknown
  /** for those who may; else by the method */
  status?: number
  /** what a screen of the venue is answered, which has a key of its own */
  device?: number
}
export type Lines = Record<string, Line>

export const t = '/api/tournament'
export const newName = () => `n${Math.floor(performance.now() * 1000)}`
