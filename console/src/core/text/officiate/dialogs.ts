import { part } from '../catalogue.ts'
import type { Colour } from '#events/game/map/colour.ts'
import { status } from '../shell.ts'
import type { screenNames } from './first-screen.ts'

const capital = { blue: 'Blue', gold: 'Gold' } as const

/** The sheets of the referee's screen. */
export const steps = part('steps', {
  title: 'What was done',
  latest: 'Last action',
  search: 'Search what was done',
  none: 'Nothing was done yet.',
  notFound: 'No step contains these words.',
  older: 'Older',
  by: (name: string, device: string | null) => (device ? `${name} · ${device}` : name),
  somebody: 'Somebody',
  undo: 'Undo this',
  undoAll: (n: number) =>
    n === 1 ? 'Undo this and the one after it' : `Undo this and the ${n} after it`,
  depends: 'What was done on top of it, latest first:',
  cannot: 'Cannot be undone right now.',
  failed: 'Could not load what was done',
  replace: 'Replace with …',
  atStart:
    'Teams on the wrong sides, or the wrong match all along? Open the step that started the match.',
  keeps: (time: string) => `It keeps its time, ${time}. What came later stays as it is.`,
  other: (colour: Colour, team: string) => `+1 ${capital[colour]}: ${team}`,
  warmup: 'A warm-up game: no point, and warm-up on',
  wasWarmup: 'It was a warm-up game: no point',
  nobody: 'No point for anybody',
  wonBy: (colour: Colour, team: string) => `${capital[colour]} won it: ${team}`,
  notCounted: 'A warm-up game: take the point off',
  firstWarmup: 'Its first game was a warm-up',
  swapped: (match: string) => `Teams were on the other sides in ${match}`,
  scoreSwapped: 'The score was the other way round',
  noScore: 'No score for this match',
  forfeitedBy: (team: string) => `${team} forfeited`,
  noForfeit: 'Nobody forfeited: open the match again',
  another: 'Another match …',
  itWas: 'It was this match',
  inStage: (match: string, stage: string) => (stage === '' ? match : `${match}, ${stage}`),
  played: 'Matches have been played on this',
  insist: 'Correct it, and play these again',
  reason: 'Why',
  reasonHint: 'Matches that were played are undone with it. The reason is kept.',
  reasonMissing: 'Enter a reason.',
  match: (match: string) => `Start ${match} instead`,
})

export const games = part('games', {
  title: (cabinet: string) => `Recent Games on ${cabinet}`,
  none: (cabinet: string) => `No game has ended on ${cabinet} yet.`,
  failedList: 'Could not retrieve recent games list',
  failedClick: 'Could not add/remove game to current set',
  goesTo: 'Games go to',
  nowhere: 'No match',
  chooseFirst: 'Choose a match first: put one on the cabinet, or pick one from the list above.',
  here: (match: string) => `${match} (on this cabinet)`,
  won: (team: string) => `${team} won`,
  attached: 'In this match',
  warmup: 'Warm-up in this match',
  attach: (match: string) => `Game added to ${match}`,
  detach: (match: string) => `Game removed from ${match}`,
  lateTitle: (cabinet: string) => `Late games on ${cabinet}`,
  lateLead: 'These games were not counted automatically. Decide what to do with each.',
  lateNone: 'No game is waiting for you here.',
  accept: (match: string) => `Count it in ${match}`,
  ignore: 'Ignore it',
  why: (reason: string) => `Why: ${reason}`,
})

export const byHand = part('byHand', {
  open: 'New match',
  title: 'A match by hand',
  stage: 'Tournament stage',
  stageMissing: 'Tournament stage must be selected',
  noStage:
    'No stage accepts matches made by hand. An organiser has to create a stage of the type custom first.',
  team: (colour: Colour) => `${capital[colour]} team`,
  unknown: 'Not known yet',
  twice: 'A team cannot play against itself.',
  round: 'Round name',
  make: 'Create match',
  failed: 'Could not create the match',
})

export const finished = part('finished', {
  title: 'Finished matches',
  none: 'No match has been completed yet.',
  edit: (match: string) => `Correct ${match}: `,
  at: (time: string) => `complete ${time}`,
  report: { pending: 'not sent', sent: 'sent', failed: 'not sent: failed' },
  reportLabel: (state: string) => `Report to Challonge: ${state}`,
  differs: 'Challonge has another winner',
  send: 'Send again',
  sendOf: (match: string) => `Send again: the result of ${match}`,
  sendFailed: 'Could not send the result',
  insist: 'Send, and let Challonge take our winner',
  markFailed: 'Not marked as under way on Challonge. Waggle tries again.',
  sent: 'Match result sent.',
  swapped: 'Teams swapped and match result sent.',
})

export const editing = part('editing', {
  title: (match: string) => `Score of ${match}`,
  oldTitle: (match: string) => `Correct ${match}`,
  other: (match: string, played: string) =>
    `You are editing match ${match}; match ${played} is being played`,
  old: (match: string) => `You are editing match ${match}. It is not being played.`,
  completed: (time: string) => `Complete since ${time}`,
  score: (colour: Colour, team: string) => `${capital[colour]}: ${team}`,
  save: 'Set score',
  jump: 'The score jumps by more than one',
  unusual: 'Is this score right?',
  jumps: (team: string, was: number, is: number) => `${team}: ${was} becomes ${is}`,
  sure: 'Yes, it is right',
  changed: 'The score has been changed in the meantime. The current score is shown.',
  swap: 'Swap Blue/Gold',
  reopen: 'Reopen match',
  reopenSure: 'Press again to reopen',
  failed: 'Could not update match scores',
  reopenFailed: 'Could not reopen the match',
  insist: 'Correct it, and play these again',
})

export const upcoming = part('upcoming', {
  title: 'Coming up',
  none: 'Nothing is queued for this cabinet.',
  next: 'Next',
  after: 'Then',
  checkIn: {
    absent: 'absent',
    present: 'present',
    short: (here: number, of: number) => `${here} of ${of} here`,
  },
})

/** The command palette. */
export const palette = part('palette', {
  title: 'Go to …',
  search: 'A screen, a match by its number, or a team',
  none: 'No results.',
  results: 'Places',
  hint: 'Arrow keys choose, Enter goes there.',
  kind: {
    screen: 'Screen',
    page: 'Page',
    match: 'Match',
    team: 'Team',
    cabinet: 'Cabinet',
    keys: 'Help',
  },
  referee: (cabinet: string) => `Referee: ${cabinet}`,
  keys: 'Show the keyboard shortcuts',
})

/** Synonyms by which the palette finds a screen. */
export const wordsFor: Record<keyof typeof screenNames, string> = part('wordsFor', {
  dashboard: 'overview cabinets live monitor home',
  currentMatches: 'referee ref score points live cabinets undo warm-up sides swap',
  editMatchResults: 'score correct fix wrong forfeit walkover result undo',
  matchQueue: 'queues next order schedule upcoming assign start undo',
  hooks: 'discord slack chat webhook notify deliveries secret',
  onSite: 'attendance present missing warning code qr phone',
  announcements: 'message news tell everybody broadcast notice',
  timeline: 'log history events games steps undo',
  asItWas: 'history past replay rewind time travel undo',
  protests: 'dispute appeal complaint ruling decision',
  displays: 'tv television screen monitor board projector overlay stream obs',
  stream: 'overlay obs broadcast lower third on air pin kill feed',
  devices: 'tablet phone ipad pair pairing code referee sign out',
  settings: 'name date description slug active delete tournament',
  templates: 'copy reuse preset save load',
  configureRegistration: 'signup sign up register form questions fields options price fee',
  paymentProcessor: 'stripe money card fees account refund ledger',
  links: 'rules discord url stream website',
  mixer: 'door draw random teams code',
  teams: 'roster members import paste list csv check-in',
  draftTool: 'captains pick picks teams',
  registeredList: 'signups sign ups register entrants people csv export payments refund',
  stages:
    'bracket round robin elimination ladder swiss groups pools seeds seeding standings tiebreak',
  dayPlan: 'simulate schedule how long end time forecast formats compare breaks',
  teamPlacement: 'advance qualify seeds places bracket finals',
  cabinets: 'arcade machine client token group',
  videos: 'youtube twitch vod stream recording timestamps chapters',
})

/** Pages outside the administration of a tournament. */
export const pages = part('pages', {
  tournament: { name: 'Public page', also: 'tournament spectators players share address' },
  bracket: { name: 'Public bracket', also: 'tree elimination results' },
  register: { name: 'Registration page', also: 'signup sign up register join players' },
  scene: { name: 'Page of the scene', also: 'tournaments list' },
  newTournament: { name: 'New tournament', also: 'create add event' },
  status: { name: status.title, also: 'health monitoring log database disk backup clocks lag' },
  account: { name: 'Your account', also: 'password email sign out keys api profile' },
  people: 'roles admin official referee invite staff permissions users',
  rulings: 'scene settings protest deadline signatures defaults',
})
