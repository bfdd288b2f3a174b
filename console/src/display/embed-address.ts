import { partsOf } from '../core/addresses.ts'

const shows = ['bracket', 'standings', 'now-playing', 'queue'] as const

/** What an embedded page shows. Without a slug it follows the tournament that the scene plays. */
export function embedAt(path: string) {
  const parts = partsOf(path)?.slice(1) ?? []
  const stage = /^\d{1,9}$/.test(parts.at(-1) ?? '') ? Number(parts.pop()) : null
  const name = parts.pop()
  const show = shows.find((known) => known === name)
  const [scene, slug = null, ...more] = parts
  return show && scene !== undefined && more.length === 0 ? { scene, slug, show, stage } : null
}
