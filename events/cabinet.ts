// What a cabinet is and says. The facts are stored in the log as the cabinet's client sent them,
// unknown types too: what they mean is decided by the fold of a game, which can be run again.
import { z } from 'zod'

const written = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/
const lastMs = Date.parse('9999-12-31T23:59:59.999Z')

function milliseconds(time: string | number): number {
  if (typeof time === 'number') return Math.round(time)
  if (!written.test(time)) return Number.NaN
  const zoned = /[Z]$|[+-]\d\d:?\d\d$/.test(time.slice(10))
  return Date.parse(zoned ? time : `${time}Z`)
}

/** ISO 8601 with any offset (none means UTC) or epoch milliseconds; kept as UTC to the ms. */
export const CabinetTime = z.union([z.string().max(40), z.number()]).transform((time, context) => {
  const ms = milliseconds(time)
  if (ms >= 0 && ms <= lastMs) return new Date(ms).toISOString()
  context.addIssue('not a time')
  return z.NEVER
})

/** One game event as the cabinet's client sends it, without the token. */
export const CabinetEvent = z.object({
  gameID: z
    .string()
    .min(1)
    .max(64)
    .nullish()
    .transform((id) => id ?? null),
  eventID: z.string().min(1).max(64),
  time: CabinetTime,
  type: z.string().min(1).max(60),
  values: z.array(z.string().max(2000)).max(32).default([]),
})
export type CabinetEvent = z.infer<typeof CabinetEvent>

/**
 * What one message on `cabinet.<id>` holds: the events intake took together. `after` is the
 * tournament log's last sequence at that moment: it tells which match was on when a game started.
 */
export const Facts = z.object({
  cabinet: z.int(),
  after: z.int().min(0),
  events: z.array(CabinetEvent),
})
export type Facts = z.infer<typeof Facts>

/** The client's message: an event and the cabinet's name with its secret. */
export const Upload = CabinetEvent.extend({
  cabinet: z.object({
    sceneName: z.string().min(1).max(100),
    cabinetName: z.string().min(1).max(100),
    token: z.string().min(1).max(200),
  }),
})
export type Upload = z.infer<typeof Upload>

export type Colour = 'blue' | 'gold'

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

/** The words differ by event: a gate is blessed by `Red`, a game is won by `Gold`. */
export const teamWords: Readonly<Record<string, Colour>> = {
  Blue: 'blue',
  Gold: 'gold',
  Red: 'gold',
}

/** After the last berry is used the berries stay away this long, then all return. */
export const famineSeconds = 90

export type Gate = { x: number; y: number; type: 'maiden_wings' | 'maiden_speed' }
export type GameMap = {
  name: string
  /** Not known for the maps of the beginners' mode. */
  berries: number | null
  snailY: number | null
  trackWidth: number | null
  gates: readonly Gate[]
  /** Three where nothing is said. */
  queenLives?: number
}

/** Read as they stand in a list: `560,260 960,500`. */
function gates(wings: string, speed: string): Gate[] {
  return [...placed(wings, 'maiden_wings'), ...placed(speed, 'maiden_speed')]
}

function placed(places: string, type: Gate['type']): Gate[] {
  const pairs = places.split(' ').map((place) => place.split(',').map(Number))
  return pairs.map(([x = 0, y = 0]) => ({ x, y, type }))
}

const top = { snailY: 11, trackWidth: 900 }
const night = { snailY: 491, trackWidth: 700 }
const twilight = {
  name: 'Twilight',
  snailY: 611,
  trackWidth: 900,
  gates: gates('550,260 960,820 1370,260', '410,860 1510,860'),
}
const dayGates = gates('560,260 960,500 1360,260', '410,860 1510,860')
const nightGates = gates('700,260 960,700 1220,260', '170,740 1750,740')
const duskGates = gates('310,620 960,140 1610,620', '340,140 1580,140')
const beginner = { berries: null, snailY: null, trackWidth: null, gates: [] }
const bonus = { ...night, gates: [] }

/** By the name the cabinet uses. */
export const maps: Readonly<Record<string, GameMap>> = {
  map_day: { ...top, name: 'Day', berries: 66, gates: dayGates },
  map_night: { ...night, name: 'Night', berries: 54, gates: nightGates },
  map_dusk: { ...top, name: 'Dusk', berries: 66, gates: duskGates },
  map_twilight: { ...twilight, berries: 60 },
  map_twilight2: { ...twilight, berries: 66 },
  map_beginner: { ...beginner, name: 'Beginner' },
  map_beginner_part2: { ...beginner, name: 'Beginner Pt2' },
  map_bonus1: { ...bonus, name: 'Bonus 1', berries: 18, queenLives: 2 },
  map_bonusEcon: { ...bonus, name: 'Bonus Econ', berries: 1, queenLives: 6 },
  map_bonus3snail: { ...bonus, name: 'Bonus Snail', berries: 30, queenLives: 5 },
}

/** The name in answers: from the table, else the cabinet's own made readable. */
export function mapName(cabinetMap: string): string {
  const known = Object.hasOwn(maps, cabinetMap) ? maps[cabinetMap] : undefined
  const words = cabinetMap.replace(/^map_/, '').split('_').filter(Boolean)
  return known?.name ?? words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(' ')
}
