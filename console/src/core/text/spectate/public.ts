import { part } from '../catalogue.ts'
import type { Call } from '#events/view/calls.ts'

// The texts of the public pages.

const calls: Record<Call, string> = {
  on: 'playing',
  on_deck: 'on deck',
  now: 'next',
  soon: 'soon',
}

export const publicText = part('publicText', {
  calendar: 'Add to a calendar',
  tournament: {
    officiate: 'Manage Current Matches',
    sections: 'Parts of this tournament',
    late: (minutes: number) => `running ${minutes} min late`,
    early: (minutes: number) => `running ${minutes} min early`,
    ends: (time: string) => `ends about ${time}`,
    over: 'over',
    zone: (zone: string) => `Times are ${zone}.`,
  },
  section: {
    now: 'Overview',
    bracket: 'Bracket',
    standings: 'Standings',
    queues: 'Queues',
    teams: 'Teams',
    register: 'Register',
    about: 'About',
  },
  landing: {
    playing: 'Now playing',
    coming: 'Cabinets',
    register: 'Register',
    open: 'Registration is open',
    until: (day: string) => `until ${day}`,
    teams: (count: number) => (count === 1 ? '1 team so far' : `${count} teams so far`),
    champion: 'Champion',
    champions: 'Champions',
    podium: (stage: string) => `Final places of ${stage}`,
  },
  now: {
    none: 'No cabinets are assigned to this tournament yet.',
    nothingNext: 'Nothing is queued right now.',
    results: 'Latest results',
  },
  match: {
    short: (num: number) => `M${num}`,
    versus: (one: string, two: string) => `${one} vs. ${two}`,
    unknown: 'not yet known',
    forfeit: 'forfeit',
    doubleForfeit: 'forfeited by both',
    tie: 'tie',
    won: 'won',
    bye: 'bye',
    warmup: 'warm-up',
    playing: 'playing',
    over: 'over',
    frozen: 'under review',
    call: (call: Call) => calls[call],
    note: 'Note',
    videoSoon: '(opens a video site)',
    score: (one: string, a: number, two: string, b: number) => `${one} ${a}, ${two} ${b}`,
  },
  protest: {
    open: 'under protest',
    places: 'Provisional: a match of this stage, or one that leads to it, is under protest.',
  },
  queues: {
    none: 'There are no queues yet.',
    empty: 'Nothing is queued.',
    off: 'This queue is paused.',
    list: (queue: string) => `Matches queued for ${queue}`,
  },
  teams: {
    none: 'No teams yet.',
    place: (place: string) => `Place ${place}`,
    final: (place: string) =>
      place === '1' ? 'You are the champion' : `You finished in place ${place}`,
    rank: (rank: number, of: number, stage: string) => `Rank ${rank} of ${of} in ${stage}`,
  },
  follow: {
    short: 'Follow',
    on: 'Following',
    you: 'You',
    card: (team: string) => `Your team: ${team}`,
    against: (opponent: string) => `against ${opponent}`,
    nothing: 'No match is planned for you right now.',
    done: 'All your matches are over.',
    waits: 'not in a queue yet',
    now: (cabinet: string) => `You play now on ${cabinet}`,
    play: (when: string, where: string) => ['You play', when, where].filter(Boolean).join(' '),
    at: (time: string) => `at ${time}`,
    where: (cabinet: string) => `on ${cabinet}`,
    starting: 'it starts in a moment',
    paused: 'this queue is paused',
    first: 'you are next',
    before: (count: number) => (count === 1 ? '1 match before you' : `${count} matches before you`),
  },
  about: {
    links: 'Links',
    videos: 'Videos',
    video: (cabinet: string, length: string) => `${cabinet}, ${length}`,
    none: 'The organisers have written nothing here yet.',
  },
})
