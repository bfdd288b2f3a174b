import { sides } from '../bracket/bracket.ts'
import type { Commit } from '../schema/commit.ts'
import type { Tournament } from '../state/tournament.ts'
import { mayDiffer } from '../view/changes.ts'
import { publicOf } from '../view/tournament-rows.ts'
import type { CabinetId, MatchId } from '../ids.ts'

/** A commit between the two states it lies between. */
export type Step = { before: Tournament; after: Tournament; commit: Commit }
export type Touched = {
  /** those it names or changed, that came into a queue or left one, and that other teams play now */
  matches: MatchId[]
  /** those it names, whose timer it changed, and that its matches are or were on */
  cabinets: CabinetId[]
  /** the versions that an undo took back */
  undone: number[]
}

export function touchedBy(step: Step): Touched {
  const { before, after, commit } = step
  const all = [commit.command, ...commit.events]
  const matches = unique([
    ...all.flatMap((one) => ('match' in one ? [one.match] : [])),
    ...differing(before.matches, after.matches),
    ...queued(before, after),
    ...filled(publicOf(before), publicOf(after)),
  ])
  const cabinets = unique([
    ...all.flatMap((one) => ('cabinet' in one ? [one.cabinet] : [])),
    ...differing(before.timers, after.timers),
    ...matches.flatMap((id) => [before.matches[id]?.cabinet, after.matches[id]?.cabinet]),
  ])
  return { matches, cabinets, undone: undoneBy(commit) }
}

/** The versions that an undo took back: the one it names, and with it all that rested on it. */
export function undoneBy({ command, answer }: Commit): number[] {
  if (command.type !== 'Undo') return []
  const all = answer?.['undone']
  return Array.isArray(all) ? all.map(Number) : [command.version]
}

function unique<T extends number>(ids: (T | null | undefined)[]): T[] {
  return [...new Set(ids)].filter((id) => typeof id === 'number')
}

function differing(was: Record<number, unknown>, is: Record<number, unknown>): number[] {
  if (was === is) return []
  const found: number[] = []
  for (const id in was) if (was[id] !== is[id]) found.push(Number(id))
  for (const id in is) if (!(id in was)) found.push(Number(id))
  return found
}

/** Those that came into a queue or left one. */
function queued(before: Tournament, after: Tournament): number[] {
  if (before.queues === after.queues) return []
  const of = (t: Tournament) => Object.values(t.queues).flatMap((queue) => queue.matches)
  const [was, is] = [of(before), of(after)]
  return [...was.filter((id) => !is.includes(id)), ...is.filter((id) => !was.includes(id))]
}

/** Those that a result elsewhere gave another team, as far as everyone may know of it (R-CMD-4). */
function filled(before: Tournament, after: Tournament): number[] {
  const moves = (id: number) => {
    const [was, is] = [before.matches[id], after.matches[id]]
    return was?.result !== is?.result || was?.slots !== is?.slots
  }
  if (before.stages === after.stages && !differing(before.matches, after.matches).some(moves)) {
    return []
  }
  const teamsIn = (t: Tournament, id: number) => {
    const match = t.matches[id]
    const { blue, gold } = match ? sides(t, match) : { blue: null, gold: null }
    return [blue, gold].join()
  }
  return [...mayDiffer(before, after).matches].filter(
    (id) => teamsIn(before, id) !== teamsIn(after, id),
  )
}
