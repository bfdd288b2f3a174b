import { part } from '../catalogue.ts'

// Texts that a referee's screen needs at once; its sheets have files of their own.
export const officiate = part('officiate', {
  hideInactive: 'Hide Inactive Cabinets',
  showInactive: 'Show Inactive Cabinets',
  noCabinets: 'No cabinets are assigned to this tournament.',
  noneActive: 'No cabinet is online or has a match.',
  queue: 'Queue',
  more: (seconds: number) => `+${seconds} s`,
  moreLabel: (seconds: number, cabinet: string) =>
    `+${seconds} s for the queue timer of ${cabinet}`,
  moreFailed: 'Could not extend the queue timer',
  steps: 'More about the last action, and everything that was done',
  setScore: 'Set score',
  wait: (games: number) => (games === 1 ? '1 late game' : `${games} late games`),
  frozen: 'Under review: the public sees the score as it was',
  emptyOutside: 'No available matches found. Check your bracket on Challonge.',
  palette: 'Go to …',
  elsewhere: (n: number) => (n === 1 ? '1 press needs you' : `${n} presses need you`),
  failedActive: 'Could not retrieve active match',
})

/** The menus of a tournament, and the screens in them. */
export const menus = part('menus', {
  label: 'Administration',
  officiate: 'Officiate',
  organize: 'Organize',
})

export const screenNames = part('screenNames', {
  settings: 'Basic Settings',
  dashboard: 'Dashboard',
  currentMatches: 'Manage Current Matches',
  editMatchResults: 'Edit Match Results',
  matchQueue: 'Match Queue',
  announcements: 'Announcements',
  onSite: 'Teams on Site',
  timeline: 'Timeline',
  asItWas: 'As It Was',
  protests: 'Protests',
  displays: 'Displays',
  stream: 'Stream',
  devices: 'Devices',
  templates: 'Templates',
  configureRegistration: 'Configure Registration',
  paymentProcessor: 'Payment Processor',
  links: 'Links',
  mixer: 'Mixer',
  teams: 'Team & Player Management',
  draftTool: 'Draft Tool',
  registeredList: 'Registered Players',
  stages: 'Stages',
  dayPlan: 'Plan the Day',
  teamPlacement: 'Team Placement',
  cabinets: 'Assigned Cabinets',
  hooks: 'Chats & Webhooks',
  videos: 'Videos',
})
