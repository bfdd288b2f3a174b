import { tableOf } from '../../events/bracket/bracket.ts'
import { publicOf } from '../../events/view/tournament-rows.ts'
import type { Tournament } from '../../events/state/tournament.ts'

/** A roll of a stage's dice that a table has shown (R-TB-8): from then on everybody knows it. */
export type Roll = { bracket: number; team: number; roll: string }

/** Those that the tables show after a commit; the others stay secret with their dice (R-TB-7). */
export function publishedRolls(was: Tournament, is: Tournament): Roll[] {
  if (was.stages === is.stages && haveSameResults(was, is)) return []
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

/** Points of matches that are not complete change no table. */
function haveSameResults({ matches: was }: Tournament, { matches: is }: Tournament): boolean {
  if (was === is) return true
  const matches = Object.values(is)
  if (matches.length !== Object.keys(was).length) return false
  return matches.every((match) => {
    const before = was[match.id]
    if (before === match) return true
    if (!before || before.result || match.result) return false
    return before.slots === match.slots
  })
}
