import { tableOf } from '../../events/bracket/bracket.ts'
import { publicOf } from '../../events/view/tournament-rows.ts'
import type { Tournament } from '../../events/state/tournament.ts'

/** A roll of a stage's dice that a table has shown, and that is public from then on (R-TB-8). */
export type Roll = { bracket: number; team: number; roll: string }

/**
 * The rolls shown by the tables after a commit; all others stay secret with their dice (R-TB-7).
 */
export function publishedRolls(before: Tournament, after: Tournament): Roll[] {
  if (before.stages === after.stages && haveSameResults(before, after)) return []
  const t = publicOf(after)
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

/** Ignores matches that are not complete, because their points change no table. */
function haveSameResults({ matches: before }: Tournament, { matches: after }: Tournament): boolean {
  if (before === after) return true
  const matches = Object.values(after)
  if (matches.length !== Object.keys(before).length) return false
  return matches.every((match) => {
    const previous = before[match.id]
    if (previous === match) return true
    if (!previous || previous.result || match.result) return false
    return previous.slots === match.slots
  })
}
