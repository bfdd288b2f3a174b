import type { RoleName } from './display-target.ts'

/** Which display an address opens: one that is told what to show, or one that always shows it. */
type DisplayAt =
  | { at: 'device' }
  | {
      /** framed by pages of other sites; without a slug it is what the scene plays */
      at: 'embed'
      scene: string
      slug: string | null
      name: BoardName
      cabinet: null
      stage: number | null
    }
  | {
      at: 'role'
      scene: string
      slug: string
      name: RoleName
      cabinet: number | null
      stage: number | null
    }

/** What a display can be told to show, and what only frames do. */
export type BoardName = RoleName | 'standings'

const embed =
  /^\/embed\/([^/]+)(?:\/([^/]+))?\/(bracket|standings|now-playing|queue)(?:\/(\d{1,9}))?\/?$/
const fixed = /^\/t\/([^/]+)\/([^/]+)\/(display|overlay)\/([^/]+)(?:\/(\d{1,9}))?\/?$/
const plain: readonly string[] = ['queue-board', 'now-playing']

export function displayAt(path: string): DisplayAt | null {
  if (/^\/display\/?$/.test(path)) return { at: 'device' }
  if (embed.test(path)) return embedAt(path)
  const [, scene, slug, kind, name = '', id] = fixed.exec(path) ?? []
  if (scene === undefined || slug === undefined) return null
  const place = named(scene, slug)
  if (!place) return null
  if (kind === 'overlay') {
    if (!/^\d{1,9}$/.test(name) || id !== undefined) return null
    return { at: 'role', ...place, name: 'overlay', cabinet: Number(name), stage: null }
  }
  const number = id === undefined ? null : Number(id)
  if (name === 'cabinet' && number !== null) {
    return { at: 'role', ...place, name, cabinet: number, stage: null }
  }
  if (name === 'bracket') return { at: 'role', ...place, name, cabinet: null, stage: number }
  if (!plain.includes(name) || id !== undefined) return null
  return { at: 'role', ...place, name: name as RoleName, cabinet: null, stage: null }
}

function embedAt(path: string): DisplayAt | null {
  const [, scene = '', slug, name = '', stage] = embed.exec(path) ?? []
  const place = named(scene, slug ?? '')
  if (!place) return null
  return {
    at: 'embed',
    scene: place.scene,
    slug: place.slug || null,
    name: name === 'queue' ? 'queue-board' : (name as BoardName),
    cabinet: null,
    stage: stage === undefined ? null : Number(stage),
  }
}

function named(scene: string, slug: string): { scene: string; slug: string } | null {
  try {
    return { scene: decodeURIComponent(scene), slug: decodeURIComponent(slug) }
  } catch {
    return null
  }
}
