import { part } from '../catalogue.ts'
import type { Call } from '#events/view/calls.ts'

const calls: Record<Call, string> = {
  on: 'Playing',
  on_deck: 'Starting',
  now: 'Next',
  soon: 'Soon',
}

/** The displays of the venue, and the stream overlay. */
export const venue = part('venue', {
  title: (name: string) => `${name} · Waggle display`,
  waitingHint: 'This screen continues automatically.',
  missing: 'There is no such tournament.',
  code: 'Code of this display',
  codeHint: 'An official enters it under Dashboard, Displays.',
  claimedHint: 'An official chooses under Dashboard, Displays what this screen shows.',
  stale: (age: string) => `Not up to date · ${age} old`,
  neverHeard: 'No connection',
  board: {
    'queue-board': 'Next matches',
    'now-playing': 'Now playing',
    bracket: 'Bracket',
    cabinet: 'Cabinet',
    overlay: 'Overlay',
    standings: 'Standings',
  },
  call: (call: Call) => calls[call],
  match: (num: number) => `M${num}`,
  warmup: 'Warm-up',
  late: (minutes: number) => `running ${minutes} min late`,
  more: (count: number) => (count === 1 ? 'and 1 more match' : `and ${count} more matches`),
  noQueue: 'No match is queued right now.',
  noMatch: 'No match',
  noStage: 'There is no bracket yet.',
  noCabinets: 'No cabinets are assigned to this tournament yet.',
  next: 'Next',
  nothingNext: 'Nothing is queued.',
  rank: 'Rank',
  team: 'Team',
  won: 'Won',
  tied: 'Tied',
  lost: 'Lost',
  page: (page: number, of: number) => `${page} of ${of}`,
  review: 'under review',
})
