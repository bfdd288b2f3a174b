import type { FastifyReply, FastifyRequest } from 'fastify'
import { newSecret } from '../../web/index.ts'
import type { Store } from '../../store/index.ts'
import type { StageId, TournamentId } from '#events/ids.ts'

/** Part of each ETag, since the same rows may have another format after a restart with new code. */
const processId = newSecret().slice(0, 8)

/**
 * Sets the ETag of a tournament's rows; if the client has it already, answers with 304 and returns
 * true. So repeated reads of a big stage cost only a look at its version (P15). Videos change
 * without a commit, so a tournament with videos has no ETag. Stages show whether they have a token,
 * so tokens are part of it.
 */
export async function answeredUnchanged(
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
  // The version of a deleted tournament remains, although its rows are gone.
  const etag = `"${processId}-${row.tournament}-${row.version}-${row.tokens?.toSorted().join('.') ?? ''}"`
  reply.header('cache-control', 'no-cache').header('etag', etag)
  if (request.headers['if-none-match'] !== etag) return false
  void reply.code(304).send(null)
  return true
}
