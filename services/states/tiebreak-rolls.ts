import { tableOf } from '../../events/bracket/bracket.ts'
import { publicOf } from '../../events/view/tournament-rows.ts'
import type { Tournament } from '../../events/state/tournament.ts'

/** A roll of a stage's dice that a table has shown (R-TB-8): from then on everybody knows it. */
export type Roll = { bracket: number; team: number; roll: string }

/** Those that the tables show after a commit; the others stay secret with their dice (R-TB-7). */
export function publishedRolls(was: Tournament, is: Tournament): Roll[] {
  if (was.matches === is.matches && was.stages === is.stages) return []
  const t = publicOf(is)
  return Object.values(t.stages).flatMap((stage) =>
    tableOf(t, stage).flatMap(({ team, decidedBy }) => {
      if (decidedBy?.rule !== 'dice_roll') return []
      const [own, above] = decidedBy.values
      return [
        { bracket: stage.id, team, roll: own },
        { bracket: stage.id, team: decidedBy.over, roll: above },
      ]
    }),
  )
}
