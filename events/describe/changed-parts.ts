import type { Commit } from '../schema/commit.ts'
import { Kind } from '../schema/event.ts'
import type { Step } from './touched.ts'

/** The parts a commit changed, such as `matches 101`. They never change, so they are cached. */
export function changedIn(step: Step): string[] {
  const cached = changes.get(step.commit) ?? partsChanged(step)
  changes.set(step.commit, cached)
  return cached
}
const changes = new WeakMap<Commit, string[]>()

function partsChanged({ before, after }: Step): string[] {
  const parts = Kind.options.flatMap((kind) => {
    const [was, is]: Record<string, unknown>[] = [before[kind], after[kind]]
    if (!was || !is || was === is) return []
    const ids = new Set([...Object.keys(was), ...Object.keys(is)])
    return [...ids].filter((id) => differs(was[id], is[id])).map((id) => `${kind} ${id}`)
  })
  const settings = ownSettings.filter((field) => before[field] !== after[field])
  return [...parts, ...settings.map((field) => `settings ${field}`)]
}

/** Of the tournament itself. */
export const ownSettings = [
  'name',
  'date',
  'linkType',
  'isActive',
  'protestDeadline',
  'rulingSigners',
] as const

function differs(was: unknown, is: unknown): boolean {
  return was !== is && JSON.stringify(was) !== JSON.stringify(is)
}
