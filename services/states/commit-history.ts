import type { By, Commit } from '../../events/schema/commit.ts'
import { dropOldest } from '../../events/drop-oldest.ts'
import { readCommit } from '../../events/schema/upcast.ts'
import { commitSentence } from '../../events/describe/commit-sentence.ts'
import type { Step } from '../../events/describe/commit-sentence.ts'
import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import { commitLine } from '../../events/describe/commit-line.ts'
import { inSlices } from './in-slices.ts'
import type { Store } from '../store/index.ts'
import { publishedRolls } from './tiebreak-rolls.ts'
import type { Roll } from './tiebreak-rolls.ts'

/** A commit in words and with what it touched; its events are in the witness. */
export type CommitEntry = {
  version: number
  at: string
  by: By
  device: string | null
  type: Commit['command']['type']
  /** the version that an undo names */
  undoes?: number
  /** for officials; `words` is what everyone may read (R-CMD-4) */
  text: string
  words: string
  /** matches it changed or names, and the cabinets they are or were on */
  matches: number[]
  cabinets: number[]
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
  const matches = matchesOf(step)
  return {
    version,
    at,
    by,
    device,
    type: command.type,
    ...(command.type === 'Undo' ? { undoes: command.version } : {}),
    text: commitSentence(step, (earlier) => told[earlier - 1]?.text),
    words: commitLine(step.after, step.commit),
    matches,
    cabinets: cabinetsOf(step, matches),
    placed: matches.flatMap((match) => {
      const [was, is] = [step.before, step.after].map((t) => t.matches[match]?.cabinet ?? null)
      return was === is ? [] : [{ match, cabinet: is ?? null }]
    }),
  }
}

function matchesOf({ before, after, commit }: Step): number[] {
  const named = [commit.command, ...commit.events].flatMap((one) =>
    'match' in one ? [one.match] : [],
  )
  return [...new Set([...named, ...changed(before, after), ...queued(before, after)])]
}

function changed({ matches: was }: Tournament, { matches: is }: Tournament): number[] {
  if (was === is) return []
  const all = new Set([...Object.keys(was), ...Object.keys(is)].map(Number))
  return [...all].filter((id) => was[id] !== is[id])
}

/** Those that came into a queue or left one. */
function queued(before: Tournament, after: Tournament): number[] {
  if (before.queues === after.queues) return []
  const of = (t: Tournament) => Object.values(t.queues).flatMap((queue) => queue.matches)
  const [was, is] = [of(before), of(after)]
  return [...was.filter((id) => !is.includes(id)), ...is.filter((id) => !was.includes(id))]
}

function cabinetsOf({ before, after, commit }: Step, matches: number[]): number[] {
  const named = [commit.command, ...commit.events].flatMap((one) =>
    'cabinet' in one ? [one.cabinet] : [],
  )
  const on = matches.flatMap((id) => [before.matches[id]?.cabinet, after.matches[id]?.cabinet])
  return [...new Set([...named, ...on])].filter((id) => typeof id === 'number')
}
