// The line for casual games at a cabinet: the people who play next (R-PK-1 to R-PK-5).
import { otherColour } from '../game/map/colour.ts'
import type { Colour } from '../game/map/colour.ts'

export const pickupRules = ['winner_stays', 'blue_steps_off'] as const
export type PickupRule = (typeof pickupRules)[number]
export const teamSize = 5

/** A person, or a group that plays together. */
export type PickupEntry = {
  id: number
  size: number
  /** games in a row since leaving the line */
  games: number
}
type Sides = Record<Colour, PickupEntry[]>
/** A line. Each list is in the order of arrival. */
export type Pickup = Sides & {
  waiting: PickupEntry[]
  rule: PickupRule
  /** wins in a row after which winners step off too, if enough people wait; null: never */
  maxWins: number | null
  /** the side that won last and stayed, and its wins in a row */
  winners: Colour | null
  wins: number
}

export function sizeOf(entries: readonly { size: number }[]): number {
  return entries.reduce((sum, { size }) => sum + size, 0)
}

/** Takes entries in order while they fit. A group that does not fit is skipped (R-PK-2). */
function fitting<T extends { size: number }>(
  entries: readonly T[],
  capacity: number,
): { taken: T[]; left: T[] } {
  const taken: T[] = []
  const left: T[] = []
  for (const entry of entries) {
    const fits = sizeOf(taken) + entry.size <= capacity
    ;(fits ? taken : left).push(entry)
  }
  return { taken, left }
}

/** The waiting entries as future teams, the next one first. */
export function teamsToCome<T extends { size: number }>(waiting: readonly T[]): T[][] {
  const teams: T[][] = []
  for (let rest = [...waiting]; rest.length > 0;) {
    const { taken, left } = fitting(rest, teamSize)
    // No group is larger than a team. If one were, this would loop forever.
    if (taken.length === 0) return [...teams, left]
    teams.push(taken)
    rest = left
  }
  return teams
}

/** Fills free places between games, those of the smaller side first (R-PK-3). */
export function fillSides(line: Pickup): Pickup {
  const sides: Sides = { blue: line.blue, gold: line.gold }
  const waiting: PickupEntry[] = []
  for (const entry of line.waiting) {
    const side: Colour = sizeOf(sides.gold) < sizeOf(sides.blue) ? 'gold' : 'blue'
    const free = [side, otherColour(side)].find(
      (colour) => sizeOf(sides[colour]) + entry.size <= teamSize,
    )
    if (free) sides[free] = [...sides[free], entry]
    else waiting.push(entry)
  }
  return { ...line, ...sides, waiting }
}

/** The line after the games that have ended since. A game without a winner changes nothing. */
export function afterGames(
  line: Pickup,
  { ended, isPlaying }: { ended: readonly (Colour | null)[]; isPlaying: boolean },
): Pickup {
  const after = ended.reduce((each, winner) => (winner ? gameEnded(each, winner) : each), line)
  return isPlaying ? after : fillSides(after)
}

/** After a game some step off and the next take their places (R-PK-4). */
export function gameEnded(line: Pickup, winner: Colour): Pickup {
  const after = { ...line, blue: line.blue.map(withGame), gold: line.gold.map(withGame) }
  const { rule, maxWins, waiting } = line
  const noStreak = { winners: null, wins: 0 }
  if (waiting.length === 0) {
    return rule === 'blue_steps_off'
      ? { ...after, ...noStreak }
      : { ...after, ...streak(line, winner) }
  }
  if (rule === 'blue_steps_off') {
    const { side, left } = replaceSide(after.blue, waiting)
    return fillSides({ ...after, ...noStreak, blue: after.gold, gold: side, waiting: left })
  }
  const loser = otherColour(winner)
  const first = replaceSide(after[loser], waiting)
  const next = { ...after, ...streak(line, winner), [loser]: first.side, waiting: first.left }
  if (maxWins === null || next.wins < maxWins || first.left.length === 0) return fillSides(next)
  const second = replaceSide(after[winner], first.left)
  return fillSides({ ...next, ...noStreak, [winner]: second.side, waiting: second.left })
}

function streak({ winners, wins }: Pickup, winner: Colour): Pick<Pickup, 'winners' | 'wins'> {
  return { winners: winner, wins: winners === winner ? wins + 1 : 1 }
}

/**
 * Replaces the people of a side by the next ones. If too few are waiting, those who have played
 * least stay.
 */
function replaceSide(
  side: PickupEntry[],
  waiting: PickupEntry[],
): { side: PickupEntry[]; left: PickupEntry[] } {
  const next = fitting(waiting, teamSize)
  const freshest = side.toSorted((a, b) => a.games - b.games)
  const stay = fitting(freshest, teamSize - sizeOf(next.taken)).taken
  return { side: [...side.filter((entry) => stay.includes(entry)), ...next.taken], left: next.left }
}

export function withoutEntry(line: Pickup, id: number): Pickup {
  const others = (entries: PickupEntry[]) => entries.filter((entry) => entry.id !== id)
  const { blue, gold, waiting } = line
  return { ...line, blue: others(blue), gold: others(gold), waiting: others(waiting) }
}

/**
 * An entry that does not appear when called lets as many people as a team has go first (R-PK-5).
 */
export function skipEntry(line: Pickup, id: number): Pickup {
  const entry = [...line.blue, ...line.gold, ...line.waiting].find((each) => each.id === id)
  if (!entry) return line
  const others = withoutEntry(line, id)
  const before = Math.max(0, line.waiting.indexOf(entry))
  let at = before
  while (at < others.waiting.length && sizeOf(others.waiting.slice(before, at)) < teamSize) at++
  return { ...others, waiting: others.waiting.toSpliced(at, 0, { ...entry, games: 0 }) }
}

function withGame(entry: PickupEntry): PickupEntry {
  return { ...entry, games: entry.games + 1 }
}
