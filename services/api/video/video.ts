import { z } from 'zod'
import { countOf } from '../../store/index.ts'
import { Rejection, wrongFields } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context } from '../http/context.ts'
import { readGame } from '../../queries/games.ts'
import type { GameRow } from '../../queries/games.ts'
import { sceneOfTournament } from '../http/scope.ts'
import type { Scopes } from '../http/scope.ts'
import { ById, Id, IdFilter } from '../http/ids.ts'
import type { RowScopes } from '../http/row-scope.ts'
import { lockTournament, removeRoute } from '../http/row-write.ts'
import type { Tx } from '../http/row-write.ts'
import { list, listOf, paging } from '../http/list.ts'
import {
  VideoBody,
  readVideo,
  referencePoints,
  shown,
  videos,
  withReferences,
} from './video-rows.ts'
import { secondsOf } from './video-times.ts'
import { timestampRoute } from './video-timestamps.ts'

const url = '/api/tournament/video/'
const Filters = z.object({ ...paging, tournamentId: IdFilter, tournament: IdFilter })

const longest = 100 * 3_600
const typedWrong = 'Seconds, or a time such as 1:02:03'
const Time = z
  .union([z.number(), z.string().max(20)], typedWrong)
  .transform((typed) => secondsOf(typed) ?? -1)
  .refine((seconds) => seconds >= 0 && seconds < longest, typedWrong)
const Added = z.object({
  tournament: Id,
  game: z.int().positive(),
  videoId: z
    .string('The id of a video is required')
    .trim()
    .regex(/^[\w-]{1,64}$/, 'The id of a video: letters, digits, - and _ only'),
  /** where in the video the moment that `referencePoint` names is seen */
  gameEndTime: Time,
  length: Time.refine((seconds) => seconds >= 1, 'A video is at least a second long'),
  referencePoint: z.enum(referencePoints).default('end'),
})
type Added = z.infer<typeof Added>

/** Recordings of cabinets, tied to the clock by moments of games (R-VI-1). */
export function videoRoutes(context: Context, sceneOf: Scopes & RowScopes): void {
  readRoutes(context)
  timestampRoute(context)
  writeRoutes(context, sceneOf)
}

function readRoutes({ web, store: { db } }: Context): void {
  const config = { access: 'readPublic' } as const

  web.get(
    url,
    { config, schema: { querystring: Filters, response: { 200: listOf(VideoBody) } } },
    (request) => {
      const tournament = request.query.tournamentId ?? request.query.tournament
      const found = videos(db).$if(tournament !== undefined, (q) =>
        q.where('kept.video.tournament', '=', tournament ?? 0),
      )
      return list(request, {
        count: () => countOf(found),
        rows: async (limit, offset) => {
          const rows = found.orderBy('kept.video.id').limit(limit).offset(offset)
          return (await withReferences(db, await rows.execute())).map(shown)
        },
      })
    },
  )

  web.get(
    `${url}:id/`,
    { config, schema: { params: ById, response: { 200: VideoBody } } },
    async (request) => shown(await readVideo(db, request.params.id)),
  )
}

function writeRoutes(context: Context, sceneOf: Scopes & RowScopes): void {
  const { web, store } = context

  web.post(
    `${url}add/`,
    {
      config: { access: 'editVideos', scene: sceneOf.byTournamentInBody },
      schema: { body: Added, response: { 201: VideoBody } },
    },
    async (request, reply) => {
      const { body } = request
      const game = await gameOf(context, body)
      reply.code(201)
      return idempotentRows({ store, request, reply }, async (tx) =>
        shown(await readVideo(tx, await addReference(tx, game, body))),
      )
    },
  )

  removeRoute(context, { url, config: { access: 'editVideos', scene: sceneOf.video } }, (tx, id) =>
    tx.deleteFrom('kept.video').where('id', '=', id).execute(),
  )
}

async function gameOf({ store }: Context, { game: id, tournament, referencePoint }: Added) {
  const game = await readGame(store, id).catch((error: unknown) => {
    const isUnknown = error instanceof Rejection && error.status === 404
    throw isUnknown ? wrongFields({ game: ['There is no such game'] }) : error
  })
  if (game.sceneId !== (await sceneOfTournament(store.db, tournament))) {
    const detail = 'This game is not associated with the same scene as this tournament.'
    throw new Rejection(409, { detail, code: 'GAME_OF_OTHER_SCENE' })
  }
  if (referencePoint !== 'start' && game.endTime === null) {
    throw new Rejection(409, { detail: 'This game is not over yet.', code: 'GAME_NOT_OVER' })
  }
  return game
}

/** The same video of the same cabinet again is one more reference; the same moment, a better one. */
async function addReference(
  tx: Tx,
  { gameId: game, cabinet }: GameRow,
  { tournament, videoId, referencePoint, gameEndTime: seconds, length }: Added,
): Promise<number> {
  await lockTournament(tx, tournament)
  const whole = Math.floor(length)
  const { id: video } = await tx
    .insertInto('kept.video')
    .values({ tournament, videoId, cabinet, length: whole })
    .onConflict((conflict) =>
      conflict.columns(['tournament', 'videoId', 'cabinet']).doUpdateSet({ length: whole }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('kept.videoReference')
    .values({ video, game, referencePoint, seconds })
    .onConflict((conflict) =>
      conflict.columns(['video', 'game', 'referencePoint']).doUpdateSet({ seconds }),
    )
    .execute()
  return video
}
