import { formats } from '../locale.ts'
import { part } from '../catalogue.ts'
import type { Command } from '../../../../../events/schema/command.ts'

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
