import { part } from '../catalogue.ts'
import type { PhoneKind } from '#events/describe/notification-kinds.ts'

/** The totals over all games of a person or a team. */
export const totalsText = part('totalsText', {
  title: 'Totals',
  all: 'All games',
  games: 'Games',
  won: 'Won',
  none: 'No finished games yet.',
  counts: 'Statistics',
  byPosition: 'Positions',
  byMap: 'Maps',
  byWinCondition: 'Decided by',
  opponents: { person: 'Opponents', team: 'Teams met' },
  stats: {
    kills: 'Kills',
    deaths: 'Deaths',
    militaryKills: 'Military kills',
    queenKills: 'Queen kills',
    berries: 'Berries',
    berriesKicked: 'Berries kicked in',
  },
})

/** The question before a phone is subscribed to notifications. */
export const push = part('push', {
  ask: 'Notify this phone',
  blocked: 'This browser blocks notifications. Allow them for this page first.',
  failed: 'It did not work. Try again in a moment.',
  about: 'Notifications are on',
  stop: 'Turn off notifications',
  kinds: (minDelayMinutes: number) =>
    ({
      on_deck: 'on deck',
      called: 'called to a cabinet',
      delayed: `delayed by more than ${minDelayMinutes} min`,
      result: 'results',
      announcement: 'announcements',
    }) satisfies Record<PhoneKind, string>,
})

/** On every screen of a practice. */
export const practiceText = part('practiceText', {
  sign: 'PRACTICE: made-up teams, and a cabinet that plays by itself. Nothing here counts, and it ends within an hour.',
})

/** The waiting list of a registration, loaded where the number of places is limited. */
export const waitingText = part('waitingText', {
  left: (count: number) => (count === 1 ? 'One place is left.' : `${count} places are left.`),
  full: (total: number, waiting: number) =>
    `${total === 1 ? 'The only place is taken' : `All ${total} places are taken`}${waiting === 0 ? '' : `, and ${waiting} wait for one`}.`,
  joinList: 'Join the waiting list',
  leaveList: 'Leave the waiting list',
  waits: (place: number) =>
    `You are number ${place} on the waiting list. When a place is yours, this page says so, and you get an e-mail if your account has an address.`,
  offered: (until: string) => `A place is yours until ${until}. Register below to take it.`,
  giveUp: 'Give up the place',
  dismiss: 'Close',
})
