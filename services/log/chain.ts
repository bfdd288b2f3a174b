import { createHash } from 'node:crypto'
import { canonicalJson } from '../../events/canonical-json.ts'
import type { Commit } from '../../events/schema/commit.ts'

export const firstChain = '0'.repeat(64)

/** sha256(previous chain + the commit without its own chain), hex: an altered commit breaks all after it. */
export function chainOf(previous: string, commit: Omit<Commit, 'chain'>): string {
  const { chain: _, ...body } = commit as Commit
  return createHash('sha256').update(previous).update(canonicalJson(body)).digest('hex')
}
