import { changedIn } from '../../../events/describe/changed-parts.ts'
import { undoneBy } from '../../../events/describe/touched.ts'
import type { Step } from '../../../events/describe/touched.ts'
import type { MatchId } from '../../../events/ids.ts'

/** A commit between the states it lies between. */
export type { Step } from '../../../events/describe/touched.ts'

/**
 * Steps that follow each other, without those taken back since: an undo and what it took back
 * cancel each other, and an undo of the undo brings it back. /
 */
export function standing(later: Step[]): Step[] {
  const first = later[0]?.commit.version ?? 0
  const left = new Set<Step>()
  const turn = (step: Step | undefined) => {
    if (!step) return
    const { command } = step.commit
    if (command.type !== 'Undo') return void (left.delete(step) || left.add(step))
    for (const version of undoneBy(step.commit)) turn(later[version - first])
  }
  for (const step of later) turn(step)
  return [...left]
}

const unqueues: readonly string[] = ['MatchStarted', 'MatchCompleted', 'MatchForfeited']

/**
 * Matches that were started, ended or put in another queue, and so left whatever queue they stood
 * in.
 */
export function unqueuedIn(steps: Step[]): number[] {
  const found: number[] = []
  for (const { commit } of steps) {
    for (const event of commit.events) {
      if (event.type === 'QueueOrdered') found.push(...event.matches)
      else if ('match' in event && unqueues.includes(event.type)) found.push(event.match)
    }
  }
  return found
}

/** Stands for a match having left its queue, as `matches 101` does for a change of it. */
export function unqueuing(match: MatchId): string {
  return `unqueued ${match}`
}

/** Steps after another one that changed one of these parts, the earliest first. */
export type ByParts = (parts: readonly string[], after: Step) => Step[]

/** Steps by the parts they changed, so that a look-up does not go through the whole log. */
function byParts(steps: Step[]): ByParts {
  const known = new Map<string, Step[]>()
  const note = (part: string, step: Step) => {
    const found = known.get(part)
    if (found) found.push(step)
    else known.set(part, [step])
  }
  for (const step of steps) {
    for (const part of changedIn(step)) note(part, step)
    for (const match of unqueuedIn([step])) note(unqueuing(match), step)
  }
  return (parts, { commit: { version } }) => {
    const found = new Set(parts.flatMap((part) => known.get(part) ?? []))
    const later = [...found].filter(({ commit }) => commit.version > version)
    return later.toSorted((a, b) => a.commit.version - b.commit.version)
  }
}

/** What stands of all that came later, and by which parts it is found: worked out once. */
export function dependentsIn(later: Step[]): { stood: Step[]; touching: ByParts } {
  const cached = dependents.get(later)
  if (cached) return cached
  const stood = standing(later)
  const found = { stood, touching: byParts(stood) }
  dependents.set(later, found)
  return found
}
const dependents = new WeakMap<Step[], ReturnType<typeof dependentsIn>>()
