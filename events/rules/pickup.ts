// The line for casual games at a cabinet: who plays next when a game ends (R-PK-1 to R-PK-5).
import type { Colour } from '../game/map/field.ts'

export const pickupRules = ['winner_stays', 'blue_steps_off'] as const
export type PickupRule = (typeof pickupRules)[number]
export const teamSize = 5

/** Somebody, or a group that plays together. */
export type PickupEntry = {
  id: number
  size: number
  /** games in a row, since they came from the line */
  games: number
}
type Sides = Record<Colour, PickupEntry[]>
/** Each list is in the order in which they came. */
export type Pickup = Sides & {
  waiting: PickupEntry[]
  rule: PickupRule
  /** after so many wins in a row winners step off too, if somebody waits for their places; null: never */
  maxWins: number | null
  /** who won last and stayed, and how often in a row */
  winners: Colour | null
  wins: number
}

export function sizeOf(entries: readonly { size: number }[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0)
}

/** A group is not split: who fits behind it takes the places that it leaves (R-PK-2). */
function fitting<T extends { size: number }>(
  entries: readonly T[],
  places: number,
): { taken: T[]; left: T[] } {
  const taken: T[] = []
  const left: T[] = []
  for (const entry of entries) {
    const fits = sizeOf(taken) + entry.size <= places
    ;(fits ? taken : left).push(entry)
  }
  return { taken, left }
}

/** The line as the teams that it will make, the next one first. */
export function teamsToCome<T extends { size: number }>(waiting: readonly T[]): T[][] {
  const teams: T[][] = []
  for (let rest = [...waiting]; rest.length > 0;) {
    const { taken, left } = fitting(rest, teamSize)
    // Nobody is larger than a team; were somebody, the line would never end.
    if (taken.length === 0) return [...teams, left]
    teams.push(taken)
    rest = left
  }
  return teams
}

/** Between games free places are filled at once, those of the smaller side first (R-PK-3). */
export function filled(line: Pickup): Pickup {
  const sides: Sides = { blue: line.blue, gold: line.gold }
  const waiting: PickupEntry[] = []
  for (const entry of line.waiting) {
    const side: Colour = sizeOf(sides.gold) < sizeOf(sides.blue) ? 'gold' : 'blue'
    const free = [side, other(side)].find((at) => sizeOf(sides[at]) + entry.size <= teamSize)
    if (free) sides[free] = [...sides[free], entry]
    else waiting.push(entry)
  }
  return { ...line, ...sides, waiting }
}

/** After what has been played since: games that ended without a winner move nobody. */
export function settled(
  line: Pickup,
  { ended, isPlaying }: { ended: readonly (Colour | null)[]; isPlaying: boolean },
): Pickup {
  const after = ended.reduce((now, winner) => (winner ? turned(now, winner) : now), line)
  return isPlaying ? after : filled(after)
}

/** A game has ended: some step off, the next take their places (R-PK-4). */
export function turned(line: Pickup, winner: Colour): Pickup {
  const after = { ...line, blue: line.blue.map(played), gold: line.gold.map(played) }
  const { rule, maxWins, waiting } = line
  const none = { winners: null, wins: 0 }
  if (waiting.length === 0) {
    return rule === 'blue_steps_off' ? { ...after, ...none } : { ...after, ...streak(line, winner) }
  }
  if (rule === 'blue_steps_off') {
    const { side, left } = replaced(after.blue, waiting)
    return filled({ ...after, ...none, blue: after.gold, gold: side, waiting: left })
  }
  const loser = other(winner)
  const first = replaced(after[loser], waiting)
  const next = { ...after, ...streak(line, winner), [loser]: first.side, waiting: first.left }
  if (maxWins === null || next.wins < maxWins || first.left.length === 0) return filled(next)
  const second = replaced(after[winner], first.left)
  return filled({ ...next, ...none, [winner]: second.side, waiting: second.left })
}

function streak({ winners, wins }: Pickup, winner: Colour): Pick<Pickup, 'winners' | 'wins'> {
  return { winners: winner, wins: winners === winner ? wins + 1 : 1 }
}

/** Who steps off stays where nobody takes the place; who has played least stays first. */
function replaced(
  side: PickupEntry[],
  waiting: PickupEntry[],
): { side: PickupEntry[]; left: PickupEntry[] } {
  const next = fitting(waiting, teamSize)
  const freshest = side.toSorted((a, b) => a.games - b.games)
  const stay = fitting(freshest, teamSize - sizeOf(next.taken)).taken
  return { side: [...side.filter((entry) => stay.includes(entry)), ...next.taken], left: next.left }
}

export function without(line: Pickup, id: number): Pickup {
  const others = (entries: PickupEntry[]) => entries.filter((entry) => entry.id !== id)
  const { blue, gold, waiting } = line
  return { ...line, blue: others(blue), gold: others(gold), waiting: others(waiting) }
}

/** Not there when called: a team's worth of people goes first (R-PK-5). */
export function skipped(line: Pickup, id: number): Pickup {
  const entry = [...line.blue, ...line.gold, ...line.waiting].find((one) => one.id === id)
  if (!entry) return line
  const others = without(line, id)
  const before = Math.max(0, line.waiting.indexOf(entry))
  let at = before
  while (at < others.waiting.length && sizeOf(others.waiting.slice(before, at)) < teamSize) at++
  return { ...others, waiting: others.waiting.toSpliced(at, 0, { ...entry, games: 0 }) }
}

function played(entry: PickupEntry): PickupEntry {
  return { ...entry, games: entry.games + 1 }
}

function other(side: Colour): Colour {
  return side === 'blue' ? 'gold' : 'blue'
}
