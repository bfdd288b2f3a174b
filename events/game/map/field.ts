// Where a game is played: positions, colours and maps. Coordinates are the cabinet's: 1,920 wide,
// 1,080 high, from the bottom left.
import type { Colour } from './colour.ts'
import { holes, parsePoints } from './hives.ts'
import type { Point } from './hives.ts'

// Where bees stand in the left half of a map. No list of the platforms is public: these are the
// heights at which bees often met in recorded games, with the range of positions recorded there.
// They are good enough to recognise a map. Twilight has the fewest recordings.
const floors = {
  day: parseFloors(
    '1015:95-897 860:342-493 860:628-923 775:662-960 740:491-641 ' +
      '620:327-477 620:630-806 500:356-619 500:895-960 415:236-672 ' +
      '380:692-832 260:454-671 140:362-447 140:701-881 20:67-960',
  ),
  night: parseFloors(
    '775:631-958 740:104-264 740:534-664 700:874-960 620:731-808 ' +
      '500:196-868 415:154-908 360:903-960 260:76-363 260:596-797 ' +
      '175:40-366 140:412-519 20:59-366',
  ),
  dusk: parseFloors(
    '1015:0-402 1015:534-906 860:571-690 740:447-503 620:247-350 ' +
      '415:130-534 260:31-150 155:372-577 155:698-942 140:298-383 ' +
      '140:589-681 140:889-960 20:0-960',
  ),
  twilight: parseFloors('860:378-560 535:41-237 535:377-427 515:290-415 380:338-448 260:514-589'),
}

export const positions = {
  1: 'Gold Queen',
  2: 'Blue Queen',
  3: 'Gold Stripes',
  4: 'Blue Stripes',
  5: 'Gold Abs',
  6: 'Blue Abs',
  7: 'Gold Skulls',
  8: 'Blue Skulls',
  9: 'Gold Chex',
  10: 'Blue Chex',
} as const
export type Position = keyof typeof positions

export function colourOf(position: Position): Colour {
  return position % 2 === 0 ? 'blue' : 'gold'
}

/** The positions of each team, its queen first. */
export const positionsOf: Readonly<Record<Colour, readonly Position[]>> = {
  blue: [2, 4, 6, 8, 10],
  gold: [1, 3, 5, 7, 9],
}

/**
 * Pixels that a rider on the snail covers in a second, without and with speed. Statistics call the
 * first one a metre.
 */
export const snailPixelsPerSecond = { plain: 20.896215463, fast: 28.209890875 }

/** The names of the teams differ by event: a gate is blessed by `Red`, a game is won by `Gold`. */
export const teamWords: Readonly<Record<string, Colour>> = {
  Blue: 'blue',
  Gold: 'gold',
  Red: 'gold',
}

/** After the last berry is used, all berries return after this time. */
export const famineSeconds = 90

export type Gate = { x: number; y: number; type: 'maiden_wings' | 'maiden_speed' }
export type GameMap = {
  name: string
  /** Null for the maps of the beginners' mode. */
  berries: number | null
  snailY: number | null
  trackWidth: number | null
  gates: readonly Gate[]
  /** Where berries go in the left hive; the right one is its mirror image. */
  holes: readonly Point[]
  /** Where bees stand in the left half; the right one is its mirror image. */
  floors: readonly Floor[]
  /** Three if left out. */
  queenLives?: number
}

/** Parses lists of points such as `560,260 960,500`. */
function gates(wings: string, speed: string): Gate[] {
  return [...gatesOf(wings, 'maiden_wings'), ...gatesOf(speed, 'maiden_speed')]
}

function gatesOf(list: string, type: Gate['type']): Gate[] {
  return parsePoints(list).map(([x, y]) => ({ x, y, type }))
}

const top = { snailY: 11, trackWidth: 900 }
const night = { snailY: 491, trackWidth: 700 }
const twilight = {
  name: 'Twilight',
  snailY: 611,
  trackWidth: 900,
  gates: gates('550,260 960,820 1370,260', '410,860 1510,860'),
  holes: holes.twilight,
  floors: floors.twilight,
}
const day = {
  ...top,
  gates: gates('560,260 960,500 1360,260', '410,860 1510,860'),
  holes: holes.day,
  floors: floors.day,
}
const nightly = {
  ...night,
  gates: gates('700,260 960,700 1220,260', '170,740 1750,740'),
  holes: holes.night,
  floors: floors.night,
}
const dusk = {
  ...top,
  gates: gates('310,620 960,140 1610,620', '340,140 1580,140'),
  holes: holes.dusk,
  floors: floors.dusk,
}
const unknown = { gates: [], holes: [], floors: [] }
const beginner = { ...unknown, berries: null, snailY: null, trackWidth: null }
const bonus = { ...unknown, ...night }

/** By the name that cabinets use. */
export const maps: Readonly<Record<string, GameMap>> = {
  map_day: { ...day, name: 'Day', berries: 66 },
  map_night: { ...nightly, name: 'Night', berries: 54 },
  map_dusk: { ...dusk, name: 'Dusk', berries: 66 },
  map_twilight: { ...twilight, berries: 60 },
  map_twilight2: { ...twilight, berries: 66 },
  map_beginner: { ...beginner, name: 'Beginner' },
  map_beginner_part2: { ...beginner, name: 'Beginner Pt2' },
  map_bonus1: { ...bonus, name: 'Bonus 1', berries: 18, queenLives: 2 },
  map_bonusEcon: { ...bonus, name: 'Bonus Econ', berries: 1, queenLives: 6 },
  map_bonus3snail: { ...bonus, name: 'Bonus Snail', berries: 30, queenLives: 5 },
}

export function mapOf(cabinetMap: string): GameMap | undefined {
  return Object.hasOwn(maps, cabinetMap) ? maps[cabinetMap] : undefined
}

/** The display name: from the table, else the cabinet's name in a readable form. */
export function mapName(cabinetMap: string): string {
  const known = mapOf(cabinetMap)
  const words = cabinetMap.replace(/^map_/, '').split('_').filter(Boolean)
  return known?.name ?? words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ')
}

/** A platform from `left` to `right` at height `y`. */
type Floor = readonly [y: number, left: number, right: number]

/** Parses a list of platforms such as `1015:95-897`: height, left end and right end. */
function parseFloors(list: string): Floor[] {
  return list.split(' ').map((floor): Floor => {
    const [y = 0, left = 0, right = 0] = floor.split(/[:-]/).map(Number)
    return [y, left, right]
  })
}
