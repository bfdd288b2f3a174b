import type { MatchRow } from '#events/schema/rows.ts'
import type { PendingCommand, ControlCommand } from './pending-command.ts'

/** A part of a match whose shown value the server has not confirmed yet. */
type Unconfirmed = 'blueScore' | 'goldScore' | 'sides' | 'warmup'
export type OptimisticMatch = { match: MatchRow; unconfirmed: readonly Unconfirmed[] }

/**
 * Applies pending presses to the server's row. Only points, swapping sides and warm-up are shown
 * before they are confirmed.
 */
export function optimisticMatch(
  row: MatchRow,
  presses: readonly PendingCommand[],
): OptimisticMatch {
  let match = row
  const unconfirmed = new Set<Unconfirmed>()
  for (const press of presses) {
    const { command, state, unsure } = press
    if (state === 'refused' || state === 'asking' || unsure) continue
    if (!('match' in command) || command.match !== row.id) continue
    const part = partOf(match, command)
    if (!part) continue
    match = applied(match, command)
    if (state !== 'answered') unconfirmed.add(part)
  }
  return { match, unconfirmed: [...unconfirmed] }
}

function partOf(match: MatchRow, command: ControlCommand): Unconfirmed | null {
  if (command.type === 'SetSides') return 'sides'
  if (command.type === 'SetWarmup') return 'warmup'
  const point = pointOf(command)
  if (!point || point.team === null) return null
  if (point.team === match.blueTeam) return 'blueScore'
  return point.team === match.goldTeam ? 'goldScore' : null
}

function applied(match: MatchRow, command: ControlCommand): MatchRow {
  if (command.type === 'SetWarmup') return { ...match, isWarmup: command.on }
  if (command.type === 'SetSides')
    return match.isFlipped === command.isFlipped ? match : swapped(match)
  const point = pointOf(command)
  if (!point) return match
  const score = point.team === match.blueTeam ? 'blueScore' : 'goldScore'
  return { ...match, [score]: Math.max(0, match[score] + point.by) }
}

/** A game that is added to a match is a point for its team; one that is removed takes it away. */
function pointOf(command: ControlCommand): { team: number | null; by: number } | null {
  if (command.type === 'AddScore') return command
  if (command.type !== 'ClickGame') return null
  return { team: command.team, by: command.isAttached ? 1 : -1 }
}

const sideFields = ['Team', 'From', 'FromMessage', 'Score', 'ByHand'] as const

/** Scores go with the teams (R-ST-7). */
function swapped(match: MatchRow): MatchRow {
  const sides = sideFields.flatMap((field) => [
    [`blue${field}`, match[`gold${field}`]],
    [`gold${field}`, match[`blue${field}`]],
  ])
  return { ...match, isFlipped: !match.isFlipped, ...Object.fromEntries(sides) }
}
