// Remembers which entry of a line belongs to this phone, by a key that the phone generates.
import { newId } from '../../core/device.ts'
import type { PickupBody } from '../../ui/pickup/PickupLine.tsx'
import { pickup as words } from '../../core/text/pickup.ts'

export type OwnEntry = { key: string; entry: number | null; name: string; size: number }
const keyOf = (cabinet: number) => `waggle:line:${cabinet}`

export function loadOwnEntry(cabinet: number): OwnEntry {
  const fresh = { key: newId(), entry: null, name: '', size: 1 }
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(keyOf(cabinet)) ?? '{}') as OwnEntry) }
  } catch {
    return fresh
  }
}

export function storeOwnEntry(cabinet: number, own: OwnEntry): void {
  try {
    localStorage.setItem(keyOf(cabinet), JSON.stringify(own))
  } catch {
    // Storage is unavailable: the entry is remembered only while the page is open.
  }
}

/** The position of an entry in words; null if it is not in the line. */
export function lineStatus(line: PickupBody, entry: number | null): string | null {
  const isIn = (entries: { id: number }[]) => entries.some(({ id }) => id === entry)
  for (const side of ['blue', 'gold'] as const) {
    if (!isIn(line[side])) continue
    return line.isPlaying || line.isPaused ? words.playing(side) : words.playNow(side)
  }
  const team = line.next.findIndex(isIn)
  if (team < 0) return null
  return team === 0 ? words.nextFive : words.before(team)
}
