import { onPlayedGame } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import type { CommitEntry } from '../../states/index.ts'
import type { CabinetInterval } from './timeline.ts'
import { linkTo, videos, withReferences } from '../video/video-rows.ts'
import type { CabinetId, MatchId, TournamentId } from '#events/ids.ts'

/** The games of a match, counted or not, with links to their replays and videos. */
export async function evidenceGames({ db }: Store, tournament: TournamentId, match: MatchId) {
  const rows = await db
    .selectFrom('view.played')
    .leftJoin('view.game', onPlayedGame)
    .select([
      'view.played.game as gameId',
      'view.played.cabinet',
      'view.played.status',
      'view.played.reason',
      'view.played.winningTeam',
      'view.played.winCondition',
      'view.played.mapName',
      'view.played.seconds',
      'view.game.id',
      'view.game.startTime',
      'view.game.endTime',
    ])
    .where('view.played.tournament', '=', tournament)
    .where('view.played.match', '=', match)
    .orderBy('view.game.id')
    .orderBy('view.played.game')
    .execute()
  const filmed = await videos(db)
    .where('kept.video.tournament', '=', tournament)
    .orderBy('kept.video.id')
    .execute()
    .then((videoRows) => withReferences(db, videoRows))
  return rows.map((row) => {
    const { id, cabinet, startTime, endTime } = row
    const span = { start: Date.parse(startTime ?? ''), end: Date.parse(endTime ?? startTime ?? '') }
    const recordings = startTime === null ? [] : filmed.filter((video) => video.cabinet === cabinet)
    return {
      ...row,
      replay: id === null ? null : `/game/${id}`,
      videoLinks: recordings.flatMap((video) => linkTo(video, span) ?? []),
    }
  })
}

type OfflineSpan = { cabinet: CabinetId; from: string; to: string | null }
type EvidenceScope = {
  cabinets: CabinetId[]
  on: CabinetInterval[]
  entries: readonly CommitEntry[]
}

/**
 * When a cabinet of the match had no connection; `to` is null while it is still offline (R-DI-3).
 */
export async function offlineSpans(
  { db }: Store,
  { cabinets, on, entries }: EvidenceScope,
): Promise<OfflineSpan[]> {
  if (cabinets.length === 0) return []
  const rows = await db
    .selectFrom('view.cabinetEvent')
    .select(['cabinet', 'time', 'type'])
    .where('cabinet', 'in', cabinets)
    .where('type', 'in', ['clientOnline', 'clientOffline'])
    .orderBy('seq')
    .orderBy('time')
    .execute()
  const spans: OfflineSpan[] = []
  for (const { cabinet, time, type } of rows) {
    const open = spans.find((one) => one.cabinet === cabinet && one.to === null)
    if (type === 'clientOffline' && !open) spans.push({ cabinet, from: time, to: null })
    if (type === 'clientOnline' && open) open.to = time
  }
  // Both times are by the server's clock, so they can be compared.
  return spans.filter(({ cabinet, from, to }) =>
    on.some((interval) => {
      const began = entries[interval.since - 1]?.at ?? ''
      const ended = entries[interval.until - 1]?.at ?? null
      const isOwn = interval.cabinet === cabinet
      return isOwn && (to === null || to >= began) && (ended === null || from <= ended)
    }),
  )
}
