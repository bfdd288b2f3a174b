// Queues and their timers in the model (R-QU-1 to R-QU-3, R-QT-1, R-QT-2).
import type { CommandOf } from '#events/schema/command.ts'
import { armTimer } from './match-end.ts'
import type { Model, ModelQueue, ModelTimer } from './model.ts'
import { unqueue } from './model.ts'
import { startOn, startBlocked } from './match-commands.ts'
import { protestAt } from './protests.ts'
import { cancelTimer, done, findMatch, addSeconds, nothing } from './verdict.ts'
import type { Context, Verdict } from './verdict.ts'

const same = (a: number[], b: number[]) => a.join() === b.join()

export function createQueues(model: Model, { ids }: Context): Verdict {
  const served = model.queues.filter((queue) => queue.isAuto).flatMap((queue) => queue.cabinets)
  const cabinetsWithoutQueue = model.cabinets.filter((cabinet) => !served.includes(cabinet))
  for (const [index, cabinet] of cabinetsWithoutQueue.entries()) {
    model.queues.push(newQueue(ids[index]!, [cabinet], true))
  }
  return cabinetsWithoutQueue.length > 0 ? done : nothing
}

export function createQueue(
  model: Model,
  { name, cabinets }: CommandOf<'CreateQueue'>,
  { ids }: Context,
): Verdict {
  if (cabinets.some((id) => !model.cabinets.includes(id))) return 'CABINET_NOT_ASSIGNED'
  model.queues.push({ ...newQueue(ids[0]!, [...new Set(cabinets)], false), name })
  return done
}

function newQueue(id: number, cabinets: number[], isAuto: boolean): ModelQueue {
  return { id, name: '', cabinets, isAuto, isEnabled: true, matches: [] }
}

/** R-QU-1: a match is in at most one queue; complete and active matches are in none. */
export function setQueue(model: Model, command: CommandOf<'SetQueue'>): Verdict {
  const queue = model.queues.find((one) => one.id === command.queue)
  if (!queue) return 'NO_SUCH_QUEUE'
  const { matches, expected } = command
  if (same(queue.matches, matches)) return nothing
  if (expected && !same(queue.matches, expected)) return 'QUEUE_CHANGED'
  if (new Set(matches).size < matches.length) return 'MATCH_TWICE'
  for (const id of matches) {
    const match = findMatch(model, id)
    if (!match) return 'MATCH_UNKNOWN'
    if (match.result) return 'MATCH_COMPLETE'
    if (match.cabinet !== null) return 'MATCH_ACTIVE'
  }
  for (const id of matches) unqueue(model, id)
  queue.matches = [...matches]
  return done
}

export function setCabinets(model: Model, command: CommandOf<'SetQueueCabinets'>): Verdict {
  const queue = model.queues.find((one) => one.id === command.queue)
  if (!queue) return 'NO_SUCH_QUEUE'
  if (command.cabinets.some((id) => !model.cabinets.includes(id))) return 'CABINET_NOT_ASSIGNED'
  const cabinets = [...new Set(command.cabinets)]
  if (same(queue.cabinets, cabinets)) return nothing
  const left = queue.cabinets.filter((id) => !cabinets.includes(id))
  queue.cabinets = cabinets
  endTimers(model, queue, { cabinets: left, wasEnabled: queue.isEnabled })
  return done
}

/** The automatic queue of a cabinet keeps the cabinet's name. */
export function rename(model: Model, command: CommandOf<'RenameQueue'>): Verdict {
  const queue = model.queues.find((one) => one.id === command.queue)
  if (!queue) return 'NO_SUCH_QUEUE'
  if (queue.isAuto) return 'QUEUE_OF_CABINET'
  if (queue.name === command.name) return nothing
  queue.name = command.name
  return done
}

export function enable(model: Model, command: CommandOf<'EnableQueue'>): Verdict {
  const queue = model.queues.find((one) => one.id === command.queue)
  if (!queue) return 'NO_SUCH_QUEUE'
  if (queue.isEnabled === command.on) return nothing
  queue.isEnabled = command.on
  if (!command.on) endTimers(model, queue, { cabinets: queue.cabinets, wasEnabled: true })
  return done
}

export function deleteQueue(model: Model, command: CommandOf<'DeleteQueue'>): Verdict {
  const queue = model.queues.find((one) => one.id === command.queue)
  if (!queue) return 'NO_SUCH_QUEUE'
  model.queues = model.queues.filter((one) => one !== queue)
  endTimers(model, queue, { cabinets: queue.cabinets, wasEnabled: queue.isEnabled })
  return done
}

/**
 * R-QT-2: cancels the timers of a deleted or disabled queue unless another queue serves the
 * cabinet: one with matches, if this queue had matches to start.
 */
function endTimers(
  model: Model,
  queue: ModelQueue,
  { cabinets, wasEnabled }: { cabinets: number[]; wasEnabled: boolean },
): void {
  const others = model.queues.filter((one) => one !== queue && one.isEnabled)
  const fed = others.filter((one) => one.matches.length > 0)
  const serving = wasEnabled && queue.matches.length > 0 ? fed : others
  for (const cabinet of cabinets) {
    if (!serving.some((one) => one.cabinets.includes(cabinet))) cancelTimer(model, cabinet)
  }
}

/** R-QU-2: the first match of the enabled queues that can be played now. */
export function selectNext(model: Model, cabinet: number, { offline }: Context): Verdict {
  if (!model.cabinets.includes(cabinet)) return 'CABINET_NOT_ASSIGNED'
  if (model.matches.some((match) => match.cabinet === cabinet)) return 'MATCH_ACTIVE'
  if (offline.includes(cabinet)) return 'CABINET_OFFLINE'
  const serving = model.queues.filter((queue) => queue.cabinets.includes(cabinet))
  if (serving.length === 0) return 'NO_QUEUE'
  const enabled = serving.filter((queue) => queue.isEnabled)
  if (enabled.length === 0) return 'QUEUE_DISABLED'
  for (const id of enabled.flatMap((queue) => queue.matches)) {
    const match = findMatch(model, id)
    if (!match || startBlocked(model, match, cabinet)) continue
    startOn(model, match, cabinet)
    return done
  }
  const hasMatches = serving.filter((queue) => queue.matches.length > 0)
  const areDisabled = hasMatches.length > 0 && hasMatches.every((queue) => !queue.isEnabled)
  return areDisabled ? 'QUEUE_DISABLED' : 'NOTHING_ELIGIBLE'
}

/** R-QT-1: starts the next match at the deadline; waits while queued matches wait for teams. */
export function fireTimer(
  model: Model,
  command: CommandOf<'FireTimer'>,
  context: Context,
): Verdict {
  const timer = model.timers.find((one) => one.cabinet === command.cabinet)
  if (timer?.dueAt !== command.dueAt) return nothing
  if (context.now < command.dueAt) return 'TIMER_NOT_DUE'
  if (model.held.includes(command.cabinet)) {
    cancelTimer(model, command.cabinet)
    return done
  }
  if (isAnotherFirst(model, timer, context.now)) return 'TIMER_NOT_DUE'
  const verdict = selectNext(model, command.cabinet, context)
  if (verdict === done) return done
  const waiting = model.queues.some(
    (queue) =>
      queue.isEnabled && queue.cabinets.includes(command.cabinet) && queue.matches.length > 0,
  )
  if (verdict === 'NOTHING_ELIGIBLE' && waiting) {
    timer.waits = true
    return 'waits'
  }
  cancelTimer(model, command.cabinet)
  return done
}

/**
 * R-QU-3: cabinets whose timers are due together take from a queue in the order of the cabinets.
 */
function isAnotherFirst(model: Model, { cabinet, dueAt }: ModelTimer, now: string): boolean {
  if (dueAt !== now) return false
  const before = model.cabinets.slice(0, model.cabinets.indexOf(cabinet))
  return model.timers.some(
    (other) =>
      other.dueAt === dueAt &&
      !other.waits &&
      before.includes(other.cabinet) &&
      model.queues.some(
        ({ isEnabled, cabinets }) =>
          isEnabled && cabinets.includes(cabinet) && cabinets.includes(other.cabinet),
      ),
  )
}

/** R-QT-2 */
export function holdCabinet(model: Model, { cabinet }: CommandOf<'HoldCabinet'>): Verdict {
  if (!model.cabinets.includes(cabinet)) return 'CABINET_NOT_ASSIGNED'
  const holding = model.protests.find(({ holds }) => holds === cabinet)
  if (model.held.includes(cabinet) && !holding) return nothing
  if (holding) holding.holds = null
  else model.held.push(cabinet)
  cancelTimer(model, cabinet)
  return done
}

/**
 * R-QT-2: arms the timer as if the last match on the cabinet had ended now, unless one is active.
 */
export function release(
  model: Model,
  { cabinet }: CommandOf<'ReleaseCabinet'>,
  now: string,
): Verdict {
  if (!model.cabinets.includes(cabinet)) return 'CABINET_NOT_ASSIGNED'
  if (!model.held.includes(cabinet)) return nothing
  const holding = model.protests.find(({ holds }) => holds === cabinet)
  const waiting = holding ? undefined : protestAt(model, cabinet)
  if (waiting) {
    waiting.holds = cabinet
    return done
  }
  model.held = model.held.filter((one) => one !== cabinet)
  if (holding) holding.holds = null
  if (model.matches.some((match) => match.cabinet === cabinet)) return done
  const ended = model.matches.filter((one) => one.result && one.startedOn.at(-1) === cabinet)
  const last = ended.toSorted((a, b) => (a.result!.at < b.result!.at ? -1 : 1)).at(-1)
  if (last) armTimer(model, last, cabinet, now)
  return done
}

export function hold(model: Model, { cabinet }: CommandOf<'HoldTimer'>): Verdict {
  if (!model.timers.some((timer) => timer.cabinet === cabinet)) return nothing
  cancelTimer(model, cabinet)
  return done
}

export function extend(model: Model, command: CommandOf<'ExtendTimer'>, now: string): Verdict {
  const timer = model.timers.find((one) => one.cabinet === command.cabinet)
  if (!timer) return 'NO_TIMER'
  timer.dueAt = addSeconds(timer.dueAt > now ? timer.dueAt : now, command.seconds)
  timer.waits = false
  return done
}
