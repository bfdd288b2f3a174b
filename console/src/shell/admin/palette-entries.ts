import { said } from '../../core/text/catalogue.ts'
import type { Tables } from '../../core/live/rows.ts'
import { inOrder, spoken } from '../../core/live/select.ts'

/** Somewhere to go, and the words it is found by. */
export type PaletteEntry = {
  key: string
  kind: 'screen' | 'page' | 'cabinet' | 'match' | 'team' | 'keys'
  name: string
  /** said after the name */
  more: string
  /** what else people call it */
  also?: string
}
const most = 12

export function matchPlaces(rows: Tables): PaletteEntry[] {
  return Object.values(rows.match)
    .toSorted(inOrder)
    .map((match) => ({
      key: `match ${match.id}`,
      kind: 'match',
      name: spoken(rows, match),
      more: [match.stageName, said(match.roundName)].filter(Boolean).join(' · '),
    }))
}

export function teamPlaces(rows: Tables): PaletteEntry[] {
  return Object.values(rows.team)
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ id, name }) => ({ key: `team ${id}`, kind: 'team', name, more: '' }))
}

/** Before anything is typed the cabinets come first; then the best: `12` and `M12` are a match before anything else, then what begins so. */
export function found(places: readonly PaletteEntry[], sought: string): PaletteEntry[] {
  const words = plain(sought).split(/\s+/).filter(Boolean)
  if (words.length === 0) {
    const unsought = places.filter(({ kind }) => kind !== 'match' && kind !== 'team')
    const isFirst = ({ kind }: PaletteEntry) => kind === 'cabinet'
    return [...unsought.filter(isFirst), ...unsought.filter((one) => !isFirst(one))].slice(0, most)
  }
  const ranked = places.flatMap((place) => {
    const rank = rankOf(place, words)
    return rank === null ? [] : [{ place, rank }]
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ place }) => place)
}

/** 0 is the match of that number; null: it is not meant. */
function rankOf({ kind, name, more, also = '' }: PaletteEntry, words: string[]): number | null {
  const own = plain(name)
  const all = `${own} ${plain(more)} ${plain(also)}`
  const [first = ''] = words
  if (kind === 'match') {
    const [number] = own.split(' ')
    if (words.length === 1 && (number === first || number === `m${first}`)) return 0
  }
  if (!words.every((word) => all.includes(word))) return null
  if (own.startsWith(first)) return 1
  return all.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(first)) ? 2 : 3
}

/** Without case and accents. */
function plain(words: string): string {
  return words.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
