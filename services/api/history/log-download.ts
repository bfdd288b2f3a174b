import { Readable } from 'node:stream'
import type { Store } from '../../store/index.ts'
import type { Context } from '../http/context.ts'
import { publishedDice, redactCommit } from './history-lines.ts'
import { readTournament } from '../tournament/tournament-rows.ts'
import type { TournamentId } from '#events/ids.ts'
import { route } from '../http/route.ts'

const commitsAtOnce = 500

/**
 * The log of a tournament, one commit a line, to be checked by `docs/check-log.mjs` or other tools
 * (R-DI-5). The dice of stages in play are left out of commits, which then have `"isWhole":false`:
 * their `chain` cannot be verified before the stage is complete.
 */
export function logDownloadRoutes(context: Context): void {
  rollsRoute(context)
  const { web, store, sceneOf } = context
  route(
    web,
    'GET /api/tournament/tournament/:id/log/',
    { access: 'readLog', scene: sceneOf.tournament },
    async (request, reply) => {
      const { id, slug } = await readTournament(store, request.params.id)
      reply
        .type('application/jsonl; charset=utf-8')
        .header('content-disposition', `attachment; filename="${slug}-commits.jsonl"`)
        .header('cache-control', 'no-store')
      return Readable.from(lines(store, id, request.query.after))
    },
  )
}

/**
 * The tie-break rolls that tables have shown so far. With them a reader of the log gets the same
 * tables, even of a stage whose dice are still secret.
 */
function rollsRoute({ web, store, states, sceneOf }: Context): void {
  route(
    web,
    'GET /api/tournament/tournament/:id/log/rolls/',
    { access: 'readLog', scene: sceneOf.tournament },
    async (request) => {
      const { id } = await readTournament(store, request.params.id)
      return { rolls: (await states.histories.projected(id)).flatMap(({ rolls = [] }) => rolls) }
    },
  )
}

async function* lines(
  store: Store,
  tournament: TournamentId,
  after: number,
): AsyncGenerator<string> {
  const published = await publishedDice(store, tournament)
  let last = after
  for (;;) {
    const rows = await store.db
      .selectFrom('kept.witness')
      .select(['version', 'commit'])
      .where('tournament', '=', tournament)
      .where('version', '>', last)
      .orderBy('version')
      .limit(commitsAtOnce)
      .execute()
    for (const { commit } of rows) {
      const { shown, isWhole } = redactCommit(commit, published)
      yield `${JSON.stringify(isWhole ? commit : { ...shown, isWhole })}\n`
    }
    last = rows.at(-1)?.version ?? last
    if (rows.length < commitsAtOnce) return
  }
}
