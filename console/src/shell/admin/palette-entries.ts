import { roundNameOf } from '../../core/text/server-words.ts'
import { foldForSearch } from '#events/text/fold-for-search.ts'
import { byName } from '../../core/by-name.ts'
import type { Tables } from '../../core/live/rows.ts'
import { byMatchNumber, matchTitle } from '../../core/live/select.ts'

/** A target of the palette, and the words by which it is found. */
export type PaletteEntry = {
  key: string
  kind: 'screen' | 'page' | 'cabinet' | 'match' | 'team' | 'keys'
  name: string
  /** shown after the name */
  more: string
  /** synonyms that find it too */
  also?: string
}
const maxResults = 12

export function matchEntries(rows: Tables): PaletteEntry[] {
  return Object.values(rows.match)
    .toSorted(byMatchNumber)
    .map((match) => ({
      key: `match ${match.id}`,
      kind: 'match',
      name: matchTitle(rows, match),
      more: [...new Set([match.stageName, roundNameOf(match) || match.stageName])].join(' · '),
    }))
}

export function teamEntries(rows: Tables): PaletteEntry[] {
  return Object.values(rows.team)
    .toSorted(byName)
    .map(({ id, name }) => ({ key: `team ${id}`, kind: 'team', name, more: '' }))
}

/**
 * The best results for a query. Without a query these are the cabinets, then screens and pages.
 * With one, the match of that number (`12` or `M12`) comes first, then entries that begin with the
 * query.
 */
export function searchEntries(entries: readonly PaletteEntry[], query: string): PaletteEntry[] {
  const words = foldForSearch(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    const defaults = entries.filter(({ kind }) => kind !== 'match' && kind !== 'team')
    const cabinets = defaults.filter(({ kind }) => kind === 'cabinet')
    const others = defaults.filter(({ kind }) => kind !== 'cabinet')
    return [...cabinets, ...others].slice(0, maxResults)
  }
  const ranked = entries.flatMap((entry) => {
    const rank = rankOf(entry, words)
    return rank === null ? [] : [{ entry, rank }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, maxResults)
    .map(({ entry }) => entry)
}

/** Lower is better; 0 is the match of that number; null if the entry does not match. */
function rankOf({ kind, name, more, also = '' }: PaletteEntry, words: string[]): number | null {
  const plainName = foldForSearch(name)
  const all = `${plainName} ${foldForSearch(more)} ${foldForSearch(also)}`
  const [first = ''] = words
  if (kind === 'match') {
    const [number] = plainName.split(' ')
    if (words.length === 1 && (number === first || number === `m${first}`)) return 0
  }
  if (!words.every((word) => all.includes(word))) return null
  if (plainName.startsWith(first)) return 1
  return all.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first)) ? 2 : 3
}
