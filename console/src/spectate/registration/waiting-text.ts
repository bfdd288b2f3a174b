import { part } from '../../core/text/catalogue.ts'

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
