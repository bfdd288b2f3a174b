import type { Change } from '#events/view/frames.ts'
import { emptyTournament, isImportIncomplete } from '#events/state/tournament.ts'
import type { Tournament } from '#events/state/tournament.ts'
import { changes } from '#events/view/changes.ts'
import { keyColumnsOf, keyOf } from '#events/view/keys.ts'
import type { Table } from '#events/schema/rows.ts'
import { commitLineOf } from '#events/describe/commit-line.ts'
import type { Commit } from '#events/schema/commit.ts'
import type { Damage, StoredCommit } from '../log/index.ts'
import type { FoldedStep, States } from '../states/index.ts'
import { put, remove } from './writes.ts'
import type { Writes } from './writes.ts'
import { stageComplete } from '#events/bracket/bracket.ts'
import { publicOf } from '#events/view/tournament-rows.ts'

export type Frames = Change[]
type Projection = {
  writes: Writes
  witness: Record<string, unknown>[]
  frames: Frames
  /** tournaments that are halted by this batch */
  halts: Damage[]
}

/**
 * Frames of a tournament that are kept for clients that resume; clients further behind get a
 * snapshot.
 */
const maxFrames = 1_000

/**
 * Projects commits to rows and frames. It skips tournaments in `halted`, and adds newly halted
 * ones.
 */
export function openTournaments(states: States, halted: Map<number, Damage>) {
  const follower = states.follower()

  return {
    async project(batch: StoredCommit[]): Promise<Projection> {
      const folded: FoldedStep[] = []
      const halts: Damage[] = []
      for (const stored of batch) {
        const { tournament } = stored.commit
        if (halted.has(tournament)) continue
        const { steps, damage } = await follower(stored)
        folded.push(...steps)
        if (!damage) continue
        halted.set(tournament, damage)
        halts.push(damage)
      }
      return { ...projectSteps(folded), halts }
    },
  }
}

export function projectSteps(steps: FoldedStep[]): Omit<Projection, 'halts'> {
  const writes: Writes = new Map()
  const witness: Projection['witness'] = []
  const frames: Change[] = []
  for (const { stored, before, after } of steps) {
    const { commit, seq } = stored
    const { tournament, version, chain } = commit
    const frame = frameOf(before.state, after.state, commit)
    writeFrame(writes, frame)
    if (!isImportIncomplete(after.state)) {
      const shown = isImportIncomplete(before.state) ? fullFrame(after.state, frame) : frame
      frames.push(shown)
      writeRows(writes, shown)
    }
    writeStageEnds(writes, before.state, { frame, chain })
    witness.push({ seq, tournament, version, chain, commit })
  }
  return { writes, witness, frames }
}

function frameOf(before: Tournament, after: Tournament, commit: Commit): Change {
  const { id: tournament, version } = after
  const line = commitLineOf({ before, after, commit })
  const rows = changes(before, after)
  return { type: 'change', tournament, version, at: commit.at, commit: line, rows }
}

/** The first visible frame of a tournament imported with its history has all its rows (R-IM-1). */
function fullFrame(t: Tournament, frame: Change): Change {
  return { ...frame, rows: changes(emptyTournament(t.id), t) }
}

function writeRows(writes: Writes, { tournament, version, rows }: Change): void {
  for (const [table, change] of Object.entries(rows)) {
    const key = keyOf[table as Table] as (row: unknown) => string
    for (const row of change.put) put(writes, table, `${tournament}/${key(row)}`, row)
    for (const gone of change.gone) {
      remove(writes, table, `${tournament}/${gone}`, keyColumnsOf(table as Table, tournament, gone))
    }
  }
  put(writes, 'tournament_version', `${tournament}`, { tournament, version })
}

function writeFrame(writes: Writes, frame: Change): void {
  const { tournament, version } = frame
  put(writes, 'change', `${tournament}/${version}`, { tournament, version, frame })
  if (version > maxFrames) {
    const old = version - maxFrames
    remove(writes, 'change', `${tournament}/${old}`, { tournament, version: old })
  }
}

/**
 * Writes the commit at which a stage became publicly complete. With its hash anybody can prove that
 * nothing before it was changed later (R-DI-5). It is not a part of the stage's own row, because an
 * undo restores that (R-ED-4), and a stage that is completed again ends at a later commit.
 */
function writeStageEnds(
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
