import { commandInfo } from '#events/describe/commands.ts'
import { undoneBy } from '#events/describe/touched.ts'
import type { Commit } from '#events/schema/commit.ts'
import type { DecisionInputs } from './decide/decision.ts'
import type { Request } from './request.ts'

type Sender = Pick<Request, 'undoes' | 'pairedWith'>

/** The sender's right to undo steps, for a decision (R-UN-1, R-PE-4). */
export function undoRights(
  { undoes, pairedWith }: Sender,
  commits: readonly Commit[],
): Pick<DecisionInputs, 'mayUndo' | 'tabletMayUndo'> {
  const ifAll = (isAllowed: IsAllowed) => (version: number) =>
    takenBack(version, commits).every(({ type }) => isAllowed(commandInfo(type)))
  return {
    ...(undoes === 'official' && { mayUndo: ifAll(({ by }) => by !== 'admin') }),
    ...(pairedWith && { tabletMayUndo: ifAll(({ tablet }) => tablet !== false) }),
  }
}
type IsAllowed = (info: ReturnType<typeof commandInfo>) => boolean

/** The commands that an undo of a version takes back, also through undos of undos. */
function takenBack(version: number, commits: readonly Commit[]): Commit['command'][] {
  const versions = new Set([version])
  // The set grows while it is read.
  for (const each of versions) {
    const commit = commits[each - 1]
    if (!commit) continue
    for (const earlier of undoneBy(commit)) versions.add(earlier)
    if (commit.command.type === 'ReplaceStep') versions.add(commit.command.version)
  }
  return [...versions].flatMap((each) => commits[each - 1]?.command ?? [])
}
