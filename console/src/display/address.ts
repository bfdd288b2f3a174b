import { partsOf } from '../core/addresses.ts'
import type { ContentName } from './display-target.ts'

type FixedRole = {
  at: 'role'
  scene: string
  slug: string
  name: ContentName
  cabinet: number | null
  stage: number | null
  /** the part of an overlay */
  part?: string
}
/**
 * Which display an address opens: one that officials control, one with fixed content, or one
 * embedded in another site.
 */
type DisplayAt = { at: 'device' } | { at: 'embed' } | FixedRole

const plain: readonly string[] = ['queue-board', 'now-playing']
const digits = /^\d{1,9}$/
const partName = /^[a-z-]{1,20}$/

export function displayAt(path: string): DisplayAt | null {
  const [first, scene = '', slug = '', kind, name = '', id, ...more] = partsOf(path) ?? []
  if (first === 'embed') return { at: 'embed' }
  if (first === 'display') return scene ? null : { at: 'device' }
  if (first !== 't' || more.length > 0) return null
  const role = (cabinet: number | null = null, stage: number | null = null): FixedRole => ({
    at: 'role',
    scene,
    slug,
    name: kind === 'overlay' ? kind : (name as ContentName),
    cabinet,
    stage,
  })
  if (kind === 'overlay') {
    if (!digits.test(name) || (id !== undefined && !partName.test(id))) return null
    return { ...role(Number(name)), ...(id !== undefined && { part: id }) }
  }
  if (kind !== 'display' || (id !== undefined && !digits.test(id))) return null
  if (name === 'bracket') return role(null, id === undefined ? null : Number(id))
  if (id === undefined) return plain.includes(name) ? role() : null
  return name === 'cabinet' ? role(Number(id)) : null
}
