import { sidesOf } from '../bracket/bracket.ts'
import type { Commit } from '../schema/commit.ts'
import type { Tournament } from '../state/tournament.ts'
import { affectedBy } from '../view/changes.ts'
import { publicOf } from '../view/tournament-rows.ts'
import type { CabinetId, MatchId } from '../ids.ts'

/** A commit with the states before and after it. */
export type CommitStep = { before: Tournament; after: Tournament; commit: Commit }
export type TouchedParts = {
  /** those it names, changes, adds to a queue or removes from one, and those with new teams */
  matches: MatchId[]
  /** those it names, those whose timer it changed, and those its matches are or were on */
  cabinets: CabinetId[]
  /** the versions that an undo reverted */
  undone: number[]
}

export function touchedBy(step: CommitStep): TouchedParts {
  const { before, after, commit } = step
  const parts = [commit.command, ...commit.events]
  const matches = unique([
    ...parts.flatMap((part) => ('match' in part ? [part.match] : [])),
    ...differing(before.matches, after.matches),
    ...requeued(before, after),
    ...withNewTeams(publicOf(before), publicOf(after)),
  ])
  const cabinets = unique([
    ...parts.flatMap((part) => ('cabinet' in part ? [part.cabinet] : [])),
    ...differing(before.timers, after.timers),
    ...matches.flatMap((id) => [before.matches[id]?.cabinet, after.matches[id]?.cabinet]),
  ])
  return { matches, cabinets, undone: undoneBy(commit) }
}

/** The versions that an undo reverted: the one it names and those that depended on it. */
export function undoneBy({ command, answer }: Commit): number[] {
  if (command.type !== 'Undo') return []
  const all = answer?.['undone']
  return Array.isArray(all) ? all.map(Number) : [command.version]
}

function unique<T extends number>(ids: (T | null | undefined)[]): T[] {
  return [...new Set(ids)].filter((id) => typeof id === 'number')
}

function differing(before: Record<number, unknown>, after: Record<number, unknown>): number[] {
  if (before === after) return []
  const ids: number[] = []
  for (const id in before) if (before[id] !== after[id]) ids.push(Number(id))
  for (const id in after) if (!(id in before)) ids.push(Number(id))
  return ids
}

/** Matches that were added to a queue or removed from one. */
function requeued(before: Tournament, after: Tournament): number[] {
  if (before.queues === after.queues) return []
  const queued = (t: Tournament) => Object.values(t.queues).flatMap((queue) => queue.matches)
  const [old, current] = [queued(before), queued(after)]
  return [
    ...old.filter((id) => !current.includes(id)),
    ...current.filter((id) => !old.includes(id)),
  ]
}

/** Matches whose teams changed by the result of another match, if it is public (R-CMD-4). */
function withNewTeams(before: Tournament, after: Tournament): number[] {
  const decides = (id: number) => {
    const [old, current] = [before.matches[id], after.matches[id]]
    return old?.result !== current?.result || old?.slots !== current?.slots
  }
  if (before.stages === after.stages && !differing(before.matches, after.matches).some(decides)) {
    return []
  }
  const teamsIn = (t: Tournament, id: number) => {
    const match = t.matches[id]
    const { blue, gold } = match ? sidesOf(t, match) : { blue: null, gold: null }
    return [blue, gold].join()
  }
  return [...affectedBy(before, after).matches].filter(
    (id) => teamsIn(before, id) !== teamsIn(after, id),
  )
}
