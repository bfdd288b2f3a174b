import type { Commit } from '../schema/commit.ts'
import { StateTable } from '../schema/event.ts'
import type { CommitStep } from './touched.ts'

/** The parts a commit changed, such as `matches 101`. Commits never change, so this is cached. */
export function changedParts(step: CommitStep): string[] {
  const cached = changes.get(step.commit) ?? findChanges(step)
  changes.set(step.commit, cached)
  return cached
}
const changes = new WeakMap<Commit, string[]>()

function findChanges({ before, after }: CommitStep): string[] {
  const parts = StateTable.options.flatMap((kind) => {
    const [old, current]: Record<string, unknown>[] = [before[kind], after[kind]]
    if (!old || !current || old === current) return []
    const ids = new Set([...Object.keys(old), ...Object.keys(current)])
    return [...ids].filter((id) => differs(old[id], current[id])).map((id) => `${kind} ${id}`)
  })
  const settings = ownSettings.filter((field) => before[field] !== after[field])
  return [...parts, ...settings.map((field) => `settings ${field}`)]
}

/** The settings of the tournament itself. */
export const ownSettings = [
  'name',
  'date',
  'linkType',
  'isActive',
  'protestDeadline',
  'rulingSigners',
] as const

function differs(one: unknown, other: unknown): boolean {
  return one !== other && JSON.stringify(one) !== JSON.stringify(other)
}
