import { gameWordOf } from '../../core/text/server-words.ts'
import { timeline } from '../../core/text/officiate/results.ts'
import type { TimelineEvent } from './useTimeline.ts'

type EventWords = Omit<TimelineEvent, 'cabinet' | 'at' | 'takenAt' | 'game'>

/** The text of a cabinet event, such as `Gold won (military)`. */
export function timelineWords({
  kind,
  mapName,
  winningTeam,
  winCondition,
  kills,
  berries,
}: EventWords): string {
  const words = timeline.moment
  switch (kind) {
    case 'mapstart':
    case 'gamestart':
      return words[kind](mapName && gameWordOf(mapName))
    case 'victory':
      return words.victory(winningTeam, winCondition)
    case 'play':
      return words.play(kills, berries)
    default:
      return words[kind]()
  }
}
