import type { Position } from '../../../../events/game/map/field.ts'
import type { Stats } from '../../../../events/game/game-replay.ts'
import { minutes } from '../../core/time.ts'

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
const order = [2, 4, 6, 8, 10, 1, 3, 5, 7, 9] as const
/** One metre, in the cabinet's units: the snail's way per second with a rider without speed. */
const metre = 20.896215463

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
