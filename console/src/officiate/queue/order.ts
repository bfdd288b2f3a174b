import type { MatchRow, QueueRow } from '../../../../events/schema/rows.ts'
import type { PendingCommand } from '../../core/outbox/pending-command.ts'
import type { Tables } from '../../core/live/rows.ts'
import { inOrder } from '../../core/live/select.ts'

/** Match ids by list: `queue:5` in the order of play, `stage:3` what of a stage is in no queue. */
export type Order = Readonly<Record<string, readonly number[]>>
export type Drag = { match: number; to: string; index: number }

export const listOf = {
  queue: (queue: number) => `queue:${queue}`,
  stage: (stage: number) => `stage:${stage}`,
}

/** The number of the queue a list belongs to, null for a stage's. */
export function queueIn(list: string): number | null {
  return list.startsWith('queue:') ? Number(list.slice(6)) : null
}

/** The order with one match at another place. */
export function moved(order: Order, { match, to, index }: Drag): Order {
  const from = whereIs(order, match)
  if (from === undefined) return order
  const without = (order[from] ?? []).filter((id) => id !== match)
  const target = to === from ? without : (order[to] ?? [])
  const at = Math.max(0, Math.min(index, target.length))
  return { ...order, [from]: without, [to]: [...target.slice(0, at), match, ...target.slice(at)] }
}

export function whereIs(order: Order, match: number): string | undefined {
  return Object.keys(order).find((list) => order[list]?.includes(match))
}

/** The one queue to be set so that `before` becomes `after` (a match is in one queue at most). */
export function toSet(
  before: Order,
  after: Order,
  match: number,
): { queue: number; matches: number[] } | null {
  const from = whereIs(before, match)
  const to = whereIs(after, match)
  const list = [to, from].find((one) => one !== undefined && queueIn(one) !== null)
  if (list === undefined) return null
  const matches = [...(after[list] ?? [])]
  const same = String(matches) === String(before[list] ?? [])
  return same ? null : { queue: queueIn(list)!, matches }
}

/** The lists as the rows have them, with orders on their way drawn ahead. */
export function orderOf(rows: Tables, presses: readonly PendingCommand[]): Order {
  const queues = ahead(Object.values(rows.queue), presses)
  const queued = new Set(queues.flatMap((queue) => queue.matches))
  const isFree = (match: MatchRow) =>
    !match.isComplete && match.activeCabinet === null && !queued.has(match.id)
  const free = Object.values(rows.match).filter(isFree).toSorted(inOrder)
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
      fills.includes(command.type) && 'queue' in command && isDrawn(state) && state !== 'answered'
        ? [command.queue]
        : [],
    ),
  )
}

/** What changes the matches of a queue; in which order they are assigned only the server knows. */
const fills: readonly string[] = ['SetQueue', 'AssignAll', 'RemoveAll']

function ahead(queues: QueueRow[], presses: readonly PendingCommand[]): QueueRow[] {
  let next = queues
  for (const { command, state, unsure } of presses) {
    if (!isDrawn(state) || unsure) continue
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

function isDrawn(state: PendingCommand['state']): boolean {
  return state !== 'refused' && state !== 'asking'
}

/** The next order with the lists of before where they are the same, so that these are not drawn anew. */
export function reuseLists(before: Order, next: Order): Order {
  const lists = Object.entries(next).map(([name, list]) => {
    const was = before[name]
    const isSame = was?.length === list.length && was.every((match, i) => match === list[i])
    return [name, isSame ? was : list] as const
  })
  const isSame = lists.length === Object.keys(before).length
  return isSame && lists.every(([name, list]) => before[name] === list)
    ? before
    : Object.fromEntries(lists)
}
