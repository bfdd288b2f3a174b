// What officials read of what they pressed: no public page loads it.
export const failureText = {
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
} as const

export const lastText = {
  label: 'Last action on this device',
  none: 'No action on this device yet',
  undo: (action: string, time: string) => `Undo: ${action} ${time}`,
  undone: (action: string) => `Undo ${action}`,
  yoursUndone: (action: string, time: string) =>
    `Your step was undone on another tablet at ${time}: ${action}`,
  othersUndone: (action: string, time: string) => `Undone on another tablet at ${time}: ${action}`,
} as const
