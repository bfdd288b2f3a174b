import { part } from '../../core/text/catalogue.ts'
import { status } from '../../core/text/shell/status.ts'
import type { AdminScreenName } from '../../ui/admin-screen.ts'

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
export const wordsFor: Record<AdminScreenName, string> = part('wordsFor', {
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
