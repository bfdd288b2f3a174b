import { publicMessage } from '#events/describe/commit-line.ts'
import { commitSentence } from '#events/describe/commit-sentence.ts'
import { touchedBy } from '#events/describe/touched.ts'
import type { CommitStep, TouchedParts } from '#events/describe/touched.ts'
import type { Message } from '#events/messages/message.ts'
import type { By, Commit } from '#events/schema/commit.ts'
import { tableOf } from '#events/bracket/bracket.ts'
import { publicOf } from '#events/view/tournament-rows.ts'
import type { Tournament } from '#events/state/tournament.ts'

/** A commit described in words, with the records it touched. Its events are in the witness. */
export type CommitEntry = TouchedParts & {
  version: number
  at: string
  by: By
  device: string | null
  type: Commit['command']['type']
  /** what officials read; the public message says less (R-CMD-4) */
  officialMessage: Message
  publicMessage: Message
  /** matches that it put on a cabinet (or took off: null) */
  cabinetChanges: { match: number; cabinet: number | null }[]
  /** rolls of dice that no table had shown before */
  rolls?: Roll[]
}

/** Describes a commit when it is entered into the history; its texts never change later. */
export function entryOf(
  step: CommitStep,
  { entries, rolled }: { entries: readonly CommitEntry[]; rolled: Set<string> },
): CommitEntry {
  const rolls = publishedRolls(step.before, step.after).filter((roll) => isNew(rolled, roll))
  const entry = describe(step, entries)
  return rolls.length > 0 ? { ...entry, rolls } : entry
}

function isNew(rolled: Set<string>, { bracket, team }: Roll): boolean {
  return rolled.size < rolled.add(`${bracket} ${team}`).size
}

function describe(step: CommitStep, entries: readonly CommitEntry[]): CommitEntry {
  const { version, at, by, device = null, command } = step.commit
  const touched = touchedBy(step)
  return {
    version,
    at,
    by,
    device,
    type: command.type,
    officialMessage: commitSentence(step, (earlier) => entries[earlier - 1]?.officialMessage),
    publicMessage: publicMessage(step.after, step.commit),
    ...touched,
    cabinetChanges: touched.matches.flatMap((match) => {
      const [before, after] = [step.before, step.after].map(
        (t) => t.matches[match]?.cabinet ?? null,
      )
      return before === after ? [] : [{ match, cabinet: after ?? null }]
    }),
  }
}

/** A roll of a stage's dice that a table has shown, and that is public from then on (R-TB-8). */
export type Roll = { bracket: number; team: number; roll: string }

/**
 * The rolls shown by the tables after a commit; all others stay secret with their dice (R-TB-7).
 */
export function publishedRolls(before: Tournament, after: Tournament): Roll[] {
  if (before.stages === after.stages && haveSameResults(before, after)) return []
  const t = publicOf(after)
  return Object.values(t.stages).flatMap((stage) =>
    tableOf(t, stage).flatMap(({ team, decidedBy }) => {
      if (decidedBy?.rule !== 'dice_roll') return []
      const [own, above] = decidedBy.values
      return [
        { bracket: stage.id, team, roll: own },
        { bracket: stage.id, team: decidedBy.over, roll: above },
      ]
    }),
  )
}

/** Ignores matches that are not complete, because their points change no table. */
function haveSameResults({ matches: before }: Tournament, { matches: after }: Tournament): boolean {
  if (before === after) return true
  const matches = Object.values(after)
  if (matches.length !== Object.keys(before).length) return false
  return matches.every((match) => {
    const previous = before[match.id]
    if (previous === match) return true
    if (!previous || previous.result || match.result) return false
    return previous.slots === match.slots
  })
}
