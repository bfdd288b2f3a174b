import { part } from './catalogue.ts'
import type { StatusLineName } from '#events/describe/status.ts'

/** Devices of officials, and tablets paired with a cabinet. */
export const devices = part('devices', {
  title: 'Devices of this scene',
  lead: 'Where officials are signed in, and the tablets that are paired with a cabinet.',
  list: 'Devices',
  empty: 'No device of an official is signed in.',
  nameless: 'A device without a name',
  here: 'here',
  isThis: 'this one',
  of: (person: string) => `signed in as ${person}`,
  pairedBy: (person: string) => `paired by ${person}`,
  rights: {
    admin: 'Admin',
    official: 'Official',
    cabinet: (cabinet: string) => `Referee at ${cabinet}`,
  },
  unknownCabinet: 'another cabinet',
  seenMinutes: (minutes: number) => `seen ${minutes} min ago`,
  seenHours: (hours: number) => `seen ${hours} h ago`,
  seenOn: (day: string) => `seen on ${day}`,
  pressed: (time: string) => `last press ${time}`,
  neverPressed: 'no press yet',
  olderPage: 'older page',
  olderPageHint: 'It shows a page from before the last update. Reload it there.',
  battery: (percent: number) => `battery ${percent} %`,
  latency: (p50: number, p95: number) => `answered in ${p50} ms, 95 of 100 within ${p95} ms`,
  unsent: (presses: number) => `${presses} unsent`,
  ahead: (seconds: number) => `clock ${seconds} s ahead`,
  behind: (seconds: number) => `clock ${seconds} s behind`,
  mayOnlyLook: 'Read-only',
  cabinetOf: (name: string) => `Cabinet of ${name}`,
  moved: (name: string, cabinet: string) => `${name} now referees at ${cabinet}.`,
  rename: 'Rename',
  renameTitle: (name: string) => `Rename ${name}`,
  name: 'Name of the tablet',
  nameMissing: 'Enter a name',
  renamed: (name: string) => `The tablet is now called ${name}.`,
  takeOff: 'Remove',
  takeOffAgain: 'Press again: it is signed out',
  takenOff: (name: string) => `${name} is signed out.`,

  pair: {
    title: 'Pair a tablet',
    lead: 'A paired tablet can only referee at one cabinet.',
    cabinet: 'Cabinet',
    noCabinets: 'This scene has no cabinets yet.',
    name: 'Name, such as "north"',
    make: 'Show a code',
    failed: 'Could not make a code.',
    openThere: 'Open this on the tablet',
    typeThere: (name: string) => `and enter this code. It becomes ${name}.`,
    code: 'Code for the tablet',
    until: (time: string) => `Valid until ${time}, for one use.`,
    tooOld: 'This code has expired. Make another one.',
    done: 'Done',
    paired: (name: string, cabinet: string) => `${name} is paired with ${cabinet}.`,
  },

  /** on the tablet itself */
  page: {
    title: 'Pair this tablet',
    lead: 'An official makes the code under Dashboard, Devices.',
    code: 'Code',
    codeMissing: 'Enter the code',
    button: 'Pair',
    failed: 'Could not pair this tablet.',
    signsOut: (person: string) =>
      `${person} is signed in on this browser. Pairing it signs ${person} out of it.`,
    anew: 'Pair with another code',
    referee: (name: string, cabinet: string) => `${name}: referee at ${cabinet}`,
    to: (cabinet: string) => `Referee at ${cabinet}`,
    none: (cabinet: string) => `No active tournament uses ${cabinet} yet.`,
    looksAgain: 'This page checks again automatically.',
    failedToLook: 'The tournaments could not be loaded.',
  },

  account: {
    title: 'This tablet',
    lead: (cabinet: string) => `It can only referee at ${cabinet}.`,
    signOut: 'Sign out',
    signOutAgain: 'Press again: it will have to be paired again',
  },

  sign: {
    onlyLooks: 'This device is read-only',
    elsewhere: (name: string, cabinet: string) => `${name} can only referee at ${cabinet}`,
  },
})

export const status = part('status', {
  title: 'Is it all right?',
  lead: 'Everything that an evening depends on. Check it before the evening begins, and when something seems wrong.',
  all: 'All is well.',
  some: (n: number) => (n === 1 ? 'One line is red.' : `${n} lines are red.`),
  asOf: (time: string, interval: string) => `As of ${time}, updated every ${interval}.`,
  build: (version: string, commit: string | null) =>
    commit === null ? `Waggle ${version}` : `Waggle ${version}, commit ${commit}`,
  caption: 'What an evening depends on',
  state: { fine: 'All right', red: 'Not all right', unknown: 'Not known' },
  line: {
    log: 'Log',
    database: 'Database',
    gate: 'Gate: changes allowed',
    tournaments: 'Tournaments',
    projector: 'Projector: rows',
    referee: 'Referee: games and timers',
    fanout: 'Fan-out: screens',
    intake: 'Intake: cabinets send',
    cabinets: 'Cabinets',
    presses: 'Presses waiting on tablets',
    clocks: 'Clocks of devices',
    secret: 'Secret of the server',
    disk: 'Disk',
    backup: 'Backup',
  } satisfies Record<StatusLineName, string>,
})

/** The audible countdown before a forced start. */
export const sound = part('sound', {
  on: 'Turn the sound on here',
  off: 'Turn the sound off here',
})

export const copying = part('copying', {
  copied: 'Copied to the clipboard.',
  byHand: 'This browser cannot copy automatically. The text is selected: copy it by hand.',
})

/** Lists that people sort, by dragging or by buttons. */
export const sorting = part('sorting', {
  grab: (name: string) => `Drag ${name}`,
  up: (name: string) => `Move ${name} up`,
  down: (name: string) => `Move ${name} down`,
  place: (n: number, of: number) => `position ${n} of ${of}`,
  lifted: (name: string, place: string) => `Picked up ${name}, ${place}.`,
  over: (name: string, place: string) => `${name}, moved to ${place}.`,
  dropped: (name: string, place: string) => `${name}, dropped at ${place}.`,
  cancelled: (name: string) => `${name} is back where it was.`,
  unsaved: 'Saving the order',
  instructions:
    'To move it, press space, choose its place with the arrow keys, press space again to drop it, or escape to put it back.',
})

export const help = part('help', {
  mark: '?',
  open: (screen: string) => `Help: ${screen}`,
})

/** The headings of the handbook's page for organisers that screens open. */
export const helpParts = {
  page: 'The page of a tournament',
  people: 'People',
  mixer: 'A mixer: teams formed on the evening',
  formats: 'Formats',
  dayPlan: 'Plan the day',
  cabinets: 'Cabinets',
  hooks: 'Chats, programs and calendars',
  look: 'Look like your scene',
} as const
export type HelpPart = keyof typeof helpParts
