import type { Desk } from '../../desk/index.ts'
import type { Store } from '../../store/index.ts'
import { marks } from '../schema/history.ts'
import type { TimelineEvent } from '../schema/history.ts'
import type { CabinetId, TournamentId } from '../../../events/ids.ts'

/** Above the line of `version`: of a cabinet, from one version up to another. */
export type Gap = { version: number; cabinet: CabinetId; from: number; to: number }
type TimelinePart = { moments: TimelineEvent[]; leftOut: number }
type Sources = { store: Store; desk: Pick<Desk, 'arrivals'> }
type StoredEvent = Omit<TimelineEvent, 'takenAt' | 'kind'> & {
  kind: string
  seq: number
  after: number
}

const maxInGap = 40

/** By the version they stand above, the latest first. */
export async function momentsIn(
  { store, desk }: Sources,
  tournament: TournamentId,
  gaps: Gap[],
): Promise<Map<number, TimelinePart>> {
  const found = new Map<number, TimelinePart>()
  const known = await placesOf(store, tournament, gaps)
  const all = await momentsWithin(store, known)
  const shown = new Map<number, StoredEvent[]>()
  for (const gap of known) {
    const own = all.filter(
      ({ cabinet, after }) => cabinet === gap.cabinet && after >= gap.from && after < gap.to,
    )
    shown.set(gap.version, [...(shown.get(gap.version) ?? []), ...own])
  }
  const latest = [...shown].map(([version, said]) => {
    const order = said.toSorted((a, b) => b.seq - a.seq || (a.at < b.at ? 1 : -1))
    return { version, said: order.slice(0, maxInGap), leftOut: order.slice(maxInGap).length }
  })
  const arrivals = await desk.arrivals(latest.flatMap(({ said }) => said.map(({ seq }) => seq)))
  for (const { version, said, leftOut } of latest) {
    const moments = said.map(({ seq, after: _, kind, ...one }) => {
      return { ...one, kind: kind as TimelineEvent['kind'], takenAt: arrivals.get(seq) ?? null }
    })
    found.set(version, { moments, leftOut })
  }
  return found
}

/** Versions as positions in the log. */
async function placesOf({ db }: Store, tournament: TournamentId, gaps: Gap[]): Promise<Gap[]> {
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

/** All marks, and between them how much was told: one row a game and position in the log. */
async function momentsWithin({ pool }: Store, gaps: Gap[]): Promise<StoredEvent[]> {
  const cabinets = [...new Set(gaps.map(({ cabinet }) => cabinet))]
  if (cabinets.length === 0) return []
  const from = Math.min(...gaps.map((gap) => gap.from))
  const to = Math.max(...gaps.map((gap) => gap.to))
  const { rows } = await pool.query<StoredEvent>(
    `with said as (
       select cabinet, game_id, time, type, seq, after,
         case when type = any($4) then type else 'play' end as kind,
         type in ('playerKill', 'berryDeposit', 'berryKickIn') as counts
       from view.cabinet_event
       where cabinet = any($1) and after >= $2 and ($3::bigint is null or after < $3)
     ), told as (
       -- what is counted is told from where the counting begins
       select kind, cabinet, game_id, after,
         coalesce(min(seq) filter (where counts), min(seq)) as seq,
         coalesce(min(time) filter (where counts), min(time)) as at,
         count(*) filter (where type = 'playerKill')::int as kills,
         count(*) filter (where type in ('berryDeposit', 'berryKickIn'))::int as berries
       from said
       group by kind, cabinet, game_id, after, case when kind = 'play' then '' else time end
     )
     select told.kind, told.cabinet, told.at, told.after, told.seq, told.kills, told.berries,
       game.id as game, game.map_name as "mapName",
       case when told.kind = 'victory' then game.winning_team end as "winningTeam",
       case when told.kind = 'victory' then game.win_condition end as "winCondition"
     from told
     left join view.game on game.game_id = told.game_id and game.cabinet = told.cabinet
     where told.kind <> 'play' or told.kills + told.berries > 0
     order by told.seq desc, told.at desc
     limit 5000`,
    [cabinets, from, Number.isFinite(to) ? to : null, marks],
  )
  return rows
}
