import type { Commit } from './commit.ts'

/**
 * Reads a stored commit. A shipped event never changes: a new form gets a new `v`, and this
 * function converts the old form to the new one (P7). No conversion is needed yet.
 */
export function readCommit(stored: unknown): Commit {
  return stored as Commit
}
