import { z } from 'zod'
import { liveTableOf, liveTeams } from '../../events/live-table.ts'
import type { Stage } from '../../events/stage.ts'
import type { Tournament } from '../../events/tournament.ts'
import { publicOf } from '../../events/view/rows-of.ts'
import { notFound } from '../web/index.ts'
import type { Context } from './context.ts'

/** `?live=true`: with the matches that have begun, as if they ended now; such teams are marked. */
export const Live = z.object({ live: z.stringbool().optional() })

/** No row shows it: what changes with every game is worked out of the log when asked (R-TB-2). */
export async function liveStandingsOf(
  { store, desk }: Context,
  of: { tournament: number } | { bracket: number },
) {
  const tournament = 'tournament' in of ? of.tournament : await tournamentOf(store.db, of.bracket)
  const t = publicOf(await desk.state(tournament))
  const stages = Object.values(t.stages).toSorted((a, b) => a.id - b.id)
  return stages
    .filter((stage) => !('bracket' in of) || stage.id === of.bracket)
    .map((stage) => ({ id: stage.id, name: stage.name, standings: rowsOf(t, stage) }))
}

function rowsOf(t: Tournament, stage: Stage) {
  const playing = liveTeams(t, stage)
  return liveTableOf(t, stage).map(({ team: id, ...row }, index) => ({
    ...row,
    rank: index + 1,
    team: { id, name: t.teams[id]?.name ?? '' },
    place: null,
    sharedPlace: null,
    isLive: playing.has(id),
  }))
}

async function tournamentOf(db: Context['store']['db'], bracket: number): Promise<number> {
  const row = await db
    .selectFrom('view.bracket')
    .select('tournament')
    .where('id', '=', bracket)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row.tournament
}
