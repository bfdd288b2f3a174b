import type { MatchRow } from '../../../events/schema/rows.ts'
import type { Part } from '../http/command/send.ts'
import type { MatchChange, MatchReplacement } from '../schema/match.ts'
import type { MatchId } from '../../../events/ids.ts'

/** A PATCH in commands: only what was sent counts, whatever the match looks like now. */
export function partsOf(match: MatchRow, change: MatchChange): Part[] {
  return [
    ...teams(match, change),
    ...score(match.id, change),
    ...cabinet(match.id, change),
    ...warmup(match.id, change),
  ]
}

/**
 * A PUT in commands: the client sends the match as it last saw it, so what is the same is left
 * alone, and scores follow the teams they were sent with, not the colours (R-ST-7).
 */
export function partsOfWhole(match: MatchRow, whole: MatchReplacement): Part[] {
  const swapped = isSwap(match, whole)
  const blueScore = swapped ? whole.goldScore : whole.blueScore
  const goldScore = swapped ? whole.blueScore : whole.goldScore
  const scored = blueScore !== match.blueScore || goldScore !== match.goldScore
  const ending = whole.isComplete === true
  const reopened = whole.isComplete === false && match.isComplete
  return [
    ...(reopened ? [reopen(match.id, whole)] : []),
    ...(swapped ? [] : teams(match, changedTeams(match, whole))),
    ...(scored ? score(match.id, { ...whole, blueScore, goldScore }) : []),
    ...(ending ? [] : cabinet(match.id, changed(match, whole, 'activeCabinet'))),
    ...(ending ? [] : warmup(match.id, changed(match, whole, 'isWarmup'))),
    ...(ending ? [complete(match.id, whole.force)] : []),
  ]
}

function reopen(match: MatchId, { cascade, reason }: MatchChange): Part {
  return part('isComplete', { type: 'ReopenMatch', match, cascade, reason })
}

function complete(match: MatchId, force = false): Part {
  return part('isComplete', { type: 'CompleteMatch', match, force })
}

/** Blue and gold the other way round. */
function isSwap(match: MatchRow, { blueTeam, goldTeam }: MatchChange): boolean {
  if (blueTeam === undefined || goldTeam === undefined) return false
  if (match.blueTeam === match.goldTeam) return false
  return blueTeam === match.goldTeam && goldTeam === match.blueTeam
}

/** Both teams with `isFlipped`, or both teams exchanged, is the swap of sides and only that. */
function teams(match: MatchRow, change: MatchChange): Part[] {
  const { blueTeam, goldTeam, isFlipped } = change
  const both = blueTeam !== undefined && goldTeam !== undefined
  const wanted = isFlipped ?? (isSwap(match, change) ? !match.isFlipped : undefined)
  const flip: Part[] =
    wanted === undefined
      ? []
      : [part('isFlipped', { type: 'SetSides', match: match.id, isFlipped: wanted })]
  if (both && wanted !== undefined) return flip
  if (blueTeam === undefined && goldTeam === undefined) return flip
  return [...flip, part('teams', { type: 'SetTeams', match: match.id, blueTeam, goldTeam })]
}

function score(match: MatchId, change: MatchChange): Part[] {
  const { blueScore, goldScore, cascade, reason } = change
  if (blueScore === undefined && goldScore === undefined) return []
  return [part('score', { type: 'SetScore', match, blueScore, goldScore, cascade, reason })]
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
  whole: MatchReplacement,
  field: 'activeCabinet' | 'isWarmup',
): MatchChange {
  return whole[field] === match[field]
    ? {}
    : { [field]: whole[field], force: whole.force, displace: whole.displace }
}

function changedTeams(
  match: MatchRow,
  { blueTeam, goldTeam, isFlipped }: MatchReplacement,
): MatchChange {
  return {
    ...(blueTeam === match.blueTeam ? {} : { blueTeam }),
    ...(goldTeam === match.goldTeam ? {} : { goldTeam }),
    ...(isFlipped === match.isFlipped ? {} : { isFlipped }),
  }
}

function part(name: string, command: Part['command']): Part {
  return { part: name, command }
}
