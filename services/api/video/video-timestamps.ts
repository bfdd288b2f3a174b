import type { Context, Tx } from '../http/context.ts'
import { readVideo, spansOf } from './video-rows.ts'
import { chapterText, chaptersOf, linkText, titleOf } from './chapters.ts'
import type { Chapter } from './chapters.ts'
import { visibleSpan } from './video-times.ts'
import type { TimestampsQuery } from '../schema/video/video.ts'
import type { TournamentId } from '../../../events/ids.ts'
import { route } from '../http/route.ts'

export function timestampRoute({ web, store: { db } }: Context): void {
  route(web, 'GET /api/tournament/video/:id/timestamps/', { access: 'readPublic' }, (request) =>
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
