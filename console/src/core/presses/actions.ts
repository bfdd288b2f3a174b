import type { MatchRow, QueueRow } from '#events/schema/rows.ts'
import { officiate } from '../text/officiate/first-screen.ts'
import { text } from '../text/text.ts'
import { failureText, lastText, pressText, queueText } from '../text/officiate/referee.ts'
import type { Colour } from '#events/game/map/colour.ts'
import type { NewCommand, ControlCommand } from './pending-command.ts'

// For each control: its command, its label, and the title of a refusal.

export const notePlace = {
  /** for actions on the match at a cabinet: their notes stay there after the match has left */
  matchAt: (cabinet: number) => `table:${cabinet}`,
  cabinet: (cabinet: number) => `cabinet:${cabinet}`,
  queue: (queue: number) => `queue:${queue}`,
  queues: 'queues',
  undo: 'undo',
  match: (match: number) => `match:${match}`,
  stage: (stage: number) => `stage:${stage}`,
  draft: 'draft',
  teams: 'teams',
}

function matchPlace(match: MatchRow): string {
  return notePlace.matchAt(match.activeCabinet ?? 0)
}

const name = (match: MatchRow) => text.match.short(match.matchNum)

export function addScore(match: MatchRow, colour: Colour, by: 1 | -1): NewCommand | null {
  const team = colour === 'blue' ? match.blueTeam : match.goldTeam
  if (team === null) return null
  const label = `${by > 0 ? pressText.plus(colour) : pressText.minus(colour)} ${name(match)}`
  return {
    command: { type: 'AddScore', match: match.id, team, by },
    place: matchPlace(match),
    label,
    failure: failureText[colour],
  }
}

export function swap(match: MatchRow): NewCommand {
  const command: ControlCommand = { type: 'SetSides', match: match.id, isFlipped: !match.isFlipped }
  const label = pressText.swapped(name(match))
  return { command, place: matchPlace(match), label, failure: failureText.swap }
}

export function warmup(match: MatchRow, on: boolean): NewCommand {
  const command: ControlCommand = { type: 'SetWarmup', match: match.id, on }
  const label = on ? pressText.warmupOn(name(match)) : pressText.warmupOff(name(match))
  return { command, place: matchPlace(match), label, failure: failureText.warmup }
}

export function complete(match: MatchRow, force: boolean): NewCommand {
  const command: ControlCommand = { type: 'CompleteMatch', match: match.id, force }
  const label = pressText.completed(name(match))
  return { command, place: matchPlace(match), label, failure: failureText.complete }
}

type Confirmations = { force?: boolean; displace?: boolean }

export function start(
  match: MatchRow,
  cabinet: number,
  { force = false, displace = false }: Confirmations = {},
): NewCommand {
  const command: ControlCommand = {
    type: 'StartMatch',
    match: match.id,
    cabinet,
    force,
    ...(displace && { displace }),
  }
  const label = pressText.start(name(match))
  return { command, place: notePlace.cabinet(cabinet), label, failure: failureText.assign }
}

export function stop(match: MatchRow, cabinet: number): NewCommand {
  const command: ControlCommand = { type: 'StopMatch', match: match.id }
  const label = pressText.paused(name(match))
  return { command, place: notePlace.cabinet(cabinet), label, failure: failureText.unassign }
}

export function selectNext(
  cabinet: { id: number; displayName: string },
  displace?: true,
): NewCommand {
  return {
    command: { type: 'SelectNext', cabinet: cabinet.id, ...(displace && { displace }) },
    place: notePlace.cabinet(cabinet.id),
    label: pressText.next(cabinet.displayName),
    failure: failureText.start,
  }
}

export function hold(cabinet: { id: number; displayName: string }): NewCommand {
  return {
    command: { type: 'HoldCabinet', cabinet: cabinet.id, reason: 'held' },
    place: notePlace.cabinet(cabinet.id),
    label: pressText.held(cabinet.displayName),
    failure: failureText.hold,
  }
}

export function release(cabinet: { id: number; displayName: string }): NewCommand {
  return {
    command: { type: 'ReleaseCabinet', cabinet: cabinet.id },
    place: notePlace.cabinet(cabinet.id),
    label: pressText.released(cabinet.displayName),
    failure: failureText.release,
  }
}

export const extensionSeconds = 30

/** More time before the next match starts by itself (R-QT-2). */
export function extend(cabinet: { id: number; displayName: string }): NewCommand {
  return {
    command: { type: 'ExtendTimer', cabinet: cabinet.id, seconds: extensionSeconds },
    place: notePlace.cabinet(cabinet.id),
    label: officiate.moreLabel(extensionSeconds, cabinet.displayName),
    failure: officiate.moreFailed,
  }
}

export function undo(version: number, action: string): NewCommand {
  return {
    command: { type: 'Undo', version },
    place: notePlace.undo,
    label: lastText.undone(action),
    failure: failureText.undo,
  }
}

export function createQueues(): NewCommand {
  const { create } = queueText
  return {
    command: { type: 'CreateQueues' },
    place: notePlace.queues,
    label: create,
    failure: failureText.create,
  }
}

export function enable(queue: { id: number; title: string }, on: boolean): NewCommand {
  return {
    command: { type: 'EnableQueue', queue: queue.id, on },
    place: notePlace.queue(queue.id),
    label: on ? queueText.enable(queue.title) : queueText.disable(queue.title),
    failure: failureText.enable,
  }
}

export function setQueue(
  queue: QueueRow,
  matches: number[],
  words: { label: string; failure: string },
): NewCommand {
  return {
    command: { type: 'SetQueue', queue: queue.id, matches, expected: queue.matches },
    place: notePlace.queue(queue.id),
    ...words,
  }
}

/** The server orders the matches: the rounds of several groups alternate (R-RR-4). */
export function assignAll(queue: { id: number; title: string }, stages: StageOf[]): NewCommand {
  const names = stages.map((stage) => stage.name).join(', ')
  return {
    command: { type: 'AssignAll', queue: queue.id, stages: stages.map((stage) => stage.id) },
    place: notePlace.queue(queue.id),
    label: queueText.assignedAll(names, queue.title),
    failure: failureText.assignAll,
  }
}
type StageOf = { id: number; name: string }

/** In turn to all queues that run; `queue` gets the first match. */
export function spreadAll(queue: number, stages: StageOf[]): NewCommand {
  const names = stages.map((stage) => stage.name).join(', ')
  const ids = stages.map((stage) => stage.id)
  return {
    command: { type: 'AssignAll', queue, stages: ids, spread: true },
    place: notePlace.queue(queue),
    label: queueText.spreadAll(names),
    failure: failureText.assignAll,
  }
}

export function removeAll(queue: { id: number; title: string }): NewCommand {
  return {
    command: { type: 'RemoveAll', queue: queue.id },
    place: notePlace.queue(queue.id),
    label: queueText.removedAll(queue.title),
    failure: failureText.emptyQueue,
  }
}
