// Which place in a line is this phone's: known by a key that it made itself.
import { newId } from '../../core/device.ts'
import type { PickupBody } from '../../ui/pickup/PickupLine.tsx'
import { pickup as words } from '../../core/text/pickup.ts'

export type OwnPlace = { key: string; entry: number | null; name: string; size: number }
const keyOf = (cabinet: number) => `waggle:line:${cabinet}`

export function ownPlace(cabinet: number): OwnPlace {
  const fresh = { key: newId(), entry: null, name: '', size: 1 }
  try {
    return { ...fresh, ...(JSON.parse(localStorage.getItem(keyOf(cabinet)) ?? '{}') as OwnPlace) }
  } catch {
    return fresh
  }
}

export function keepPlace(cabinet: number, own: OwnPlace): void {
  try {
    localStorage.setItem(keyOf(cabinet), JSON.stringify(own))
  } catch {
    // It is known as long as the page is open.
  }
}

/** Where they are, in words; null: not in the line. */
export function placeIn(line: PickupBody, entry: number | null): string | null {
  const isIn = (entries: { id: number }[]) => entries.some(({ id }) => id === entry)
  for (const side of ['blue', 'gold'] as const) {
    if (!isIn(line[side])) continue
    return line.isPlaying || line.isPaused ? words.playing(side) : words.playNow(side)
  }
  const team = line.next.findIndex(isIn)
  if (team < 0) return null
  return team === 0 ? words.nextFive : words.before(team)
}
