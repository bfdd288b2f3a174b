import type { Change } from '../../events/view/frames.ts'
import { dropOldest } from '../../events/drop-oldest.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { changes } from '../../events/view/changes.ts'
import { keyColumnsOf, keyOf } from '../../events/view/keys.ts'
import type { Table } from '../../events/schema/rows.ts'
import { commitLineOf } from '../../events/describe/commit-line.ts'
import type { Commit } from '../../events/schema/commit.ts'
import { chainOf, firstChain } from '../log/index.ts'
import type { Log, Stored } from '../log/index.ts'
import { writeStageEnds } from './stage-ends.ts'
import { put, remove } from './writes.ts'
import type { Writes } from './writes.ts'
import type { TournamentId } from '../../events/ids.ts'

type Known = { state: Tournament; chain: string }
export type Projected = { writes: Writes; witness: Record<string, unknown>[]; frames: Change[] }

/** The log is not what it was, or not whole: nothing more may be projected from it (P9). */
export class BrokenLog extends Error {}

/** How many frames of a tournament are kept for those who resume; older ones get a snapshot. */
export const keptFrames = 1_000
const mostTournaments = 500

/** Commits to rows and frames. Holds the states it has folded; they can be had again from the log. */
export function openTournaments(log: Log) {
  const known = new Map<TournamentId, Known>()

  async function stateBefore({ commit, seq }: Stored): Promise<Known> {
    const found = known.get(commit.tournament)
    if (found) return found
    let state = emptyTournament(commit.tournament)
    let chain = firstChain
    if (commit.version > 1) {
      for (const past of await log.load(commit.tournament)) {
        if (past.seq >= seq) break
        state = fold(state, past.commit)
        chain = past.commit.chain
      }
    }
    return { state, chain }
  }

  return {
    async project(batch: Stored[]): Promise<Projected> {
      const writes: Writes = new Map()
      const witness: Projected['witness'] = []
      const frames: Change[] = []
      for (const stored of batch) {
        const { commit, seq } = stored
        const before = await stateBefore(stored)
        check(before, commit)
        const after = fold(before.state, commit)
        known.delete(commit.tournament)
        known.set(commit.tournament, { state: after, chain: commit.chain })
        const frame = frameOf(before.state, after, commit)
        frames.push(frame)
        writeRows(writes, frame)
        writeStageEnds(writes, before.state, { frame, chain: commit.chain })
        const { tournament, version, chain } = commit
        witness.push({ seq, tournament, version, chain, commit })
      }
      dropOldest(known, mostTournaments)
      return { writes, witness, frames }
    },
    /** after a failed write: what is known is ahead of the database */
    forget: () => known.clear(),
  }
}

function check(before: Known, commit: Commit): void {
  const { tournament, version } = commit
  if (version !== before.state.version + 1) {
    const had = before.state.version
    throw new BrokenLog(`Tournament ${tournament}: version ${version} follows ${had}.`) // P5
  }
  if (commit.chain !== chainOf(before.chain, commit)) {
    throw new BrokenLog(`Tournament ${tournament}: version ${version} has been altered.`)
  }
}

function frameOf(before: Tournament, after: Tournament, commit: Commit): Change {
  const { id: tournament, version } = after
  const line = commitLineOf({ before, after, commit })
  const rows = changes(before, after)
  return { type: 'change', tournament, version, at: commit.at, commit: line, rows }
}

function writeRows(writes: Writes, frame: Change): void {
  const { tournament, version } = frame
  for (const [table, change] of Object.entries(frame.rows)) {
    const key = keyOf[table as Table] as (row: unknown) => string
    for (const row of change.put) put(writes, table, `${tournament}/${key(row)}`, row)
    for (const gone of change.gone) {
      remove(writes, table, `${tournament}/${gone}`, keyColumnsOf(table as Table, tournament, gone))
    }
  }
  put(writes, 'tournament_version', `${tournament}`, { tournament, version })
  put(writes, 'change', `${tournament}/${version}`, { tournament, version, frame })
  if (version > keptFrames) {
    const old = version - keptFrames
    remove(writes, 'change', `${tournament}/${old}`, { tournament, version: old })
  }
}
