import { limitedTo } from '../../store/index.ts'
import { Rejection, wrongFields, rejectionFor } from '../../web/index.ts'
import { idempotentRows } from '../http/idempotency.ts'
import type { Context, Tx } from '../http/context.ts'
import { readGame } from '../../queries/index.ts'
import type { GameRow } from '../../queries/index.ts'
import { sceneOfTournament } from '../http/scope.ts'
import { lockTournament } from '../http/row-locks.ts'
import { listRows } from '../http/list.ts'
import { readVideo, videoBody, videos, withReferences, spansOf } from './video-rows.ts'
import type { NewVideo, TimestampsQuery } from '../schema/match/video.ts'
import { removeRoute, route, publicRead } from '../http/route.ts'
import { visibleSpan } from './video-times.ts'
import type { TournamentId } from '#events/ids.ts'
import { hours } from '#events/text/durations.ts'

const minSeconds = 10
const minChapters = 3

/** Recordings of cabinets, synchronized by references to moments of games (R-VI-1). */
export function videoRoutes(context: Context): void {
  readRoutes(context)
  timestampRoute(context)
  writeRoutes(context)
}

function readRoutes({ web, store: { db } }: Context): void {
  route(web, 'GET /api/tournament/video/', publicRead, (request) => {
    const tournament = request.query.tournamentId ?? request.query.tournament
    const rows = videos(db).where(limitedTo('tournament', 'kept.video.tournament', tournament))
    return listRows(request, rows.orderBy('kept.video.id'), async (page) =>
      (await withReferences(db, page)).map(videoBody),
    )
  })

  route(web, 'GET /api/tournament/video/:id/', publicRead, async (request) =>
    videoBody(await readVideo(db, request.params.id)),
  )
}

function writeRoutes(context: Context): void {
  const { web, store, sceneOf } = context

  route(
    web,
    'POST /api/tournament/video/add/',
    { access: 'editVideos', scene: sceneOf.byTournamentInBody },
    async (request, reply) => {
      const { body } = request
      const game = await gameOf(context, body)
      return idempotentRows({ store, request, reply }, async (tx) =>
        videoBody(await readVideo(tx, await addReference(tx, game, body))),
      )
    },
  )

  removeRoute(
    context,
    'DELETE /api/tournament/video/:id/',
    { access: 'editVideos', scene: sceneOf.video },
    (tx, { params: { id } }) => tx.deleteFrom('kept.video').where('id', '=', id).execute(),
  )
}

async function gameOf({ store }: Context, { game: id, tournament, referencePoint }: NewVideo) {
  const game = await readGame(store, id).catch((error: unknown) => {
    const isUnknown = error instanceof Rejection && error.status === 404
    throw isUnknown ? wrongFields({ game: ['There is no such game'] }) : error
  })
  if (game.sceneId !== (await sceneOfTournament(store.db, tournament))) {
    throw rejectionFor('GAME_OF_OTHER_SCENE')
  }
  if (referencePoint !== 'start' && game.endTime === null) {
    throw rejectionFor('GAME_NOT_OVER')
  }
  return game
}

/** Adds a reference to the video, which is created if needed; replaces one of the same moment. */
async function addReference(
  tx: Tx,
  { gameId: game, cabinet }: GameRow,
  { tournament, videoId, referencePoint, gameEndTime: seconds, length }: NewVideo,
): Promise<number> {
  await lockTournament(tx, tournament)
  const wholeSeconds = Math.floor(length)
  const others = await tx
    .selectFrom('kept.videoReference')
    .innerJoin('kept.video', 'kept.video.id', 'kept.videoReference.video')
    .select(['game', 'referencePoint', 'seconds'])
    .where('tournament', '=', tournament)
    .where('videoId', '=', videoId)
    .where('cabinet', '=', cabinet)
    .execute()
  const isReplaced = (other: { game: string; referencePoint: string }) =>
    other.game === game && other.referencePoint === referencePoint
  if (others.some((other) => other.seconds > length && !isReplaced(other))) {
    throw wrongFields({ length: ['Another moment of this video is later than its end'] })
  }
  const { id: video } = await tx
    .insertInto('kept.video')
    .values({ tournament, videoId, cabinet, length: wholeSeconds })
    .onConflict((conflict) =>
      conflict.columns(['tournament', 'videoId', 'cabinet']).doUpdateSet({ length: wholeSeconds }),
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

function timestampRoute({ web, store: { db } }: Context): void {
  route(web, 'GET /api/tournament/video/:id/timestamps/', publicRead, (request) =>
    timestamps(db, request.params.id, request.query),
  )
}

async function timestamps(db: Tx, id: number, { format, scores }: TimestampsQuery) {
  const video = await readVideo(db, id)
  const { start, length, tournament, cabinet, videoId, warning } = video
  if (start === null) {
    return { timestamps: '', notice: 'It is not known yet when this video starts.' }
  }
  const titles = await titlesOf(db, tournament, scores)
  const matches = (await spansOf(db, { tournament })).flatMap((span): Chapter[] => {
    const part = span.cabinet === cabinet ? visibleSpan({ start, length }, span) : null
    return part ? [{ at: part[0], title: titles.get(span.match) ?? '' }] : []
  })
  if (matches.length === 0) return { timestamps: '', notice: 'This video shows no match.' }
  if (format === 'links') return { timestamps: linkText(videoId, matches), notice: warning }
  const text = chapterText(chaptersOf(matches, length))
  const tooFew = 'A video needs at least three chapters; copy the links instead.'
  return { timestamps: text, notice: text === '' ? tooFew : warning }
}

async function titlesOf(
  db: Tx,
  tournament: TournamentId,
  scores: boolean,
): Promise<Map<number, string>> {
  const [rows, stages] = await Promise.all([
    db
      .selectFrom('view.match')
      .leftJoin('view.team as blue', 'blue.id', 'view.match.blueTeam')
      .leftJoin('view.team as gold', 'gold.id', 'view.match.goldTeam')
      .select(['view.match.id', 'stageName', 'roundName', 'blueScore', 'goldScore'])
      .select(['blue.name as blue', 'gold.name as gold'])
      .where('view.match.tournament', '=', tournament)
      .execute(),
    db.selectFrom('view.bracket').select('id').where('tournament', '=', tournament).execute(),
  ])
  const unknown = '(unknown team)'
  return new Map(
    rows.map(({ id, stageName, roundName, blueScore, goldScore, blue, gold }) => [
      id,
      titleOf({
        stage: stages.length > 1 ? stageName : null,
        round: roundName,
        blue: blue ?? unknown,
        gold: gold ?? unknown,
        score: scores ? [blueScore, goldScore] : null,
      }),
    ]),
  )
}

/** A chapter in a video's description; `at` is its start in seconds. */
export type Chapter = { at: number; title: string }

/**
 * Chapters in a form that video services accept (R-VI-3): the first at 0:00, none shorter than 10
 * s. Matches that begin sooner after another share its line.
 */
export function chaptersOf(matches: Chapter[], length: number): Chapter[] {
  const sorted = matches.toSorted((a, b) => a.at - b.at)
  const first = sorted[0]
  if (!first) return []
  const opening = first.at < minSeconds ? { at: 0, title: first.title } : { at: 0, title: 'Start' }
  const rest = first.at < minSeconds ? sorted.slice(1) : sorted
  return rest.reduce(
    (chapters, next) => {
      const last = chapters.at(-1)!
      const isShort = next.at - last.at < minSeconds || length - next.at < minSeconds
      if (!isShort) return [...chapters, next]
      const title = `${last.title} / ${next.title}`
      return [...chapters.slice(0, -1), { ...last, title }]
    },
    [opening],
  )
}

/** One chapter a line, time first; empty if video services would not accept them. */
export function chapterText(chapters: Chapter[]): string {
  if (chapters.length < minChapters) return ''
  return chapters.map(({ at, title }) => `${hours(at)} - ${title}`).join('\n')
}

/** One match a line, as a link to its start in the video. */
export function linkText(videoId: string, matches: Chapter[]): string {
  return matches
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, title }) => `https://youtu.be/${videoId}?t=${at} ${title}`)
    .join('\n')
}

type TitleParts = {
  /** null if the tournament has only one stage */
  stage: string | null
  round: string
  blue: string
  gold: string
  /** null unless requested, because results are spoilers (R-VI-4) */
  score: [blue: number, gold: number] | null
}

export function titleOf({ stage, round, blue, gold, score }: TitleParts): string {
  const where = [stage, round].filter(Boolean).join(' ')
  const result = score ? ` (${score.join('-')})` : ''
  const title = `${where}${where ? ': ' : ''}${blue} vs. ${gold}${result}`
  // A single line without `<` and `>`, which video descriptions may not contain.
  return title.replace(/\s+/g, ' ').replaceAll('<', '‹').replaceAll('>', '›').trim()
}
