import { matchRow } from '#events/view/tournament-rows.ts'
import type { MatchRow } from '#events/schema/rows.ts'
import { notFound } from '../../web/index.ts'
import { openStatesOf } from '../../states/index.ts'
import type { CommitEntry } from '../../states/index.ts'
import type { Context } from '../http/context.ts'
import { linesOf } from './history-lines.ts'
import { momentsIn } from './cabinet-timeline.ts'
import { cabinetIntervals } from './timeline.ts'
import type { CabinetInterval } from './timeline.ts'
import type { TimelineEvent, HistoryEntry } from '../schema/match/history.ts'
import type { ProtestBody } from '../schema/match/protest.ts'
import type { MatchId, TournamentId, CabinetId } from '#events/ids.ts'
import { onPlayedGame } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import { linkTo, videos, withReferences } from '../video/video-rows.ts'

/** The evidence as JSON. It contains all names, so that nothing has to be looked up elsewhere. */
export type Bundle = Awaited<ReturnType<typeof evidenceOf>>
export type Action = {
  source: 'person' | 'key' | 'service'
  version: number
  /** `at` by the server's clock, `clientTime` by that of the device that was pressed */
  at: string
  clientTime: string | null
  device: string | null
  byName: string | null
  text: string
  /** the match before and after the action, if it changed */
  before: MatchRow | null
  after: MatchRow | null
  chain: string
  /** how many older statements of cabinets after this action are not listed */
  leftOut: number
}
/** An event of a cabinet, with the times of its own clock and of the log. */
export type Statement = TimelineEvent & { source: 'cabinet'; afterVersion: number }

export async function evidenceOf(context: Context, tournament: TournamentId, protest: ProtestBody) {
  const { store, desk, states } = context
  const state = await desk.state(tournament)
  const match = state.matches[protest.match]
  if (!match) throw notFound()
  const entries = await states.histories.projected(tournament)
  const own = entries.filter((one) => one.matches.includes(match.id))
  const on = cabinetIntervals(entries, match.id)
  const lines = await linesOf(store, tournament, own)
  const [actions, moments, head] = await Promise.all([
    withStates(context, { tournament, match: match.id, lines }),
    cabinetMomentsOf(context, tournament, { own, on }),
    headOf(context, tournament),
  ])
  const cabinets = [...new Set(on.map(({ cabinet }) => cabinet))]
  return {
    format: 'waggle-evidence',
    formatVersion: 1,
    madeAt: new Date().toISOString(),
    tournament: { id: tournament, name: state.name },
    teams: namesOf(state.teams),
    cabinets: namesOf(state.cabinets),
    protest,
    /** as officials see it, even while it is under review */
    match: matchRow(state, match),
    /** in the order of the log */
    timeline: actions.flatMap((action): (Action | Statement)[] => [
      { ...action, leftOut: moments.get(action.version)?.leftOut ?? 0 },
      ...(moments.get(action.version)?.statements ?? []),
    ]),
    games: await evidenceGames(store, tournament, match.id),
    connectionGaps: await offlineSpans(store, { cabinets, on, entries }),
    /** the last commit, whose chain is a hash of the whole log up to it */
    head,
  }
}

function namesOf(records: Record<string, { id: number; name: string }>) {
  return Object.values(records).map(({ id, name }) => ({ id, name }))
}

/** The match before and after each of its commits. */
async function withStates(
  { states }: Context,
  { tournament, match, lines }: { tournament: TournamentId; match: MatchId; lines: HistoryEntry[] },
): Promise<Omit<Action, 'leftOut'>[]> {
  const stateAfter = openStatesOf(await states.histories.now(tournament))
  return lines.map((line) => {
    const [before, after] = [line.version - 1, line.version].map((version) => {
      const t = stateAfter(version)
      const one = t.matches[match]
      return one ? matchRow(t, one) : null
    })
    const isSame = JSON.stringify(before) === JSON.stringify(after)
    return { ...actionOf(line), before: isSame ? null : before!, after: isSame ? null : after! }
  })
}

function actionOf(line: HistoryEntry): Omit<Action, 'before' | 'after' | 'leftOut'> {
  const { version, at, clientTime = null, device = null, byName, text, chain, by } = line
  return { source: by.kind, version, at, clientTime, device, byName, text, chain }
}

/** What the cabinets sent while the match was on them, by the commit it followed. */
async function cabinetMomentsOf(
  { store, desk }: Context,
  tournament: TournamentId,
  { own, on }: { own: CommitEntry[]; on: CabinetInterval[] },
): Promise<Map<number, { statements: Statement[]; leftOut: number }>> {
  const gaps = own.flatMap(({ version }, index) => {
    const next = own[index + 1]?.version ?? Infinity
    return on
      .map(({ cabinet, since, until }) => {
        return { version, cabinet, from: Math.max(version, since), to: Math.min(next, until) }
      })
      .filter(({ from, to }) => from < to)
  })
  const momentsByVersion = await momentsIn({ store, desk }, tournament, gaps)
  return new Map(
    [...momentsByVersion].map(([version, { moments, leftOut }]) => {
      const statements = moments.toReversed().map((one): Statement => {
        return { ...one, source: 'cabinet', afterVersion: version }
      })
      return [version, { statements, leftOut }]
    }),
  )
}

async function headOf({ store }: Context, tournament: TournamentId) {
  return store.db
    .selectFrom('kept.witness')
    .select(['version', 'chain'])
    .where('tournament', '=', tournament)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
}

/** The games of a match, counted or not, with links to their replays and videos. */
async function evidenceGames({ db }: Store, tournament: TournamentId, match: MatchId) {
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
async function offlineSpans(
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
