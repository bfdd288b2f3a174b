import type { MatchRow } from '#events/schema/rows.ts'
import type { Part } from '../http/command/send.ts'
import type { MatchChange } from '../schema/match/match.ts'
import type { MatchId } from '#events/ids.ts'

/**
 * The commands of a PATCH: one for each field that was sent, even if the match has its value
 * already.
 */
export function partsOf(match: MatchRow, change: MatchChange): Part[] {
  const ending = change.isComplete === true
  const reopened = change.isComplete === false
  // Completing a match frees its cabinet and starts the timer there; stopping it first would not.
  const { activeCabinet, ...rest } = change
  const leaves = ending && activeCabinet === null
  return [
    ...(reopened ? [reopen(match.id, change)] : []),
    ...teams(match, change),
    ...score(match.id, change),
    ...cabinet(match.id, leaves ? rest : change),
    ...warmup(match.id, change),
    ...(ending ? [complete(match.id, change.force)] : []),
  ]
}

/** Whether the team of each colour is decided by another match or a stage (R-BR-9). */
export type References = { blueTeam: boolean; goldTeam: boolean }

/**
 * Whether a PUT was made from an older copy: a team that another match or a stage decides has
 * changed since. PATCH replaces such a team deliberately.
 */
export function isOutdated(
  match: MatchRow,
  replacement: MatchChange,
  references: References,
): boolean {
  const fields = ['blueTeam', 'goldTeam'] as const
  return (
    !isSwap(match, replacement) &&
    fields.some((field) => {
      const sent = replacement[field]
      return references[field] && sent !== undefined && sent !== match[field]
    })
  )
}

/**
 * The commands of a PUT: the client sends the match as it last saw it, so only differences become
 * commands, and scores belong to the teams they were sent with, not to the colours (R-ST-7).
 */
export function partsOfReplacement(
  match: MatchRow,
  replacement: MatchChange,
  references: References,
): Part[] {
  const swapped = isSwap(match, replacement)
  const blueScore = swapped ? replacement.goldScore : replacement.blueScore
  const goldScore = swapped ? replacement.blueScore : replacement.goldScore
  const scored = blueScore !== match.blueScore || goldScore !== match.goldScore
  const ending = replacement.isComplete === true
  const reopened = replacement.isComplete === false && match.isComplete
  return [
    ...(reopened ? [reopen(match.id, replacement)] : []),
    ...(swapped ? [] : teams(match, changedTeams(match, replacement, references))),
    ...(scored ? score(match.id, { ...replacement, blueScore, goldScore }) : []),
    ...(ending ? [] : cabinet(match.id, changed(match, replacement, 'activeCabinet'))),
    ...(ending ? [] : warmup(match.id, changed(match, replacement, 'isWarmup'))),
    ...(ending ? [complete(match.id, replacement.force)] : []),
  ]
}

function reopen(match: MatchId, { cascade, reason }: MatchChange): Part {
  return part('isComplete', { type: 'ReopenMatch', match, cascade, reason })
}

function complete(match: MatchId, force = false): Part {
  return part('isComplete', { type: 'CompleteMatch', match, force })
}

/** Whether blue and gold are exchanged. */
function isSwap(match: MatchRow, { blueTeam, goldTeam }: MatchChange): boolean {
  if (blueTeam === undefined || goldTeam === undefined) return false
  if (match.blueTeam === match.goldTeam) return false
  return blueTeam === match.goldTeam && goldTeam === match.blueTeam
}

/**
 * Swaps the sides, then sets the teams. Without `isFlipped`, exchanged teams swap the sides. Teams
 * that the swap alone puts on their sides are not set: another match may decide them.
 */
function teams(match: MatchRow, change: MatchChange): Part[] {
  const { blueTeam, goldTeam, isFlipped } = change
  const newFlip = isFlipped ?? (isSwap(match, change) ? !match.isFlipped : undefined)
  const flip: Part[] =
    newFlip === undefined
      ? []
      : [part('isFlipped', { type: 'SetSides', match: match.id, isFlipped: newFlip })]
  if (blueTeam === undefined && goldTeam === undefined) return flip
  if (newFlip !== undefined && isOnSides(match, change, newFlip)) return flip
  return [...flip, part('teams', { type: 'SetTeams', match: match.id, blueTeam, goldTeam })]
}

/** Whether both teams are the match's own, on the sides on which this flip puts them. */
function isOnSides(match: MatchRow, { blueTeam, goldTeam }: MatchChange, flip: boolean): boolean {
  const stays = flip === match.isFlipped
  const [blue, gold] = stays ? [match.blueTeam, match.goldTeam] : [match.goldTeam, match.blueTeam]
  return blueTeam === blue && goldTeam === gold
}

function score(match: MatchId, change: MatchChange): Part[] {
  const { blueScore, goldScore, isComplete: ends, force, cascade, reason } = change
  if (blueScore === undefined && goldScore === undefined) return []
  const how = { ends, force, cascade, reason }
  return [part('score', { type: 'SetScore', match, blueScore, goldScore, ...how })]
}

function cabinet(match: MatchId, { activeCabinet, force = false, displace }: MatchChange): Part[] {
  if (activeCabinet === undefined) return []
  if (activeCabinet === null) return [part('activeCabinet', { type: 'StopMatch', match })]
  const command = { type: 'StartMatch', match, cabinet: activeCabinet, force, displace } as const
  return [part('activeCabinet', command)]
}

function warmup(match: MatchId, { isWarmup }: MatchChange): Part[] {
  return isWarmup === undefined
    ? []
    : [part('isWarmup', { type: 'SetWarmup', match, on: isWarmup })]
}

function changed(
  match: MatchRow,
  replacement: MatchChange,
  field: 'activeCabinet' | 'isWarmup',
): MatchChange {
  return replacement[field] === match[field]
    ? {}
    : { [field]: replacement[field], force: replacement.force, displace: replacement.displace }
}

function changedTeams(
  match: MatchRow,
  replacement: MatchChange,
  references: References,
): MatchChange {
  const { isFlipped = match.isFlipped } = replacement
  const { blueTeam = match.blueTeam, goldTeam = match.goldTeam } = replacement
  const changed = {
    ...(blueTeam === match.blueTeam || references.blueTeam ? {} : { blueTeam }),
    ...(goldTeam === match.goldTeam || references.goldTeam ? {} : { goldTeam }),
  }
  if (isFlipped === match.isFlipped) return changed
  if (Object.keys(changed).length === 0) return { isFlipped }
  if (!references.blueTeam && !references.goldTeam) return { blueTeam, goldTeam, isFlipped }
  // The team that another match or a stage decides changes its side, so the other one is set there.
  return references.blueTeam ? { blueTeam: goldTeam, isFlipped } : { goldTeam: blueTeam, isFlipped }
}

function part(name: string, command: Part['command']): Part {
  return { part: name, command }
}
