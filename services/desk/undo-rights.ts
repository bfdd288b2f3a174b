import { commandInfo } from '../../events/describe/commands.ts'
import { undoneBy } from '../../events/describe/touched.ts'
import type { Commit } from '../../events/schema/commit.ts'
import type { DecisionInputs } from './decide/decision.ts'
import type { Request } from './request.ts'

/** The sender's right to undo steps, for a decision. */
export function undoRights(
  { undoes }: Pick<Request, 'undoes'>,
  commits: readonly Commit[],
): Pick<DecisionInputs, 'mayUndo'> {
  return undoes === 'official' ? { mayUndo: undoneByOfficials(commits) } : {}
}

/**
 * Whether officials may undo a version: an undo needs the right to what it takes back, also through
 * undos of undos (R-UN-1).
 */
function undoneByOfficials(commits: readonly Commit[]): (version: number) => boolean {
  return (version) => {
    const versions = new Set([version])
    // The set grows while it is read.
    for (const each of versions) {
      const commit = commits[each - 1]
      if (!commit) continue
      if (commandInfo(commit.command.type).by === 'admin') return false
      for (const earlier of undoneBy(commit)) versions.add(earlier)
      if (commit.command.type === 'ReplaceStep') versions.add(commit.command.version)
    }
    return true
  }
}
