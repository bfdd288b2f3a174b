import { stageComplete } from '../../events/bracket/bracket.ts'
import type { Change } from '../../events/view/frames.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { publicOf } from '../../events/view/tournament-rows.ts'
import { put, remove } from './writes.ts'
import type { Writes } from './writes.ts'

/**
 * Where in the log a stage became complete for everyone: whoever wrote the hash down can tell that
 * nothing before it was changed later (R-DI-5). Not a part of the stage's own row, which an undo
 * puts back as it was (R-ED-4): a stage that is completed once more ends at a later commit.
 */
export function writeStageEnds(
  writes: Writes,
  before: Tournament,
  { frame, chain }: { frame: Change; chain: string },
): void {
  const { tournament, version, rows } = frame
  for (const { id: bracket, isComplete } of rows.bracket?.put ?? []) {
    const wasComplete = !before.deleted && stageComplete(publicOf(before), bracket)
    if (isComplete === wasComplete) continue
    const end = { bracket, tournament, version, chain }
    if (isComplete) put(writes, 'stage_end', `${bracket}`, end)
    else remove(writes, 'stage_end', `${bracket}`, { bracket })
  }
  for (const gone of rows.bracket?.gone ?? []) {
    remove(writes, 'stage_end', gone, { bracket: Number(gone) })
  }
}
