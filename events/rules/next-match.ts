import type { CabinetId, MatchId, TeamId } from '../ids.ts'

/** A match as it stands in line: a row as it is, and from a state `blueTeam` and `goldTeam` suffice. */
export type InLine = {
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

/** Why a match cannot go on a cabinet. */
export type Block<M extends InLine = InLine> =
  | { why: 'complete' }
  | { why: 'active'; cabinet: CabinetId }
  | { why: 'team_missing' }
  | { why: 'team_twice'; team: TeamId }
  | { why: 'team_busy'; team: TeamId; rival: M }

/** `active`: at least every match of its tournament that is on a cabinet (R-ST-1). */
export function blockOf<M extends InLine>(
  match: InLine,
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

/** A match elsewhere that one of its teams plays; what is on the cabinet itself makes way for it. */
export function teamBusy<M extends InLine>(
  { blueTeam, goldTeam }: InLine,
  active: readonly M[],
  cabinet: CabinetId,
): (Block<M> & { why: 'team_busy' }) | null {
  for (const rival of active) {
    if (rival.activeCabinet === null || rival.activeCabinet === cabinet) continue
    const team = [rival.blueTeam, rival.goldTeam].find(
      (id) => id !== null && (id === blueTeam || id === goldTeam),
    )
    if (typeof team === 'number') return { why: 'team_busy', team, rival }
  }
  return null
}

/** The matches a cabinet may get, in the order in which they are looked at: its queues by id. */
export function lineOf(queues: readonly Queue[], cabinet: CabinetId): MatchId[] {
  return queues
    .filter((queue) => queue.enabled && queue.cabinets.includes(cabinet))
    .toSorted((a, b) => a.id - b.id)
    .flatMap((queue) => queue.matches)
}

type Next<M extends InLine> = {
  match: M | null
  /** those before it, which stay where they are */
  skipped: { match: M; block: Block<M> }[]
}

/**
 * Which match a cabinet gets next, of one tournament: the first in its queues that nothing blocks
 * (R-QU-2). The desk starts it; calls, the console and the sockets say it before.
 */
export function nextMatch<M extends InLine>(options: {
  line: readonly MatchId[]
  /** undefined: there is no such match to play, so it is passed over without a word */
  find(id: MatchId): M | undefined
  active: readonly M[]
  cabinet: CabinetId
}): Next<M> {
  const { line, find, active, cabinet } = options
  const skipped: Next<M>['skipped'] = []
  for (const id of line) {
    const match = find(id)
    if (!match) continue
    const block = blockOf(match, active, cabinet)
    if (!block) return { match, skipped }
    skipped.push({ match, block })
  }
  return { match: null, skipped }
}
