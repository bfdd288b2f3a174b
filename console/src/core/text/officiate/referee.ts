import { part } from '../catalogue.ts'
import type { Colour } from '#events/game/map/colour.ts'
import type { CommitLine } from '#events/view/frames.ts'

const capital = { blue: 'Blue', gold: 'Gold' } as const

/** The rules and the state of a match, on the referee's screen. */
export const referee = part('referee', {
  title: (cabinet: string) => `Referee: ${cabinet}`,
  noMatch: 'No current match',
  stats: 'Game on this cabinet',
  berriesIn: 'Berries in',
  queenLives: 'Queen lives',
  score: (colour: Colour) => `${capital[colour]} score`,
  warmup: 'Warm-up game',
  swap: 'Swap Blue/Gold',
  flip: 'Flip view',
  flipHint: 'Show the sides the other way round on this device',
  complete: 'Match Complete',
  /** of an external bracket, which gets the result too */
  completeOutside: 'Set Match Complete',
  reload: 'Reload Matches',
  matches: 'Available matches',
  empty:
    'No available matches found. Make sure stages have been created and teams are assigned to them.',
  inactive: 'Inactive',
  inactiveHint: 'No match on this cabinet',
  pause: 'Pause Match and remove from queue',
  here: 'On this cabinet',
  startAsk: 'Start this match?',
  displaces: (match: string) => `${match} is being played here and would be paused.`,
  startOffline: (cabinet: string) => `${cabinet} is offline: its games would not be counted.`,
  teamBusy: (team: string, cabinet: string) => `${team} are on ${cabinet}`,
  needsLine: 'No connection: this needs the server',
  asking: 'Checking with the server',
  next: {
    start: (match: string, sides: string) => `Start ${match}: ${sides}`,
    // The same name on the card of a queue and on a cabinet: it is one action.
    nothing: 'Next',
    noQueue: 'This cabinet has no queue',
    disabled: 'The queue is disabled',
    empty: 'The queue is empty',
    busy: (match: string, cabinet: string) => `Complete or pause ${match} on ${cabinet} first`,
    waits: (match: string, why: string) => `${match} waits: ${why}`,
    unknownTeam: 'a team is not known yet',
    hold: 'Hold',
    release: 'Release',
  },

  firstTo: (wins: number) => `First to ${wins}`,
  impossible: (length: string, score: string) => `${length}: ${score} is not possible`,
  rounds: (rounds: number) => (rounds === 1 ? '1 game' : `${rounds} games, all are played`),
  byHand: 'Ended by hand',
  pips: (won: number, of: number) => `${won} of ${of} wins`,
  completeWon: (match: string, team: string, score: string) =>
    `Complete ${match}: ${team} wins ${score}`,
  completeDraw: (match: string, score: string) => `Complete ${match}: a draw, ${score}`,
  warmupBand: 'WARM-UP: this game does not count',
  final: (match: string, team: string, score: string) => `FINAL ${match}: ${team} wins ${score}`,
  finalDraw: (match: string, score: string) => `FINAL ${match}: a draw, ${score}`,
  forfeit: (match: string) => `FINAL ${match}: forfeited`,
  stops: (match: string, tournament: string) =>
    `${match} of ${tournament} is being played here and would be stopped. Its score stays.`,
  otherMatchHere: (match: string, tournament: string) =>
    `${match} of ${tournament} is being played here`,
  signedIn: 'Signed in',
  protest: 'Protest',
  protestOn: (cabinet: string) => `Protest on ${cabinet}`,
})

/** The present state of a match whose press waits to be sent. */
export const meanwhile = part('meanwhile', {
  complete: (match: string, score: string) => `${match} is complete now: ${score}.`,
  playing: (match: string, score: string) => `${match} is being played, at ${score}.`,
  off: (match: string, score: string) => `${match} is not on a cabinet now, at ${score}.`,
  gone: 'Its match no longer exists.',
})

/** The reasons why completing a match needs a confirmation (R-ST-6). */
export const doubt = part('doubt', {
  title: (match: string) => `Set ${match} complete?`,
  undecided: 'The score does not decide the match yet.',
  level: 'It is level, and one team has to win.',
  running: 'A game is still running on this cabinet.',
  unattached: 'A finished game on this cabinet is not counted yet.',
  offline: 'The cabinet is offline.',
  unsent: 'This device has presses that are not saved yet.',
  anyway: 'Complete anyway',
  keep: 'Keep playing',
})

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

/** The author of a change, if it is known. */
type By = CommitLine['by'] | null

function by(author: By, service = ''): string {
  if (author === 'person') return ' on another tablet'
  if (author === 'key') return ' by another program'
  return author === 'service' ? service : ''
}

/** Why a dialog or a sheet closed by itself: its subject was changed. */
export const ending = part('ending', {
  gone: (match: string, author: By) => `${match} was removed${by(author)}.`,
  completed: (match: string, author: By) =>
    `${match} was completed${by(author, ' by the end of a game')}.`,
  reopened: (match: string, author: By) => `${match} was reopened${by(author)}.`,
  started: (match: string, author: By) =>
    `${match} was put on a cabinet${by(author, ' by the queue timer')}.`,
  stopped: (match: string, author: By) => `${match} was taken off its cabinet${by(author)}.`,
  teams: (match: string, author: By) => `The teams of ${match} were changed${by(author)}.`,
  score: (match: string, score: string, author: By) =>
    `The score of ${match} was changed${by(author, ' by the end of a game')}: it is ${score} now.`,
  other: (match: string, cabinet: string) => `${match} is on ${cabinet} now.`,
  busy: (match: string, why: string) => `${match} cannot be started now: ${why}.`,
  doubt: (match: string, doubt: string) => `Check ${match} again. ${doubt}`,
  cabinet: (cabinet: string) => `Something else is next on ${cabinet} now. Please check it.`,
  queue: (queue: string) => `${queue} has been changed in the meantime. Please check it.`,
  stage: (stage: string) => `${stage} has been changed in the meantime. Please check it.`,
  left: (team: string, stage: string) => `${team} are no longer in ${stage}.`,
  teamGone: (team: string) => `${team} have been deleted in the meantime.`,
  draft: 'The draft has moved on in the meantime. Please check it.',
})

// Texts about queues for officials. No public page loads them.
export const queueText = part('queueText', {
  title: 'Match Queue',
  create: 'Create missing queues',
  createWithout: 'No cabinets are assigned to this tournament, so there is nothing to queue for.',
  enabled: (queue: string) => `${queue} enabled`,
  enable: (queue: string) => `Enable ${queue}`,
  disable: (queue: string) => `Disable ${queue}`,
  menu: (queue: string) => `Menu of ${queue}`,
  removeAll: 'Remove All from Queue',
  removeAllSure: 'Press again to remove all',
  removedAll: (queue: string) => `Remove all from ${queue}`,
  noCurrent: 'No current match',
  none: 'Nothing queued. Drop a match here.',
  unassigned: 'Unassigned matches',
  unassignedNone: 'Every open match is in a queue or being played.',
  bracketMenu: (stage: string) => `Menu of ${stage}`,
  spread: 'Spread over all queues',
  spreadGroups: 'Spread all groups over all queues',
  spreadAll: (stage: string) => `Spread ${stage} over all queues`,
  assignAll: (queue: string) => `Assign All to ${queue}`,
  assignGroups: (queue: string) => `Assign all groups to ${queue}`,
  assignedAll: (stage: string, queue: string) => `Assign all of ${stage} to ${queue}`,
  moveMenu: (match: string) => `Move ${match}`,
  moveTo: (list: string) => `Move to ${list}`,
  up: 'Move up',
  down: 'Move down',
  first: 'Move to the top',
  moved: (match: string, list: string) => `Move ${match} to ${list}`,
  place: (n: number, of: number, list: string) => `position ${n} of ${of} in ${list}`,
  grab: (match: string) => `Drag ${match}`,
  lifted: (match: string, where: string) => `Picked up ${match}, ${where}.`,
  over: (match: string, where: string) => `${match}, moved to ${where}.`,
  dropped: (match: string, where: string) => `${match}, dropped at ${where}.`,
  cancelled: (match: string) => `${match} is back where it was.`,
  notMoved: (match: string) => `${match} was not moved.`,
  instructions:
    'To move a match, press space, choose its place with the arrow keys, press space again to drop it, or escape to put it back.',
})

/** Making, changing and deleting match queues. */
export const queues = part('queues', {
  add: 'New queue',
  addTitle: 'New queue',
  edit: 'Edit queue',
  editTitle: (queue: string) => `Edit queue ${queue}`,
  name: 'Queue name',
  nameMissing: 'Queue name is required',
  ofCabinet: (cabinet: string) => `This queue was created with ${cabinet} and has its name.`,
  cabinets: 'Cabinets that take matches from it',
  noCabinets: 'No cabinets are assigned to this tournament.',
  nobodyTakes: 'No cabinet takes matches from this queue yet.',
  make: 'Create queue',
  makeFailed: 'Could not create the queue',
  saveFailed: 'Could not change the queue',
  deleteQueue: 'Delete queue',
  deleteAgain: (matches: number) =>
    matches === 0
      ? 'Press again to delete'
      : matches === 1
        ? 'Press again: 1 match becomes unassigned'
        : `Press again: ${matches} matches become unassigned`,
  deleteFailed: 'Could not delete the queue',
  missing: (cabinets: string) => `Without a queue of its own: ${cabinets}`,
  changed: (queue: string) => `${queue} was changed on another tablet. Please check it.`,
  gone: (queue: string) => `${queue} was deleted on another tablet.`,
})

/** Estimated starts and calls of matches, and whether the evening is late. */
export const estimates = part('estimates', {
  about: (from: string, to: string) => (from === to ? `≈ ${from}` : `≈ ${from}-${to}`),
  zone: (zone: string) => `Times in ${zone}`,
  late: (minutes: number) => `running ${minutes} min late`,
  early: (minutes: number) => `running ${minutes} min early`,
  onTime: 'running on time',
  ends: (when: string) => `ends ${when}`,
  wouldEnd: (when: string) => `if play began now, it would end ${when}`,
  label: 'Estimated end',
  call: { soon: 'soon', now: 'be ready', on_deck: 'on deck' },
})
