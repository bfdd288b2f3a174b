import { changedParts } from '#events/describe/changed-parts.ts'
import { undoneBy } from '#events/describe/touched.ts'
import type { CommitStep } from '#events/describe/touched.ts'
import type { MatchId } from '#events/ids.ts'

/** A commit with the states before and after it. */
export type { CommitStep } from '#events/describe/touched.ts'

/**
 * The steps of a sequence that are still in effect. An undo and the steps it takes back cancel each
 * other; an undo of the undo restores them.
 */
export function stepsInEffect(later: CommitStep[]): CommitStep[] {
  const first = later[0]?.commit.version ?? 0
  const inEffect = new Set<CommitStep>()
  const toggle = (step: CommitStep | undefined) => {
    if (!step) return
    const { command } = step.commit
    if (command.type !== 'Undo') return void (inEffect.delete(step) || inEffect.add(step))
    for (const version of undoneBy(step.commit)) toggle(later[version - first])
  }
  for (const step of later) toggle(step)
  return [...inEffect]
}

const unqueues: readonly string[] = ['MatchStarted', 'MatchCompleted', 'MatchForfeited']

/** Matches that left their queue, because they were started, ended or put in another queue. */
export function unqueuedIn(steps: CommitStep[]): number[] {
  const unqueued: number[] = []
  for (const { commit } of steps) {
    for (const event of commit.events) {
      if (event.type === 'QueueOrdered') unqueued.push(...event.matches)
      else if ('match' in event && unqueues.includes(event.type)) unqueued.push(event.match)
    }
  }
  return unqueued
}

/** The part name for a match that left its queue, like `matches 101` for a change of the match. */
export function unqueuing(match: MatchId): string {
  return `unqueued ${match}`
}

/** Finds the later steps that changed one of these parts, the earliest first. */
export type ByParts = (parts: readonly string[], after: CommitStep) => CommitStep[]

/** Indexes steps by the parts they changed, so that a look-up does not scan the whole log. */
function byParts(steps: CommitStep[]): ByParts {
  const index = new Map<string, CommitStep[]>()
  const add = (part: string, step: CommitStep) => {
    const steps = index.get(part)
    if (steps) steps.push(step)
    else index.set(part, [step])
  }
  for (const step of steps) {
    for (const part of changedParts(step)) add(part, step)
    for (const match of unqueuedIn([step])) add(unqueuing(match), step)
  }
  return (parts, { commit: { version } }) => {
    const found = new Set(parts.flatMap((part) => index.get(part) ?? []))
    const later = [...found].filter(({ commit }) => commit.version > version)
    return later.toSorted((a, b) => a.commit.version - b.commit.version)
  }
}

/** The later steps still in effect, with their index by parts. Computed once for each array. */
export function dependentsIn(later: CommitStep[]): { inEffect: CommitStep[]; touching: ByParts } {
  const cached = dependents.get(later)
  if (cached) return cached
  const inEffect = stepsInEffect(later)
  const computed = { inEffect, touching: byParts(inEffect) }
  dependents.set(later, computed)
  return computed
}
const dependents = new WeakMap<CommitStep[], ReturnType<typeof dependentsIn>>()
