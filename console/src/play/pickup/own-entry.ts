// Remembers which entry of a line belongs to this phone, by a key that the phone generates.
import { newId } from '../../core/device.ts'
import { storeValue, storedValue } from '../../core/storage/storage.ts'
import type { PickupBody } from '../../ui/pickup/PickupLine.tsx'
import { pickup as words } from '../../core/text/play.ts'

export type OwnEntry = { key: string; entry: number | null; name: string; size: number }
const keyOf = (cabinet: number) => `waggle:line:${cabinet}`

export function loadOwnEntry(cabinet: number): OwnEntry {
  const fresh = { key: newId(), entry: null, name: '', size: 1 }
  return { ...fresh, ...(storedValue(keyOf(cabinet)) as OwnEntry | null) }
}

export function storeOwnEntry(cabinet: number, own: OwnEntry): void {
  storeValue(keyOf(cabinet), own)
}

/** The position of an entry in words; null if it is not in the line. */
export function pickupStatus(line: PickupBody, entry: number | null): string | null {
  const isIn = (entries: { id: number }[]) => entries.some(({ id }) => id === entry)
  for (const side of ['blue', 'gold'] as const) {
    if (!isIn(line[side])) continue
    return line.isPlaying || line.isPaused ? words.playing(side) : words.playNow(side)
  }
  const team = line.next.findIndex(isIn)
  if (team < 0) return null
  return team === 0 ? words.nextFive : words.before(team)
}
