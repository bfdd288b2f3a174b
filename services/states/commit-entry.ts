import { commitLine } from '../../events/describe/commit-line.ts'
import { commitSentence } from '../../events/describe/commit-sentence.ts'
import { touchedBy } from '../../events/describe/touched.ts'
import type { Step, Touched } from '../../events/describe/touched.ts'
import type { By, Commit } from '../../events/schema/commit.ts'
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

/** A sentence never changes; a commit's line is made once, when it is entered. */
export function entryOf(
  step: Step,
  { entries, rolled }: { entries: readonly CommitEntry[]; rolled: Set<string> },
): CommitEntry {
  const rolls = publishedRolls(step.before, step.after).filter((roll) => isNew(rolled, roll))
  const entry = described(step, entries)
  return rolls.length > 0 ? { ...entry, rolls } : entry
}

function isNew(rolled: Set<string>, { bracket, team }: Roll): boolean {
  return rolled.size < rolled.add(`${bracket} ${team}`).size
}

function described(step: Step, entries: readonly CommitEntry[]): CommitEntry {
  const { version, at, by, device = null, command } = step.commit
  const touched = touchedBy(step)
  return {
    version,
    at,
    by,
    device,
    type: command.type,
    text: commitSentence(step, (earlier) => entries[earlier - 1]?.text),
    words: commitLine(step.after, step.commit),
    ...touched,
    placed: touched.matches.flatMap((match) => {
      const [was, is] = [step.before, step.after].map((t) => t.matches[match]?.cabinet ?? null)
      return was === is ? [] : [{ match, cabinet: is ?? null }]
    }),
  }
}
