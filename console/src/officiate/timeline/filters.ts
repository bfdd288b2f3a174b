import type { Command } from '../../../../events/schema/command.ts'
import { kinds } from '../../core/text/timeline.ts'

/** The filters, as parameters of the address. */
export type Filters = {
  match?: number
  cabinet?: number
  person?: number
  device?: string
  type?: Command['type']
  search?: string
  from?: number
  to?: number
}
const numbers = ['match', 'cabinet', 'person', 'from', 'to'] as const
const most = 200

/** Whatever an address says; what cannot be is left out. */
export function filtersOf(search: Record<string, unknown>): Filters {
  const found: Filters = {}
  for (const name of numbers) {
    const value = Number(search[name])
    if (Number.isSafeInteger(value) && value > 0) found[name] = value
  }
  for (const name of ['device', 'search'] as const) {
    const value = search[name]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value).trim().slice(0, most)
    if (text !== '') found[name] = text
  }
  const { type } = search
  if (typeof type === 'string' && type in kinds) found.type = type as Command['type']
  return found
}

/** `#v123` */
export function versionIn(hash: string): number | null {
  const version = Number(/^#?v(\d{1,9})$/.exec(hash)?.[1])
  return version > 0 ? version : null
}

/** The step is seen with some that came after it, unless the address says where to begin. */
export function startingAt(filters: Filters, linked: number | null): number | null {
  return linked === null || filters.to !== undefined ? null : linked + 10
}
