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

/** Blue first, each team from its queen on. */
const order = [2, 4, 6, 8, 10, 1, 3, 5, 7, 9] as const
/** What the snail makes in a second under a plain rider. */
const metre = 20.896215463

/** A game's numbers as they are read; what a queen cannot do is left open. */
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
