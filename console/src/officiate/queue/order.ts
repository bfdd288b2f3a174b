import type { MatchRow, QueueRow } from '#events/schema/rows.ts'
import { isShownAhead } from '../../core/presses/pending-command.ts'
import type { PendingCommand } from '../../core/presses/pending-command.ts'
import type { Tables } from '../../core/live/rows.ts'
import { byMatchNumber } from '../../core/live/select.ts'

/** Match ids by list: `queue:5` in the order of play, `stage:3` the stage's matches in no queue. */
export type Order = Readonly<Record<string, readonly number[]>>
export type Drag = { match: number; to: string; index: number }

export const listOf = {
  queue: (queue: number) => `queue:${queue}`,
  stage: (stage: number) => `stage:${stage}`,
}

/** The id of a list's queue; null for the list of a stage. */
export function queueOfList(list: string): number | null {
  return list.startsWith('queue:') ? Number(list.slice(6)) : null
}

/** The order after one match is moved. */
export function moveMatch(order: Order, { match, to, index }: Drag): Order {
  const from = listOfMatch(order, match)
  if (from === undefined) return order
  const without = (order[from] ?? []).filter((id) => id !== match)
  const target = to === from ? without : (order[to] ?? [])
  const at = Math.max(0, Math.min(index, target.length))
  return { ...order, [from]: without, [to]: [...target.slice(0, at), match, ...target.slice(at)] }
}

export function listOfMatch(order: Order, match: number): string | undefined {
  return Object.keys(order).find((list) => order[list]?.includes(match))
}

/**
 * The queue to set so that `before` becomes `after`; null: nothing to change. One is enough, since
 * the server keeps a match in at most one queue.
 */
export function queueChange(
  before: Order,
  after: Order,
  match: number,
): { queue: number; matches: number[] } | null {
  const from = listOfMatch(before, match)
  const to = listOfMatch(after, match)
  const list = [to, from].find((name) => name !== undefined && queueOfList(name) !== null)
  if (list === undefined) return null
  const matches = [...(after[list] ?? [])]
  const same = String(matches) === String(before[list] ?? [])
  return same ? null : { queue: queueOfList(list)!, matches }
}

/** The lists of the rows, with the pending commands applied. */
export function orderOf(rows: Tables, presses: readonly PendingCommand[]): Order {
  const queues = applyPending(Object.values(rows.queue), presses)
  const queued = new Set(queues.flatMap((queue) => queue.matches))
  const isFree = (match: MatchRow) =>
    !match.isComplete && match.activeCabinet === null && !queued.has(match.id)
  const free = Object.values(rows.match).filter(isFree).toSorted(byMatchNumber)
  const stages = Object.values(rows.bracket).map(({ id }) => [
    listOf.stage(id),
    free.filter((match) => match.bracket === id).map((match) => match.id),
  ])
  return Object.fromEntries([
    ...queues.map(({ id, matches }) => [listOf.queue(id), matches]),
    ...stages,
  ]) as Order
}

export function unconfirmedQueues(presses: readonly PendingCommand[]): Set<number> {
  return new Set(
    presses.flatMap(({ command, state }) =>
      queueCommands.includes(command.type) &&
      'queue' in command &&
      isShownAhead(state) &&
      state !== 'answered'
        ? [command.queue]
        : [],
    ),
  )
}

/** Commands that change a queue's matches. Only the server knows the order of an AssignAll. */
const queueCommands: readonly string[] = ['SetQueue', 'AssignAll', 'RemoveAll']

function applyPending(queues: QueueRow[], presses: readonly PendingCommand[]): QueueRow[] {
  let next = queues
  for (const { command, state, unsure } of presses) {
    if (!isShownAhead(state) || unsure) continue
    if (command.type !== 'SetQueue' && command.type !== 'RemoveAll') continue
    const matches = command.type === 'SetQueue' ? command.matches : []
    const taken = new Set(matches)
    next = next.map((queue) =>
      queue.id === command.queue
        ? { ...queue, matches }
        : { ...queue, matches: queue.matches.filter((id) => !taken.has(id)) },
    )
  }
  return next
}

/** `next` with the equal lists of `before` reused, so that these are not rendered again. */
export function reuseLists(before: Order, next: Order): Order {
  const lists = Object.entries(next).map(([name, list]) => {
    const previous = before[name]
    const isSame =
      previous?.length === list.length && previous.every((match, i) => match === list[i])
    return [name, isSame ? previous : list] as const
  })
  const isSame = lists.length === Object.keys(before).length
  return isSame && lists.every(([name, list]) => before[name] === list)
    ? before
    : Object.fromEntries(lists)
}
