import { queueOrderOf, nextMatch } from '#events/rules/next-match.ts'
import type { QueuedMatch } from '#events/rules/next-match.ts'
import type { MatchRow, QueueRow } from '#events/schema/rows.ts'
import { queuesAt } from './cabinet-queues.ts'
import type { Store } from '../store/index.ts'
import type { CabinetId, TournamentId } from '#events/ids.ts'

type Db = Pick<Store, 'db'>
/** The matches of a cabinet, with the field names of the `match` message (wire 3.1). */
export type CabinetMatches = { currentMatch: CurrentMatch | null; onDeck: CurrentMatch | null }
export type CurrentMatch = {
  id: number
  blueTeam: string | null
  blueScore: number
  goldTeam: string | null
  goldScore: number
  isWarmup: boolean
  isComplete: boolean
  roundsPerMatch: number
  winsPerMatch: number
  roundName: string
}

export async function cabinetStates(
  store: Db,
  cabinets: CabinetId[],
): Promise<Map<number, CabinetMatches>> {
  if (cabinets.length === 0) return new Map()
  const [active, queues] = await Promise.all([
    store.db.selectFrom('view.match').selectAll().where('activeCabinet', 'in', cabinets).execute(),
    queuesAt(store, cabinets),
  ])
  const inLine = await matchesInLine(store, queues)
  const onDeck = cabinets.map((cabinet) => {
    const tournament = active.find((match) => match.activeCabinet === cabinet)?.tournament
    return nextOf({ queues, inLine, cabinet, tournament })
  })
  const next = await matchesOf(
    store,
    onDeck.filter((id) => id !== undefined),
  )
  const named = await withNames(store, [...active, ...next])
  return new Map(
    cabinets.map((cabinet, i) => {
      const current = active.find((match) => match.activeCabinet === cabinet)
      const currentMatch = (current && named.get(current.id)) ?? null
      return [cabinet, { currentMatch, onDeck: named.get(onDeck[i] ?? 0) ?? null }]
    }),
  )
}

/**
 * Matches by id, with the names of teams and stages. Of a match under review, whose result is not
 * public yet, null (R-CMD-4).
 */
export async function publishedMatches(
  store: Store,
  ids: number[],
): Promise<Map<number, CurrentMatch | null>> {
  const rows = await matchesOf(store, ids)
  const named = await withNames(
    store,
    rows.filter((match) => !match.underReview),
  )
  return new Map(rows.map(({ id }) => [id, named.get(id) ?? null]))
}

/** The cabinets where a match is being played, with its tournament. */
export async function takenCabinets({
  db,
}: Store): Promise<{ tournament: TournamentId; cabinet: CabinetId }[]> {
  const rows = await db
    .selectFrom('view.match')
    .select(['tournament', 'activeCabinet'])
    .where('activeCabinet', 'is not', null)
    .execute()
  return rows.map(({ tournament, activeCabinet }) => ({ tournament, cabinet: activeCabinet! }))
}

type Waiting = QueuedMatch & { tournament: TournamentId }

/** The queued matches, and the active matches of the same tournaments, whose teams are busy. */
async function matchesInLine({ db }: Db, queues: QueueRow[]): Promise<Waiting[]> {
  if (queues.length === 0) return []
  const queued = queues.flatMap((queue) => queue.matches)
  return db
    .selectFrom('view.match')
    .select(['id', 'tournament', 'blueTeam', 'goldTeam', 'activeCabinet', 'isComplete'])
    .where(
      'tournament',
      'in',
      queues.map((queue) => queue.tournament),
    )
    .where((eb) => eb.or([eb('activeCabinet', 'is not', null), eb('id', 'in', [0, ...queued])]))
    .execute()
}

/** The match the desk would start next. The tournament being played at the cabinet comes first. */
function nextOf(options: {
  queues: QueueRow[]
  inLine: Waiting[]
  cabinet: CabinetId
  tournament: TournamentId | undefined
}): number | undefined {
  const { queues, inLine, cabinet, tournament } = options
  const own = queues.filter((queue) => queue.cabinets.includes(cabinet)).map((q) => q.tournament)
  const isPlayed = tournament !== undefined && own.includes(tournament)
  for (const id of new Set(isPlayed ? [tournament, ...own] : own)) {
    const matches = inLine.filter((match) => match.tournament === id)
    const { match } = nextMatch({
      order: queueOrderOf(
        queues.filter((queue) => queue.tournament === id),
        cabinet,
      ),
      find: (matchId) => matches.find((waiting) => waiting.id === matchId),
      active: matches.filter((waiting) => waiting.activeCabinet !== null),
      cabinet,
    })
    if (match) return match.id
  }
  return undefined
}

async function matchesOf({ db }: Db, ids: number[]): Promise<MatchRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom('view.match').selectAll().where('id', 'in', ids).execute()
}

async function withNames({ db }: Db, matches: MatchRow[]): Promise<Map<number, CurrentMatch>> {
  if (matches.length === 0) return new Map()
  const teamIds = matches.flatMap((match) => [match.blueTeam ?? 0, match.goldTeam ?? 0])
  const [teams, brackets] = await Promise.all([
    db.selectFrom('view.team').select(['id', 'name']).where('id', 'in', teamIds).execute(),
    db
      .selectFrom('view.bracket')
      .select(['id', 'roundsPerMatch', 'winsPerMatch'])
      .where(
        'id',
        'in',
        matches.map((match) => match.bracket),
      )
      .execute(),
  ])
  const names = new Map(teams.map((team) => [team.id, team.name]))
  const name = (id: number | null) => (id === null ? null : (names.get(id) ?? null))
  return new Map(
    matches.map((match) => {
      const bracket = brackets.find((row) => row.id === match.bracket)
      const { id, blueScore, goldScore, isWarmup, isComplete, stageName, roundName } = match
      const named = {
        id,
        blueTeam: name(match.blueTeam),
        blueScore,
        goldTeam: name(match.goldTeam),
        goldScore,
        isWarmup,
        isComplete,
        roundsPerMatch: bracket?.roundsPerMatch ?? 0,
        winsPerMatch: bracket?.winsPerMatch ?? 0,
        roundName: roundName ? `${stageName} - ${roundName}` : stageName,
      }
      return [id, named]
    }),
  )
}
