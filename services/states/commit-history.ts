import type { By, Commit } from '../../events/schema/commit.ts'
import { dropOldest } from '../../events/drop-oldest.ts'
import { readCommit } from '../../events/schema/upcast.ts'
import { commitSentence } from '../../events/describe/commit-sentence.ts'
import { touchedBy } from '../../events/describe/touched.ts'
import type { Step, Touched } from '../../events/describe/touched.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { commitLine } from '../../events/describe/commit-line.ts'
import { inSlices } from './in-slices.ts'
import type { Store } from '../store/index.ts'
import { publishedRolls } from './tiebreak-rolls.ts'
import type { Roll } from './tiebreak-rolls.ts'

/** A commit in words and with what it touched; its events are in the witness. */
export type CommitEntry = Touched & {
  version: number
  at: string
  by: By
  device: string | null
  type: Commit['command']['type']
  /** for officials; `words` is what everyone may read (R-CMD-4) */
  text: string
  words: string
  /** matches that came on a cabinet by it, or left theirs */
  placed: { match: number; cabinet: number | null }[]
  /** of dice, that no table had shown before */
  rolls?: Roll[]
}
/** What was done in a tournament, in words, oldest first: version 1 stands at 0. */
export type CommitHistory = (tournament: number) => Promise<readonly CommitEntry[]>

type Known = { state: Tournament; told: CommitEntry[]; rolled: Set<string>; turn: Promise<unknown> }

const mostTournaments = 20
const mostCommits = 1_000
/** Commits described before other work has a turn. */
const atOnce = 25

/** Described from the commits in the witness. A sentence never changes, so it is kept. */
export function openCommitHistory({ db }: Store): CommitHistory {
  const known = new Map<number, Known>()

  function entryOf(tournament: number): Known {
    const entry = known.get(tournament) ?? unread(tournament)
    known.delete(tournament)
    known.set(tournament, entry) // last used, last dropped
    dropOldest(known, mostTournaments)
    return entry
  }

  async function readOn(mine: Known): Promise<void> {
    for (;;) {
      const rows = await db
        .selectFrom('kept.witness')
        .select('commit')
        .where('tournament', '=', mine.state.id)
        .where('version', '>', mine.told.length)
        .orderBy('version')
        .limit(mostCommits)
        .execute()
      await inSlices(rows, atOnce, (row) => {
        const commit = readCommit(row.commit)
        const after = fold(mine.state, commit)
        const rolls = publishedRolls(mine.state, after).filter((roll) => isNew(mine.rolled, roll))
        const told = tell({ before: mine.state, after, commit }, mine.told)
        mine.told.push(rolls.length > 0 ? { ...told, rolls } : told)
        mine.state = after
      })
      if (rows.length < mostCommits) return
    }
  }

  return async (tournament) => {
    const mine = entryOf(tournament)
    const turn = mine.turn.then(() => readOn(mine))
    mine.turn = turn.catch(() => {})
    await turn
    return mine.told
  }
}

function unread(tournament: number): Known {
  const state = emptyTournament(tournament)
  return { state, told: [], rolled: new Set(), turn: Promise.resolve() }
}

function isNew(rolled: Set<string>, { bracket, team }: Roll): boolean {
  return rolled.size < rolled.add(`${bracket} ${team}`).size
}

function tell(step: Step, told: CommitEntry[]): CommitEntry {
  const { version, at, by, device = null, command } = step.commit
  const touched = touchedBy(step)
  return {
    version,
    at,
    by,
    device,
    type: command.type,
    text: commitSentence(step, (earlier) => told[earlier - 1]?.text),
    words: commitLine(step.after, step.commit),
    ...touched,
    placed: touched.matches.flatMap((match) => {
      const [was, is] = [step.before, step.after].map((t) => t.matches[match]?.cabinet ?? null)
      return was === is ? [] : [{ match, cabinet: is ?? null }]
    }),
  }
}
