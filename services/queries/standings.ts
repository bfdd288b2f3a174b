import { withRanksOncePlayed } from '#events/rules/ranks.ts'
import type { StageId } from '#events/ids.ts'
import type { Store } from '../store/index.ts'

/** Reads the standings of stages, with the names of the teams; returns those of one in order. */
export async function standingsWithNames(db: Store['db'], brackets: StageId[]) {
  const rows = await db
    .selectFrom('view.standing')
    .innerJoin('view.team', 'view.team.id', 'view.standing.team')
    .selectAll('view.standing')
    .select('view.team.name')
    .where('view.standing.bracket', 'in', brackets)
    .execute()
  return (bracket: StageId) =>
    withRanksOncePlayed(rows.filter((row) => row.bracket === bracket)).map(
      ({ name, team, ...row }) => ({
        ...row,
        team: { id: team, name },
      }),
    )
}
