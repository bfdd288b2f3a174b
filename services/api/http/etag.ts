import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret } from '../../web/index.ts'
import type { Store } from '../../store/index.ts'
import type { StageId, TournamentId } from '../../../events/ids.ts'

/** A server that starts again may give the same rows another shape. */
const start = newSecret().slice(0, 8)

/**
 * Whether the reader has what a read of a tournament's rows gives, because no commit came since: many
 * who look at a big stage again and again cost one look at its version each (P15). Videos are rows
 * of their own, so a tournament that has some is always read.
 */
export async function isUnchanged(
  { db }: Store,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  of: { tournament: TournamentId } | { bracket: StageId },
): Promise<boolean> {
  const row = await db
    .selectFrom('view.tournamentVersion as known')
    .select(['known.tournament', 'known.version'])
    .where((eb) =>
      'tournament' in of
        ? eb('known.tournament', '=', of.tournament)
        : eb(
            'known.tournament',
            '=',
            eb.selectFrom('view.bracket').select('tournament').where('id', '=', of.bracket),
          ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('kept.video')
            .select('id')
            .whereRef('kept.video.tournament', '=', 'known.tournament'),
        ),
      ),
    )
    .executeTakeFirst()
  if (!row) return false
  // Of a deleted tournament the version stays, and its rows are not found.
  const etag = `"${start}-${row.tournament}-${row.version}"`
  reply.header('cache-control', 'no-cache').header('etag', etag)
  return request.headers['if-none-match'] === etag
}
