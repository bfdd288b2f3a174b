import { part } from '../catalogue.ts'
import type { Colour } from '../../../../../events/game/map/colour.ts'

const capital = { blue: 'Blue', gold: 'Gold' } as const

// Texts about presses for officials. No public page loads them.
export const failureText = part('failureText', {
  blue: 'Could not update Blue team score',
  gold: 'Could not update Gold team score',
  swap: 'Could not swap team sides',
  warmup: 'Could not set game as warm-up',
  assign: 'Could not assign match.',
  unassign: 'Could not unassign match',
  start: 'Could not start match in queue',
  remove: 'Could not remove match from queue.',
  add: 'Could not add match to queue.',
  emptyQueue: 'Could not empty queue.',
  assignAll: 'Could not assign matches to queue.',
  complete: 'Could not complete match',
  enable: 'Could not change queue',
  create: 'Could not create queues',
  hold: 'Could not hold the cabinet',
  release: 'Could not release the cabinet',
  undo: 'Could not undo',
})

export const lastText = part('lastText', {
  label: 'Last action on this device',
  none: 'No action on this device yet',
  needsLine: 'Undo needs the server',
  undo: (action: string, time: string) => `Undo: ${action} ${time}`,
  undone: (action: string) => `Undo ${action}`,
  yoursUndone: (action: string, time: string) =>
    `Your step was undone on another tablet at ${time}: ${action}`,
  othersUndone: (action: string, time: string) => `Undone on another tablet at ${time}: ${action}`,
})

/** Labels of presses, their state until they are saved, and the question about old ones. */
export const pressText = part('pressText', {
  plus: (colour: Colour) => `+1 ${capital[colour]}`,
  minus: (colour: Colour) => `-1 ${capital[colour]}`,
  swapped: (match: string) => `Swap Blue/Gold in ${match}`,
  warmupOn: (match: string) => `Warm-up on in ${match}`,
  warmupOff: (match: string) => `Warm-up off in ${match}`,
  completed: (match: string) => `Complete ${match}`,
  start: (match: string) => `Start ${match}`,
  paused: (match: string) => `Pause ${match}`,
  next: (cabinet: string) => `Next on ${cabinet}`,
  held: (cabinet: string) => `Hold ${cabinet}`,
  released: (cabinet: string) => `Release ${cabinet}`,
  sending: 'Saving',
  late: 'Not saved yet',
  offline: 'Waiting for the connection',
  displace: 'Stop that match and continue',
  countAnyway: 'Count it',
  displaces: 'Another match is being played there',
  old: (seconds: number) => `Made more than ${seconds} s ago and not sent. Do they still apply?`,
  apply: 'Apply anyway',
  left: (time: string) => `From ${time}:`,
})
