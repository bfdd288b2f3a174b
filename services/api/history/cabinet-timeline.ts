import type { Desk } from '../../desk/index.ts'
import type { Store } from '../../store/index.ts'
import { markedEvents } from '../schema/match/history.ts'
import type { TimelineEvent } from '../schema/match/history.ts'
import type { CabinetId, TournamentId } from '#events/ids.ts'

/** The facts of a cabinet between two versions, which are shown above the line of `version`. */
export type Gap = { version: number; cabinet: CabinetId; from: number; to: number }
type TimelinePart = { moments: TimelineEvent[]; leftOut: number }
type Sources = { store: Store; desk: Pick<Desk, 'storedTimes'> }
type StoredEvent = Omit<TimelineEvent, 'takenAt' | 'kind'> & {
  kind: string
  seq: number
  after: number
}

const maxInGap = 40

/** What cabinets sent in the gaps, by the version above which it is shown; the latest first. */
export async function momentsIn(
  { store, desk }: Sources,
  tournament: TournamentId,
  gaps: Gap[],
): Promise<Map<number, TimelinePart>> {
  const result = new Map<number, TimelinePart>()
  const ranges = await gapPositions(store, tournament, gaps)
  const all = await storedEvents(store, ranges)
  const eventsByVersion = new Map<number, StoredEvent[]>()
  for (const gap of ranges) {
    const own = all.filter(
      ({ cabinet, after }) => cabinet === gap.cabinet && after >= gap.from && after < gap.to,
    )
    eventsByVersion.set(gap.version, [...(eventsByVersion.get(gap.version) ?? []), ...own])
  }
  const latest = [...eventsByVersion].map(([version, all]) => {
    const order = all.toSorted((a, b) => b.seq - a.seq || (a.at < b.at ? 1 : -1))
    const shown = new Set(latestOf(order))
    const events = order.filter((one) => shown.has(one))
    return { version, events, leftOut: order.length - events.length }
  })
  const arrivals = await desk.storedTimes(
    latest.flatMap(({ events }) => events.map(({ seq }) => seq)),
  )
  for (const { version, events, leftOut } of latest) {
    const moments = events.map(({ seq, after: _, kind, ...one }) => {
      return { ...one, kind: kind as TimelineEvent['kind'], takenAt: arrivals.get(seq) ?? null }
    })
    result.set(version, { moments, leftOut })
  }
  return result
}

/** As many as a gap may have; counts of kills and berries only where there is room. */
function latestOf(order: StoredEvent[]): StoredEvent[] {
  const isCount = ({ kind }: StoredEvent) => kind === 'play'
  const [counts, marked] = [order.filter(isCount), order.filter((one) => !isCount(one))]
  return [...marked, ...counts].slice(0, maxInGap)
}

/** The gaps with positions in the log instead of versions. */
async function gapPositions({ db }: Store, tournament: TournamentId, gaps: Gap[]): Promise<Gap[]> {
  const versions = [...new Set(gaps.flatMap(({ from, to }) => [from, to]))].filter(Number.isFinite)
  if (versions.length === 0) return []
  const rows = await db
    .selectFrom('kept.witness')
    .select(['version', 'seq'])
    .where('tournament', '=', tournament)
    .where('version', 'in', versions)
    .execute()
  const seqs = new Map(rows.map(({ version, seq }) => [version, seq]))
  return gaps.map((gap) => {
    const [from, to] = [seqs.get(gap.from) ?? 0, seqs.get(gap.to) ?? Infinity]
    return { ...gap, from, to }
  })
}

/**
 * All events such as game start and victory and, between them, counts of kills and berries: one
 * row for each game and position in the log.
 */
async function storedEvents({ pool }: Store, gaps: Gap[]): Promise<StoredEvent[]> {
  const cabinets = [...new Set(gaps.map(({ cabinet }) => cabinet))]
  if (cabinets.length === 0) return []
  const from = Math.min(...gaps.map((gap) => gap.from))
  const to = Math.max(...gaps.map((gap) => gap.to))
  const { rows } = await pool.query<StoredEvent>(
    `with facts as (
       select cabinet, game_id, time, type, seq, after,
         case when type = any($4) then type else 'play' end as kind,
         type in ('playerKill', 'berryDeposit', 'berryKickIn') as counts
       from view.cabinet_event
       where cabinet = any($1) and after >= $2 and ($3::bigint is null or after < $3)
     ), grouped as (
       -- a row of counts has the position and time of its first counted event
       select kind, cabinet, game_id, after,
         coalesce(min(seq) filter (where counts), min(seq)) as seq,
         coalesce(min(time) filter (where counts), min(time)) as at,
         count(*) filter (where type = 'playerKill')::int as kills,
         count(*) filter (where type in ('berryDeposit', 'berryKickIn'))::int as berries
       from facts
       group by kind, cabinet, game_id, after, case when kind = 'play' then '' else time end
     )
     select grouped.kind, grouped.cabinet, grouped.at, grouped.after, grouped.seq, grouped.kills, grouped.berries,
       game.id as game, game.map_name as "mapName",
       case when grouped.kind = 'victory' then game.winning_team end as "winningTeam",
       case when grouped.kind = 'victory' then game.win_condition end as "winCondition"
     from grouped
     left join view.game on game.game_id = grouped.game_id and game.cabinet = grouped.cabinet
     where grouped.kind <> 'play' or grouped.kills + grouped.berries > 0
     order by grouped.seq desc, grouped.at desc
     limit 5000`,
    [cabinets, from, Number.isFinite(to) ? to : null, markedEvents],
  )
  return rows
}
