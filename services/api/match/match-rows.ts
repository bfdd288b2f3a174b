import type { FastifyRequest } from 'fastify'
import { publicMatchRow } from '#events/view/tournament-rows.ts'
import type { Store } from '../../store/index.ts'
import { notFound } from '../../web/index.ts'
import type { Context } from '../http/context.ts'
import { sceneOfTournament } from '../http/scope.ts'
import { withVideoLinks } from '../video/video-rows.ts'
import type { TournamentId } from '#events/ids.ts'

/** Selects matches, with whether their tournament has videos. */
export function matches({ db }: Store) {
  return db
    .selectFrom('view.match')
    .selectAll('view.match')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('kept.video')
            .select('kept.video.id')
            .whereRef('kept.video.tournament', '=', 'view.match.tournament'),
        )
        .as('isFilmed'),
    )
}

export async function readMatch(store: Store, id: number) {
  const rows = await matches(store).where('id', '=', id).execute()
  const [match] = await withVideoLinks(store.db, rows)
  if (!match) throw notFound()
  return match
}

/**
 * A match after a command on it. Without videos it comes from the desk's cached state, without
 * another query.
 */
export async function matchAfter(
  { store, states }: Pick<Context, 'store' | 'states'>,
  {
    request,
    version,
    tournament,
  }: { request: FastifyRequest; version: number; tournament: number },
  id: number,
) {
  if (request.prefetched?.isFilmed !== false) return readMatch(store, id)
  const { state } = await states.cached(tournament)
  const row = state.version >= version ? publicMatchRow(state, id) : null
  return row ? { ...row, videoLink: null } : readMatch(store, id)
}

/** The matches that could be put on a cabinet now, in their display order. */
export async function availableMatches(store: Store, tournament: TournamentId) {
  if ((await sceneOfTournament(store.db, tournament)) === null) throw notFound()
  const rows = await matches(store)
    .where('tournament', '=', tournament)
    .where('isComplete', '=', false)
    .where('activeCabinet', 'is', null)
    .where('blueTeam', 'is not', null)
    .where('goldTeam', 'is not', null)
    // Of an outside bracket, only matches that are open there, in its order (R-CL-3).
    .where((eb) =>
      eb.or([eb('link', 'is', null), eb(eb.ref('link', '->>').key('state'), '=', 'open')]),
    )
    .orderBy((eb) => eb.cast(eb.ref('link', '->>').key('playOrder'), 'integer'))
    .orderBy((eb) => eb.fn('length', [eb.ref('link', '->>').key('identifier')]))
    .orderBy((eb) => eb.ref('link', '->>').key('identifier'))
    .orderBy('matchNum')
    .orderBy('roundNum')
    .orderBy('roundName')
    .orderBy('id')
    .execute()
  return withVideoLinks(store.db, rows)
}
