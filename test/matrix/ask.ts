import { newPages } from '../api/links-and-videos.ts'
import { newPrepared } from '../api/prepared-rows.ts'
import { newEvent } from '../support/two-scenes.ts'
import type { Hall, Reply, Who } from '../support/two-scenes.ts'
import type { Lines, Own } from './route.ts'

export async function ownOf(hall: Hall, game: number): Promise<Own> {
  const made = await newEvent(hall)
  return { ...made, ...(await newPages(hall, made, game)), ...(await newPrepared(hall, made)) }
}

type Asked = { who: Who; key: string; own: Own; game: number }

/** A line of the matrix, asked about one of everything. */
export function askLine(hall: Hall, lines: Lines, { who, key, own, game }: Asked): Promise<Reply> {
  const { id, body, query } = lines[key] ?? {}
  const [method = '', path = ''] = key.split(' ')
  const { cabinet, scene } = hall
  const ids = { ...own, cabinet, scene, game, nothing: 999_999 }
  const target = id === undefined ? 0 : [ids[id]].flat()[0]
  const url = path
    .replace(':id', `${target}`)
    .replace(':code', 'nobody')
    .replace(':version', '1')
    .replace(/:\w+/g, '999999')
  const asked = query ? `${url}?${query(hall, own)}` : url
  const sent = method === 'GET' ? undefined : (body?.(hall, own) ?? {})
  return hall.call(who, method, asked, sent === undefined ? {} : { body: sent })
}
