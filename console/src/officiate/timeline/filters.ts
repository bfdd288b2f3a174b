import type { Command } from '#events/schema/command.ts'
import { maxDeviceCharacters, maxSearchCharacters } from '#events/rules/limits.ts'
import { kinds } from '../../core/text/officiate/results.ts'

/** The filters, which are parameters of the address. */
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
const numberFilters = ['match', 'cabinet', 'person', 'from', 'to'] as const
const maxCharacters = { device: maxDeviceCharacters, search: maxSearchCharacters }

/** Reads the filters from an address; invalid values are left out. */
export function filtersOf(search: Record<string, unknown>): Filters {
  const filters: Filters = {}
  for (const name of numberFilters) {
    const value = Number(search[name])
    if (Number.isSafeInteger(value) && value > 0) filters[name] = value
  }
  for (const name of ['device', 'search'] as const) {
    const value = search[name]
    if (typeof value !== 'string' && typeof value !== 'number') continue
    const text = String(value).trim().slice(0, maxCharacters[name])
    if (text !== '') filters[name] = text
  }
  const { type } = search
  if (typeof type === 'string' && type in kinds) filters.type = type as Command['type']
  return filters
}

/** Reads the version from a hash such as `#v123`; null: the hash has none. */
export function versionIn(hash: string): number | null {
  const version = Number(/^#?v(\d{1,9})$/.exec(hash)?.[1])
  return version > 0 ? version : null
}

/** The first version to list: a linked step is shown with a few later ones, unless `to` is set. */
export function startVersion(filters: Filters, linked: number | null): number | null {
  return linked === null || filters.to !== undefined ? null : linked + 10
}
