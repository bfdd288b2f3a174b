import type { CabinetId, MatchId, TeamId } from '../ids.ts'

/** The fields of a match that decide whether it can start. A match row has all of them. */
export type QueuedMatch = {
  id: MatchId
  blueTeam: TeamId | null
  goldTeam: TeamId | null
  activeCabinet: CabinetId | null
  isComplete: boolean
}
type Queue = {
  id: number
  enabled: boolean
  cabinets: readonly CabinetId[]
  matches: readonly MatchId[]
}

/** Why a match cannot start on a cabinet. */
export type Block<M extends QueuedMatch = QueuedMatch> =
  | { why: 'complete' }
  | { why: 'active'; cabinet: CabinetId }
  | { why: 'team_missing' }
  | { why: 'team_twice'; team: TeamId }
  | { why: 'team_busy'; team: TeamId; otherMatch: M }

/** `active` must have every match of its tournament that is on a cabinet (R-ST-1). */
export function blockOf<M extends QueuedMatch>(
  match: QueuedMatch,
  active: readonly M[],
  cabinet: CabinetId,
): Block<M> | null {
  const { blueTeam, goldTeam } = match
  if (match.isComplete) return { why: 'complete' }
  if (match.activeCabinet !== null) return { why: 'active', cabinet: match.activeCabinet }
  if (blueTeam === null || goldTeam === null) return { why: 'team_missing' }
  if (blueTeam === goldTeam) return { why: 'team_twice', team: blueTeam }
  return teamBusy(match, active, cabinet)
}

/**
 * A match on another cabinet with one of its teams. The match on this cabinet would be displaced.
 */
export function teamBusy<M extends QueuedMatch>(
  { blueTeam, goldTeam }: QueuedMatch,
  active: readonly M[],
  cabinet: CabinetId,
): (Block<M> & { why: 'team_busy' }) | null {
  for (const otherMatch of active) {
    if (otherMatch.activeCabinet === null || otherMatch.activeCabinet === cabinet) continue
    const team = [otherMatch.blueTeam, otherMatch.goldTeam].find(
      (id) => id !== null && (id === blueTeam || id === goldTeam),
    )
    if (typeof team === 'number') return { why: 'team_busy', team, otherMatch }
  }
  return null
}

/** The matches a cabinet may get, in the order in which they are tried: its queues by id. */
export function queueOrderOf(queues: readonly Queue[], cabinet: CabinetId): MatchId[] {
  return queues
    .filter((queue) => queue.enabled && queue.cabinets.includes(cabinet))
    .toSorted((a, b) => a.id - b.id)
    .flatMap((queue) => queue.matches)
}

type NextMatchOptions<M extends QueuedMatch> = {
  order: readonly MatchId[]
  /** undefined: there is no such match to play, and it is not listed as skipped */
  find(id: MatchId): M | undefined
  active: readonly M[]
  cabinet: CabinetId
}
type Next<M extends QueuedMatch> = {
  match: M | null
  /** blocked matches before it, which stay in the queue */
  skipped: { match: M; block: Block<M> }[]
}

/**
 * The next match of a tournament for a cabinet: the first in its queues that is not blocked
 * (R-QU-2). The desk starts it. Calls, the console and the sockets announce it before.
 */
export function nextMatch<M extends QueuedMatch>(options: NextMatchOptions<M>): Next<M> {
  const { order, find, active, cabinet } = options
  const skipped: Next<M>['skipped'] = []
  for (const id of order) {
    const match = find(id)
    if (!match) continue
    const block = blockOf(match, active, cabinet)
    if (!block) return { match, skipped }
    skipped.push({ match, block })
  }
  return { match: null, skipped }
}

/**
 * The coming matches of a cabinet: the next one first, then its queues in order, in which matches
 * that still wait for a team are passed over, as Next does (R-QU-2).
 */
export function comingMatches<M extends QueuedMatch>(options: NextMatchOptions<M>): M[] {
  const { match: next } = nextMatch(options)
  const tier = (match: M) => (match === next ? 0 : hasTeams(match) ? 1 : 2)
  return options.order.flatMap((id) => options.find(id) ?? []).toSorted((a, b) => tier(a) - tier(b))
}

const hasTeams = ({ blueTeam, goldTeam }: QueuedMatch) => blueTeam !== null && goldTeam !== null
