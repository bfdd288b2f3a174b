import { part } from './catalogue.ts'

// Texts that all programs of the console share. All text is in catalogue parts like this one, so
// that it can be translated.

const capital = { blue: 'Blue', gold: 'Gold' } as const

export const text = part('text', {
  product: 'Waggle',
  colour: { blue: 'BLUE', gold: 'GOLD' },
  capital,
  loading: 'Loading',
  close: 'Close',
  cancel: 'Cancel',
  retry: 'Retry',
  dismiss: 'Dismiss',
  toContent: 'Skip to the content',
  notAuthorized: 'Not Authorized',
  notFound: 'There is nothing at this address.',
  deleted: 'This tournament has been deleted.',
  toStart: 'To the list of tournaments',
  failedToLoad: 'This page could not be loaded.',
  apiFailed: 'API request failed.',
  sayNumber: (id: string) =>
    `If you ask for help, quote this number: ${id.replace(/\d{3}(?=\d)/g, '$& ')}.`,
  /** of a document */
  title: (...parts: (string | undefined)[]) => [...parts, 'Waggle'].filter(Boolean).join(' · '),
  breadcrumb: 'Breadcrumb',
  /** 20:40–20:50, 2–1: from the left in every language */
  dashed: (...values: (string | number)[]) => values.join('–'),
  language: 'Language',
  theme: { bright: 'Bright theme', dark: 'Dark theme' },

  user: {
    signedInAs: (name: string) => `Signed in as ${name}`,
    paired: (name: string, cabinet: string) => `${name} · referee at ${cabinet}`,
    signOut: 'Sign out',
    signIn: 'Sign in',
    hint: 'To officiate, sign in.',
  },

  home: {
    title: 'Tournaments',
    empty: 'There are no tournaments yet.',
    officiate: 'Officiate',
    past: 'over',
  },

  link: {
    connecting: 'Connecting',
    live: 'Live',
    idle: 'Up to date',
    shaky: 'Shaky',
    lost: 'Lost',
    label: (state: string) => `Connection: ${state}`,
    server: (age: string) => `No response from the server for ${age}.`,
    tablet: (age: string) => `This device is offline. Data is ${age} old.`,
    asOf: (time: string) => `as of ${time}`,
    tryNow: 'Try now',
    next: (seconds: number) => `next try in ${seconds} s`,
    trying: 'trying',
    waiting: 'Waiting for the server',
  },

  unsent: {
    count: (n: number) => `${n} unsent`,
    drop: 'Drop',
  },

  cabinet: {
    online: 'Online',
    offline: 'Offline',
    offlineFor: (age: string) => `Cabinet client offline ${age}`,
    silentFor: (age: string) => `Cabinet silent ${age}`,
    noGame: '(no game)',
    noMatch: 'A game without a match',
    inUse: (tournament: string) => `${tournament} is being played here.`,
    map: 'Map',
    gameTime: 'Game time',
    berries: 'Berries left',
    open: (name: string) => `Ref ${name}`,
    ref: 'Ref',
    warmup: 'Warm-up',
  },

  next: {
    automatic: 'Starts automatically in',
    tries: 'Tries automatically in',
    due: 'Starting',
    tryingAgain: 'Starts automatically when it can',
    isHeld: 'On hold: nothing starts automatically',
  },

  match: {
    short: (num: number) => `M${num}`,
    ofStage: (match: string, stage: string) => `${match} of ${stage}`,
    versus: (blue: string, gold: string) => `${blue} vs. ${gold}`,
    brief: (blue: string, gold: string) => `${blue} v ${gold}`,
    unknownTeam: '(unknown team)',
    score: (blue: number, gold: number) => `(${blue}-${gold})`,
  },
})

/** The protest state beside a match. Kept small, because every screen loads it. */
export const disputed = part('disputed', {
  open: 'under protest',
  provisional: 'provisional',
})
