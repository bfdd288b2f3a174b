import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret } from '../../web/index.ts'
import type { Store } from '../../store/index.ts'
import type { StageId, TournamentId } from '../../../events/ids.ts'

/** A server that starts again may give the same rows another shape. */
const start = newSecret().slice(0, 8)

/**
 * Whether the reader has what a read of a tournament's rows gives, because no commit came since: many
 * who look at a big stage again and again cost one look at its version each (P15). Videos are rows
 * of their own, so a tournament that has some is always read; stages say whether they have a token.
 */
export async function isUnchanged(
  { db }: Store,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  of: { tournament: TournamentId } | { bracket: StageId },
): Promise<boolean> {
  const row = await db
    .selectFrom('view.tournamentVersion as known')
    .select((eb) => [
      'known.tournament',
      'known.version',
      eb
        .selectFrom('kept.linkToken')
        .innerJoin('view.bracket', 'view.bracket.id', 'kept.linkToken.stage')
        .whereRef('view.bracket.tournament', '=', 'known.tournament')
        .select(({ fn }) => fn.agg<number[]>('array_agg', ['kept.linkToken.stage']).as('of'))
        .as('tokens'),
    ])
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
  const etag = `"${start}-${row.tournament}-${row.version}-${row.tokens?.toSorted().join('.') ?? ''}"`
  reply.header('cache-control', 'no-cache').header('etag', etag)
  return request.headers['if-none-match'] === etag
}
