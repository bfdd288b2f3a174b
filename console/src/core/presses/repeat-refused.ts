import type { CommandOf } from '#events/schema/command.ts'
import type { MatchRow, QueueRow } from '#events/schema/rows.ts'
import type { NewCommand, ControlCommand, PendingCommand } from './pending-command.ts'

/**
 * One match moved into, within or out of a queue. `expected` is the order before the move. `moved`
 * is not sent: two neighbours that changed places would look the same.
 */
export type QueueMove = CommandOf<'SetQueue'> & { expected: number[]; moved: number }
type Move = Pick<QueueMove, 'expected' | 'matches' | 'moved'>
type Rows = {
  readonly queue: Readonly<Record<number, QueueRow>>
  readonly match: Readonly<Record<number, MatchRow>>
}

export function isQueueMove(command: ControlCommand): command is QueueMove {
  return 'moved' in command
}

/**
 * The present order after the same move: the match is placed beside the same neighbour. Returns
 * null if the match has left the queue meanwhile.
 */
export function moveInto(
  present: readonly number[],
  { expected, matches, moved }: Move,
): number[] | null {
  if (expected.includes(moved) && !present.includes(moved)) return null
  const others = present.filter((id) => id !== moved)
  const at = matches.indexOf(moved)
  if (at < 0) return others
  const isThere = (id: number) => others.includes(id)
  const next = matches.slice(at + 1).find(isThere)
  const previous = matches.slice(0, at).findLast(isThere)
  if (next !== undefined) return others.toSpliced(others.indexOf(next), 0, moved)
  const index = previous === undefined ? others.length : others.indexOf(previous) + 1
  return others.toSpliced(index, 0, moved)
}

/**
 * The move of a refused press as a new command on the present order; null if there is nothing left
 * to move. The same command would be refused again, because its `expected` order is gone (R-CMD-2).
 */
export function repeatedMove(press: PendingCommand, rows: Rows): NewCommand | null {
  const { command, place, label, failure } = press
  if (!isQueueMove(command)) return null
  const queue = rows.queue[command.queue]
  const matches = queue && moveInto(queue.matches, command)
  if (!matches || String(matches) === String(queue.matches)) return null
  const match = rows.match[command.moved]
  if (!match || match.isComplete || match.activeCabinet !== null) return null
  const move: QueueMove = { ...command, matches, expected: queue.matches }
  return { command: move, place, label, failure }
}

/**
 * The same command with the confirmation that its refusal asks for; null if it asks for none.
 */
export function confirmedPress(press: PendingCommand): NewCommand | null {
  const { command, code, place, label, failure } = press
  if (code === 'SCORE_IMPOSSIBLE' || code === 'POINT_REPEATED') {
    if (command.type !== 'AddScore' && command.type !== 'ClickGame') return null
    return { command: { ...command, force: true }, place, label, failure }
  }
  if (code !== 'CABINET_TAKEN') return null
  switch (command.type) {
    case 'StartMatch':
    case 'SelectNext':
    case 'Undo':
      return { command: { ...command, displace: true }, place, label, failure }
    default:
      return null
  }
}
