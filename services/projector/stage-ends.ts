import { stageComplete } from '../../events/bracket/bracket.ts'
import type { Change } from '../../events/view/frames.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { publicOf } from '../../events/view/tournament-rows.ts'
import { put, remove } from './writes.ts'
import type { Writes } from './writes.ts'

/**
 * Writes the commit at which a stage became publicly complete. With its hash anybody can prove that
 * nothing before it was changed later (R-DI-5). It is not a part of the stage's own row, because an
 * undo restores that (R-ED-4), and a stage that is completed again ends at a later commit.
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
