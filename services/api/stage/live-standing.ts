import { finalPlaces, hasBracketPlaces } from '#events/bracket/bracket.ts'
import { liveStandings, liveTeams } from '#events/bracket/live-standings.ts'
import { sharedText } from '#events/rules/places.ts'
import type { Place } from '#events/rules/places.ts'
import { withRanksOncePlayed } from '#events/rules/ranks.ts'
import type { Stage } from '#events/schema/parts/stage-settings.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { publicOf } from '#events/view/tournament-rows.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import type { StageId, TournamentId } from '#events/ids.ts'

/**
 * Computed from the log for each request, because no rows have standings that change mid-match
 * (R-TB-2).
 */
export async function liveStandingsOf(
  { store, desk }: Context,
  of: { tournament: TournamentId } | { bracket: StageId },
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
  const places = hasBracketPlaces(t, stage) ? finalPlaces(t, stage) : new Map<number, Place>()
  const rows = liveStandings(t, stage).map((row) => {
    const place = places.get(row.team)
    return { ...row, place: place?.place ?? null, sharedPlace: place ? sharedText(place) : null }
  })
  return withRanksOncePlayed(rows).map(({ team: id, ...row }) => ({
    ...row,
    team: { id, name: t.teams[id]?.name ?? '' },
    isLive: playing.has(id),
  }))
}

async function tournamentOf(db: Context['store']['db'], bracket: StageId): Promise<number> {
  const row = await db
    .selectFrom('view.bracket')
    .select('tournament')
    .where('id', '=', bracket)
    .executeTakeFirstOrThrow(notFound)
  return row.tournament
}
