// Queues and their timers (R-QU-1 to R-QU-3, R-QT-1, R-QT-2).
import type { CommandOf } from '../../../events/schema/command.ts'
import { armTimer } from './match-end.ts'
import type { Model, PaperQueue, PaperTimer } from './model.ts'
import { unqueue } from './model.ts'
import { putOn, startBlocked } from './match-presses.ts'
import { protestAt } from './protests.ts'
import { cancelTimer, done, find, later, nothing } from './verdict.ts'
import type { Around, Verdict } from './verdict.ts'

const same = (a: number[], b: number[]) => a.join() === b.join()

export function createQueues(paper: Model, { ids }: Around): Verdict {
  const served = paper.queues.filter((queue) => queue.isAuto).flatMap((queue) => queue.cabinets)
  const without = paper.cabinets.filter((cabinet) => !served.includes(cabinet))
  for (const [index, cabinet] of without.entries()) {
    paper.queues.push(newQueue(ids[index]!, [cabinet], true))
  }
  return without.length > 0 ? done : nothing
}

export function createQueue(
  paper: Model,
  { name, cabinets }: CommandOf<'CreateQueue'>,
  { ids }: Around,
): Verdict {
  if (cabinets.some((id) => !paper.cabinets.includes(id))) return 'CABINET_NOT_ASSIGNED'
  paper.queues.push({ ...newQueue(ids[0]!, cabinets, false), name })
  return done
}

function newQueue(id: number, cabinets: number[], isAuto: boolean): PaperQueue {
  return { id, name: '', cabinets, isAuto, isEnabled: true, matches: [] }
}

/** R-QU-1: a match is in one queue at most, and nothing that is over or under way in any. */
export function setQueue(paper: Model, command: CommandOf<'SetQueue'>): Verdict {
  const queue = paper.queues.find((one) => one.id === command.queue)
  if (!queue) return 'NO_SUCH_QUEUE'
  const { matches, expected } = command
  if (same(queue.matches, matches)) return nothing
  if (expected && !same(queue.matches, expected)) return 'QUEUE_CHANGED'
  if (new Set(matches).size < matches.length) return 'MATCH_TWICE'
  for (const id of matches) {
    const match = find(paper, id)
    if (!match) return 'MATCH_UNKNOWN'
    if (match.result) return 'MATCH_COMPLETE'
    if (match.cabinet !== null) return 'MATCH_ACTIVE'
  }
  for (const id of matches) unqueue(paper, id)
  queue.matches = [...matches]
  return done
}

export function setCabinets(paper: Model, command: CommandOf<'SetQueueCabinets'>): Verdict {
  const queue = paper.queues.find((one) => one.id === command.queue)
  if (!queue) return 'NO_SUCH_QUEUE'
  if (command.cabinets.some((id) => !paper.cabinets.includes(id))) return 'CABINET_NOT_ASSIGNED'
  if (same(queue.cabinets, command.cabinets)) return nothing
  const left = queue.cabinets.filter((id) => !command.cabinets.includes(id))
  queue.cabinets = command.cabinets
  endTimers(paper, queue, left)
  return done
}

/** The queue of a cabinet has the cabinet's name. */
export function rename(paper: Model, command: CommandOf<'RenameQueue'>): Verdict {
  const queue = paper.queues.find((one) => one.id === command.queue)
  if (!queue) return 'NO_SUCH_QUEUE'
  if (queue.isAuto) return 'QUEUE_OF_CABINET'
  if (queue.name === command.name) return nothing
  queue.name = command.name
  return done
}

export function enable(paper: Model, command: CommandOf<'EnableQueue'>): Verdict {
  const queue = paper.queues.find((one) => one.id === command.queue)
  if (!queue) return 'NO_SUCH_QUEUE'
  if (queue.isEnabled === command.on) return nothing
  queue.isEnabled = command.on
  if (!command.on) endTimers(paper, queue, queue.cabinets)
  return done
}

export function deleteQueue(paper: Model, command: CommandOf<'DeleteQueue'>): Verdict {
  const queue = paper.queues.find((one) => one.id === command.queue)
  if (!queue) return 'NO_SUCH_QUEUE'
  paper.queues = paper.queues.filter((one) => one !== queue)
  endTimers(paper, queue, queue.cabinets)
  return done
}

/** R-QT-2: a timer whose queue is gone or disabled ends, unless another queue serves the cabinet. */
function endTimers(paper: Model, queue: PaperQueue, cabinets: number[]): void {
  const others = paper.queues.filter((one) => one !== queue && one.isEnabled)
  for (const cabinet of cabinets) {
    if (!others.some((one) => one.cabinets.includes(cabinet))) cancelTimer(paper, cabinet)
  }
}

/** R-QU-2: the first match of the enabled queues that can be played now. */
export function selectNext(paper: Model, cabinet: number, { offline }: Around): Verdict {
  if (!paper.cabinets.includes(cabinet)) return 'CABINET_NOT_ASSIGNED'
  if (paper.matches.some((match) => match.cabinet === cabinet)) return 'MATCH_ACTIVE'
  if (offline.includes(cabinet)) return 'CABINET_OFFLINE'
  const serving = paper.queues.filter((queue) => queue.cabinets.includes(cabinet))
  if (serving.length === 0) return 'NO_QUEUE'
  const enabled = serving.filter((queue) => queue.isEnabled)
  if (enabled.length === 0) return 'QUEUE_DISABLED'
  for (const id of enabled.flatMap((queue) => queue.matches)) {
    const match = find(paper, id)
    if (!match || startBlocked(paper, match, cabinet)) continue
    putOn(paper, match, cabinet)
    return done
  }
  return 'NOTHING_ELIGIBLE'
}

/** R-QT-1: Next at the deadline; with matches that wait for teams it waits with them. */
export function fireTimer(paper: Model, command: CommandOf<'FireTimer'>, around: Around): Verdict {
  const timer = paper.timers.find((one) => one.cabinet === command.cabinet)
  if (timer?.dueAt !== command.dueAt) return nothing
  if (around.now < command.dueAt) return 'TIMER_NOT_DUE'
  if (paper.held.includes(command.cabinet)) {
    cancelTimer(paper, command.cabinet)
    return done
  }
  if (isAnotherFirst(paper, timer, around.now)) return 'TIMER_NOT_DUE'
  const verdict = selectNext(paper, command.cabinet, around)
  if (verdict === done) return done
  const waiting = paper.queues.some(
    (queue) =>
      queue.isEnabled && queue.cabinets.includes(command.cabinet) && queue.matches.length > 0,
  )
  if (verdict === 'NOTHING_ELIGIBLE' && waiting) {
    timer.waits = true
    return 'waits'
  }
  cancelTimer(paper, command.cabinet)
  return done
}

/** R-QU-3: two that are free in one moment take from their queue in the order of the cabinets. */
function isAnotherFirst(paper: Model, { cabinet, dueAt }: PaperTimer, now: string): boolean {
  if (dueAt !== now) return false
  const before = paper.cabinets.slice(0, paper.cabinets.indexOf(cabinet))
  return paper.timers.some(
    (other) =>
      other.dueAt === dueAt &&
      !other.waits &&
      before.includes(other.cabinet) &&
      paper.queues.some(
        ({ isEnabled, cabinets }) =>
          isEnabled && cabinets.includes(cabinet) && cabinets.includes(other.cabinet),
      ),
  )
}

/** R-QT-2 */
export function holdCabinet(paper: Model, { cabinet }: CommandOf<'HoldCabinet'>): Verdict {
  if (!paper.cabinets.includes(cabinet)) return 'CABINET_NOT_ASSIGNED'
  const holding = paper.protests.find(({ holds }) => holds === cabinet)
  if (paper.held.includes(cabinet) && !holding) return nothing
  if (holding) holding.holds = null
  else paper.held.push(cabinet)
  cancelTimer(paper, cabinet)
  return done
}

/** R-QT-2: where a match has ended and none is on, as if it had ended now. */
export function release(
  paper: Model,
  { cabinet }: CommandOf<'ReleaseCabinet'>,
  now: string,
): Verdict {
  if (!paper.cabinets.includes(cabinet)) return 'CABINET_NOT_ASSIGNED'
  if (!paper.held.includes(cabinet)) return nothing
  const holding = paper.protests.find(({ holds }) => holds === cabinet)
  const waiting = holding ? undefined : protestAt(paper, cabinet)
  if (waiting) {
    waiting.holds = cabinet
    return done
  }
  paper.held = paper.held.filter((one) => one !== cabinet)
  if (holding) holding.holds = null
  if (paper.matches.some((match) => match.cabinet === cabinet)) return done
  const ended = paper.matches.filter((one) => one.result && one.startedOn.at(-1) === cabinet)
  const last = ended.toSorted((a, b) => (a.result!.at < b.result!.at ? -1 : 1)).at(-1)
  if (last) armTimer(paper, last, cabinet, now)
  return done
}

export function hold(paper: Model, { cabinet }: CommandOf<'HoldTimer'>): Verdict {
  if (!paper.timers.some((timer) => timer.cabinet === cabinet)) return nothing
  cancelTimer(paper, cabinet)
  return done
}

export function extend(paper: Model, command: CommandOf<'ExtendTimer'>, now: string): Verdict {
  const timer = paper.timers.find((one) => one.cabinet === command.cabinet)
  if (!timer) return 'NO_TIMER'
  timer.dueAt = later(timer.dueAt > now ? timer.dueAt : now, command.seconds)
  timer.waits = false
  return done
}
