import { hours } from '#events/text/durations.ts'
import { onPlayedGame } from '../../store/index.ts'
import type { z } from 'zod'
import { notFound } from '../../web/index.ts'
import type { Tx } from '../http/context.ts'
import { beginningBy, beginningOf, visibleSpan } from './video-times.ts'
import type { Reference, Span } from './video-times.ts'
import type { VideoBody } from '../schema/match/video.ts'
import type { CabinetId, MatchId, TournamentId } from '#events/ids.ts'

/** Selects videos; those of deleted tournaments are left out. */
export function videos(db: Tx) {
  return db
    .selectFrom('kept.video')
    .innerJoin('view.tournament', 'view.tournament.id', 'kept.video.tournament')
    .innerJoin('kept.cabinet', 'kept.cabinet.id', 'kept.video.cabinet')
    .select([
      'kept.video.id',
      'kept.video.tournament',
      'kept.video.videoId',
      'kept.video.cabinet',
      'kept.video.length',
      'kept.cabinet.displayName as cabinetName',
    ])
}
type Row = { id: number; cabinet: CabinetId; length: number }
type GameReference = Reference & { game: number }

/** Videos with their references and start times. */
export async function withReferences<T extends Row>(db: Tx, rows: T[]) {
  const ids = rows.map((row) => row.id)
  const existing = ids.length === 0 ? [] : await references(db, ids)
  return rows.map((row) => {
    const own: GameReference[] = existing.filter(({ video }) => video === row.id)
    return { ...row, references: own, ...beginningOf(own) }
  })
}
type VideoWithReferences<T extends Row = Row> = Awaited<
  ReturnType<typeof withReferences<T>>
>[number]

function references(db: Tx, ids: number[]) {
  return db
    .selectFrom('kept.videoReference')
    .innerJoin('kept.video', 'kept.video.id', 'kept.videoReference.video')
    .innerJoin('view.game', (join) =>
      join
        .onRef('view.game.gameId', '=', 'kept.videoReference.game')
        .onRef('view.game.cabinet', '=', 'kept.video.cabinet'),
    )
    .select([
      'kept.videoReference.video',
      'kept.videoReference.referencePoint',
      'kept.videoReference.seconds',
      'view.game.id as game',
      'view.game.startTime',
      'view.game.endTime',
    ])
    .where('kept.videoReference.video', 'in', ids)
    .orderBy('kept.videoReference.seconds')
    .orderBy('view.game.id')
    .orderBy('kept.videoReference.referencePoint')
    .execute()
}

type VideoRow = Row & { tournament: TournamentId; videoId: string; cabinetName: string }

export function videoBody(video: VideoWithReferences<VideoRow>): z.infer<typeof VideoBody> {
  const { start, length, references: all, ...rest } = video
  const duration = length < 3_600 ? `0:${hours(length).padStart(5, '0')}` : hours(length)
  return {
    ...rest,
    service: 'youtube',
    startTime: start === null ? null : new Date(start).toISOString(),
    length: duration.padStart(8, '0'),
    references: all.map((reference) => {
      const { game, referencePoint, seconds: gameEndTime } = reference
      const deviation = (beginningBy(reference) ?? start ?? 0) - (start ?? 0)
      return { game, referencePoint, gameEndTime, differsBy: Math.round(deviation / 100) / 10 }
    }),
  }
}

export async function readVideo(db: Tx, id: number): Promise<VideoWithReferences<VideoRow>> {
  const rows = await videos(db).where('kept.video.id', '=', id).execute()
  const [video] = await withReferences(db, rows)
  if (!video) throw notFound()
  return video
}

/** The time spans of matches on each cabinet, by their counted games. */
export async function spansOf(
  db: Tx,
  where: { tournament: TournamentId } | { matches: MatchId[] },
) {
  const rows = await db
    .selectFrom('view.played')
    .innerJoin('view.game', onPlayedGame)
    .select(['view.played.match', 'view.played.cabinet', 'view.game.startTime'])
    .select((eb) => eb.fn.coalesce('view.game.endTime', 'view.game.startTime').as('endTime'))
    .where('view.played.status', '=', 'counted')
    .$if('tournament' in where, (q) =>
      q.where('view.played.tournament', '=', 'tournament' in where ? where.tournament : 0),
    )
    .$if('matches' in where, (q) =>
      q.where('view.played.match', 'in', 'matches' in where ? where.matches : [0]),
    )
    .execute()
  const spans = new Map<string, Span & { match: MatchId; cabinet: CabinetId }>()
  for (const { match, cabinet, startTime, endTime } of rows) {
    const key = `${match} ${cabinet}`
    const [start, end] = [Date.parse(startTime), Date.parse(endTime)]
    const current = spans.get(key) ?? { match, cabinet, start, end }
    const wider = { start: Math.min(current.start, start), end: Math.max(current.end, end) }
    spans.set(key, { match, cabinet, ...wider })
  }
  return [...spans.values()]
}

type Match = { id: number; tournament: TournamentId; isFilmed: boolean | 0 | 1 }
type Linked<T> = T & { videoLink: string | null }

/**
 * Adds to matches a link to the part of a video that shows them, if any. It is not in the rows of
 * matches, because they follow from the log alone (P6), and people edit videos.
 */
export async function withVideoLinks<T extends Match>(db: Tx, matches: T[]): Promise<Linked<T>[]> {
  const filmedMatches = matches.filter((match) => match.isFilmed)
  if (filmedMatches.length === 0) return matches.map((match) => ({ ...match, videoLink: null }))
  const tournaments = [...new Set(filmedMatches.map((match) => match.tournament))]
  const [filmed, spans] = await Promise.all([
    videos(db)
      .where('kept.video.tournament', 'in', tournaments)
      .orderBy('kept.video.id')
      .execute()
      .then((rows) => withReferences(db, rows)),
    spansOf(db, { matches: filmedMatches.map((match) => match.id) }),
  ])
  return matches.map((match) => {
    const links = spans
      .filter((span) => span.match === match.id)
      .flatMap((span) =>
        filmed
          .filter(
            (video) => video.tournament === match.tournament && video.cabinet === span.cabinet,
          )
          .flatMap((video) => linkTo(video, span) ?? []),
      )
    return { ...match, videoLink: links[0] ?? null }
  })
}

export function linkTo(video: VideoWithReferences<VideoRow>, span: Span): string | null {
  const { start, length, videoId } = video
  const part = start === null ? null : visibleSpan({ start, length }, span)
  return part && `https://www.youtube.com/embed/${videoId}?start=${part[0]}&end=${part[1]}`
}
