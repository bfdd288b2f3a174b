import { part } from '../catalogue.ts'
import { formats } from '../locale.ts'
import type { Command } from '#events/schema/command.ts'

export const results = part('results', {
  title: 'Edit Match Results',
  caption: (stage: string) => `Match Results: ${stage}`,
  none: 'There are no matches yet. They are created under Stages.',
  noneFound: 'No match fits the filter.',
  clear: 'Show all matches',
  filter: 'Filter',
  stage: 'Stage',
  allStages: 'All stages',
  team: 'Team',
  allTeams: 'All teams',
  number: 'Number',
  numberHint: 'M5, or 5',
  match: 'Match',
  score: 'Teams and score',
  edit: 'Edit',
  editing: (match: string) => `Edit ${match}`,
  close: 'Close',
  closing: (match: string) => `Close ${match}`,

  state: {
    complete: 'complete',
    draw: 'complete, level',
    forfeit: 'forfeited',
    bothForfeit: 'forfeited by both',
    active: (cabinet: string) => `on ${cabinet}`,
    begun: 'begun',
    waiting: 'waits for its teams',
    open: 'open',
    review: 'Under review',
    note: (note: string) => `Note: ${note}`,
    attempts: (n: number) => (n === 1 ? '1 earlier attempt' : `${n} earlier attempts`),
    attempt: (n: number, score: string, reason: string) =>
      `Attempt ${n}: ${score}${reason ? `, ${reason}` : ''}`,
    winner: 'won',
    sent: { pending: 'Result not sent yet', sent: 'Result sent', failed: 'Result not sent' },
    differs: 'Challonge has another winner',
  },

  frame: {
    only: (match: string) => `You are editing ${match}`,
    past: (match: string, at: string) => `You are editing ${match}, complete since ${at}`,
    /** R-ED-5 */
    other: (match: string, others: string) => `You are editing ${match}; ${others} being played`,
    one: (match: string) => `${match} is`,
    many: (matches: string) => `${matches} are`,
    active: (match: string, cabinet: string) =>
      `You are editing ${match}, which is being played on ${cabinet}`,
    review:
      'Under review: the public sees what it last saw. What is shown here is for officials only.',
    moved: (score: string) => `The score has changed since you opened it: it is ${score} now.`,
  },

  less: (team: string) => `-1 ${team}`,
  more: (team: string) => `+1 ${team}`,
  scoreOf: (team: string) => `Score of ${team}`,
  save: 'Save score',
  saved: (match: string) => `Score of ${match} saved.`,
  jumpTitle: (match: string) => `Is the score of ${match} right?`,
  jump: (team: string, from: number, to: number) => `${team}: from ${from} to ${to}.`,
  jumpYes: 'Yes, save it',
  jumpNo: 'Look again',
  waiting: 'A score can be entered once both teams are known.',
  forfeited:
    'It was forfeited. If you save another score, it replaces the forfeit; if it was played to exactly this score, reopen it.',

  action: {
    label: (match: string) => `More for ${match}`,
    complete: 'Set Match Complete',
    reopen: 'Reopen',
    replay: 'Play again',
    swap: 'Swap Blue/Gold',
    forfeit: (team: string) => `${team} forfeit`,
    forfeitBoth: 'Both forfeit',
    review: 'Hold for review',
    reviewEnd: 'End review',
    report: 'Send result again',
    annotate: 'Keep the bracket, note the error',
  },
  sure: {
    replay: (match: string) => `Play ${match} again?`,
    replayWhy: 'What was played stays visible as an earlier attempt but no longer counts.',
    forfeit: (match: string) => `Forfeit in ${match}?`,
    forfeitWhy: (team: string, other: string) => `${other} win without playing: ${team} forfeit.`,
    forfeitBothWhy: 'Nobody advances from this match; the next opponent advances by a bye.',
    force: (match: string) => `Set ${match} complete?`,
    forceYes: 'Complete anyway',
  },
  note: {
    label: 'What is wrong, and why it is not corrected',
    hint: 'Nothing moves in the bracket. The note is public, beside the result.',
    save: 'Save note',
    saved: 'Note saved.',
  },
  impactTitle: (match: string) => `Matches were played on the result of ${match}`,
  cascade: 'Undo them and correct it',
  sentAgain: 'Match result sent.',
  swapped: 'Teams swapped and match result sent.',
})

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** The timeline: the steps of a tournament, with the events of its cabinets in between. */
export const timeline = part('timeline', {
  title: 'Timeline',
  lead: 'Everything that was done, the latest first. Open a step to undo or replace it.',
  filter: 'What to show',
  search: 'Search',
  match: 'Match',
  allMatches: 'All matches',
  cabinet: 'Cabinet',
  allCabinets: 'All cabinets',
  person: 'By',
  everybody: 'Everybody',
  device: 'Device',
  allDevices: 'All devices',
  type: 'Kind',
  allTypes: 'Every kind',
  from: 'From step',
  to: 'To step',
  clear: 'Show everything',
  failed: 'Could not load the timeline',
  none: 'Nothing has been done in this tournament yet.',
  notFound: 'No step matches. Search for less, or show everything.',
  count: (n: number) => (n === 1 ? '1 step' : `${n.toLocaleString(formats)} steps`),
  newer: (n: number) => (n === 1 ? '1 newer step: show it' : `${n} newer steps: show them`),
  newerThan: (n: number) =>
    n === 1
      ? '1 step was done since, in the whole tournament: check whether it fits'
      : `${n} steps were done since, in the whole tournament: check whether any fits`,
  older: 'Older steps',
  zone: (zone: string) => `Times in ${zone}.`,
  step: (version: number) => `Step ${version}`,
  by: (name: string | null, device: string | null) =>
    device ? `${name ?? 'Somebody'} · ${device}` : (name ?? 'Somebody'),
  pressed: (time: string) => `pressed at ${time} by that device’s clock`,
  link: 'Copy link',
  copied: 'Link copied.',
  asItWas: 'As it was then',
  of: (match: string) => `Timeline of ${match}`,
  done: 'Done. It is the first step of the list, and can be undone there.',
  moments: 'What the cabinets sent',
  leftOut: (n: number) => `and ${n} more before these`,
  leftOutAfter: (n: number) => `${n} more messages of the cabinets are not listed here`,
  arrived: (time: string) => `· arrived ${time}`,
  replay: 'Replay',
  replayOf: (cabinet: string, time: string) => `Replay of the game on ${cabinet} at ${time}`,
  moment: {
    mapstart: (map: string | null) => (map ? `map ${map}` : 'map'),
    gamestart: (map: string | null) => (map ? `game began on ${map}` : 'game began'),
    gameend: () => 'game ended',
    victory: (team: string | null, how: string | null) =>
      `${team ? capital(team) : 'Nobody'} won${how ? ` (${how})` : ''}`,
    clientOnline: () => 'connected',
    clientOffline: () => 'connection lost',
    play: (kills: number, berries: number) =>
      [kills > 0 && some(kills, 'kill', 'kills'), berries > 0 && some(berries, 'berry', 'berries')]
        .filter(Boolean)
        .join(', '),
  },
})

function some(n: number, one: string, more: string): string {
  return `${n} ${n === 1 ? one : more}`
}

/** The kinds of step that the timeline can be filtered by. */
export const kinds: Partial<Record<Command['type'], string>> = part('kinds', {
  AddScore: 'Points',
  SetScore: 'Scores set',
  StartMatch: 'Starts',
  SelectNext: 'Next',
  FireTimer: 'Started by a timer',
  StopMatch: 'Stops',
  CompleteMatch: 'Completed',
  ReopenMatch: 'Reopened',
  ForfeitMatch: 'Forfeits',
  ReplayMatch: 'Played again',
  SetSides: 'Sides swapped',
  SetWarmup: 'Warm-up',
  SetTeams: 'Teams set',
  FinishGame: 'Games that ended',
  AttachGame: 'Games added',
  DetachGame: 'Games taken away',
  SetQueue: 'Queues changed',
  ReviewMatch: 'Reviews',
  AnnotateMatch: 'Notes',
  Undo: 'Undone',
  ReplaceStep: 'Replaced',
})
