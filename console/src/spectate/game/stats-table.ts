import { positionsOf, snailPixelsPerSecond } from '#events/game/map/field.ts'
import type { Position } from '#events/game/map/field.ts'
import type { Stats } from '#events/game/game-replay.ts'
import { minutes } from '#events/text/durations.ts'

export const columns = [
  'kills',
  'deaths',
  'militaryKills',
  'militaryDeaths',
  'queenKills',
  'berries',
  'snail',
  'warrior',
] as const
type Cells = Record<(typeof columns)[number], string>

/** The order of positions: Blue first, each team starting with its queen. */
const order = [...positionsOf.blue, ...positionsOf.gold]
const metre = snailPixelsPerSecond.plain

/** The statistics of a game as texts; a dash for what a queen cannot do. */
export function tableOf({ byPlayer }: Stats): { position: Position; cells: Cells }[] {
  const { berries, berriesKicked, snailDistance, warriorUptime, ...counted } = byPlayer
  return order.map((position) => {
    const isQueen = position <= 2
    const brought = (berries[position] ?? 0) + (berriesKicked[position] ?? 0)
    return {
      position,
      cells: {
        kills: `${counted.kills[position] ?? 0}`,
        deaths: `${counted.deaths[position] ?? 0}`,
        militaryKills: `${counted.militaryKills[position] ?? 0}`,
        militaryDeaths: `${counted.militaryDeaths[position] ?? 0}`,
        queenKills: `${counted.queenKills[position] ?? 0}`,
        berries: `${brought}`,
        snail: isQueen ? '–' : `${Math.round((snailDistance[position] ?? 0) / metre)}`,
        warrior: isQueen ? '–' : minutes((warriorUptime[position] ?? 0) / 1000),
      },
    }
  })
}
