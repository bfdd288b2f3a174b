import { labelInStage } from '#events/bracket/match-label.ts'
import { matchWithTeams } from '#events/describe/names.ts'
import type { Change, ActiveMatch, LiveCabinet, Recent, Snapshot } from '#events/view/frames.ts'
import { tableNames } from '#events/view/keys.ts'
import { rowFormat } from '../../store/index.ts'
import type { Store } from '../../store/index.ts'
import type { Source } from './frame-log.ts'
import type { CabinetId, TournamentId } from '#events/ids.ts'

const maxChangesPerRead = 500
const maxRecent = 40
/** Part of the hash of the table definitions, which is enough to tell releases apart. */
export const snapshotForm = rowFormat.slice(0, 12)

export function sourceOf({ db }: Store, tournament: TournamentId): Source {
  return {
    version: async () => (await versions({ db }, [tournament])).get(tournament) ?? null,
    async changes(after, upTo = Number.MAX_SAFE_INTEGER) {
      const rows = await db
        .selectFrom('view.change')
        .select('frame')
        .where('tournament', '=', tournament)
        .where('version', '>', after)
        .where('version', '<=', Math.min(upTo, after + maxChangesPerRead))
        .orderBy('version')
        .execute()
      return rows.map((row): Change => row.frame)
    },
    /** Reads rows and version in one transaction, so that they are consistent. */
    snapshot: () =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(async (tx) => {
          const version = (await versions({ db: tx }, [tournament])).get(tournament) ?? 0
          const rows: Record<string, unknown[]> = {}
          for (const table of tableNames) {
            const column = table === 'tournament' ? 'id' : 'tournament'
            rows[table] = await tx
              .selectFrom(`view.${table}` as 'view.team')
              .selectAll()
              .where(column as 'tournament', '=', tournament)
              .execute()
          }
          const recent = await recentOf({ db: tx }, tournament)
          return {
            type: 'snapshot',
            tournament,
            version,
            form: snapshotForm,
            rows: rows as Snapshot['rows'],
            recent,
          }
        }),
  }
}

async function recentOf({ db }: Pick<Store, 'db'>, tournament: TournamentId): Promise<Recent[]> {
  const rows = await db
    .selectFrom('view.change')
    .select('frame')
    .where('tournament', '=', tournament)
    .orderBy('version', 'desc')
    .limit(maxRecent)
    .execute()
  return rows.map(({ frame: { version, at, commit } }) => ({ version, at, commit }))
}

/** Versions by tournament; tournaments that do not exist are left out. */
export async function versions(
  { db }: Pick<Store, 'db'>,
  tournaments: TournamentId[],
): Promise<Map<number, number>> {
  if (tournaments.length === 0) return new Map()
  const rows = await db
    .selectFrom('view.tournamentVersion')
    .selectAll()
    .where('tournament', 'in', tournaments)
    .execute()
  return new Map(rows.map((row) => [row.tournament, row.version]))
}

export async function assignedCabinets({ db }: Store, tournament: TournamentId): Promise<number[]> {
  const row = await db
    .selectFrom('view.tournament')
    .select('assignedCabinets')
    .where('id', '=', tournament)
    .executeTakeFirst()
  return row?.assignedCabinets ?? []
}

export async function liveCabinets({ db }: Store, cabinets: CabinetId[]): Promise<LiveCabinet[]> {
  if (cabinets.length === 0) return []
  const rows = await db
    .selectFrom('view.cabinet')
    .select('live')
    .where('id', 'in', cabinets)
    .execute()
  return rows.map((row): LiveCabinet => row.live)
}

export async function activeMatchesOn(
  { db }: Store,
  cabinets: CabinetId[],
): Promise<ActiveMatch[]> {
  const rows = await db
    .selectFrom('view.match as match')
    .innerJoin('view.tournament as tournament', 'tournament.id', 'match.tournament')
    .leftJoin('view.team as blue', 'blue.id', 'match.blueTeam')
    .leftJoin('view.team as gold', 'gold.id', 'match.goldTeam')
    .where('match.activeCabinet', 'in', cabinets)
    .select(['match.id', 'match.activeCabinet', 'match.matchNum', 'match.tournament'])
    .select(['tournament.name as tournamentName', 'blue.name as blue', 'gold.name as gold'])
    .select((eb) => [
      'match.stageName',
      eb
        .selectFrom('view.bracket as bracket')
        .select(eb.fn.countAll<number>().as('stages'))
        .whereRef('bracket.tournament', '=', 'match.tournament')
        .as('stages'),
    ])
    .orderBy('match.id')
    .execute()
  return rows.map(({ id, activeCabinet, matchNum, tournament, tournamentName, ...row }) => ({
    cabinet: activeCabinet ?? 0,
    tournament,
    tournamentName,
    match: id,
    matchName: matchWithTeams(
      labelInStage(matchNum, Number(row.stages) > 1 ? row.stageName : null),
      row,
    ),
  }))
}
