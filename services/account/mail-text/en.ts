import { linkValidity } from '../../../events/text/link-validity.ts'
import type { Mail } from '../mail.ts'

type Words = Omit<Mail, 'to'>
type Role = 'admin' | 'tournament'
const nobodyOpened = 'Your password stays the same unless somebody opens that link.'
const nobody = 'If this was not you, you can ignore this e-mail: nothing will change.'

export const en = {
  confirm: (link: string): Words => ({
    subject: 'Confirm your e-mail',
    text: `Somebody signed up with this e-mail address. To finish, open this link within ${linkValidity('en', 'confirm')} and enter the password you chose:\n\n${link}\n\n${nobody}`,
  }),
  knownAddress: (link: string): Words => ({
    subject: 'You already have an account',
    text: `Somebody tried to sign up with this e-mail address, but it already has an account. Sign in here:\n\n${link}\n\nYou can also choose a new password there. ${nobody}`,
  }),
  reset: (link: string): Words => ({
    subject: 'Choose a new password',
    text: `To choose a new password, open this link within ${linkValidity('en', 'reset')}:\n\n${link}\n\n${nobody}`,
  }),
  resetLink: (by: string): Words => ({
    subject: 'A password link was created for your account',
    text: `${by} created a link that lets you choose a new password for your account within ${linkValidity('en', 'reset')}. If you did not ask for it, tell the owner of the site. ${nobodyOpened}`,
  }),
  newEmail: (link: string): Words => ({
    subject: 'Confirm your new e-mail',
    text: `To use this e-mail address for your account, open this link within ${linkValidity('en', 'newEmail')} in a browser where you are signed in:\n\n${link}\n\n${nobody}`,
  }),
  takenEmail: (link: string): Words => ({
    subject: 'This e-mail address already has an account',
    text: `Somebody tried to use this e-mail address for another account, but it already belongs to this one:\n\n${link}\n\n${nobody}`,
  }),
  leftEmail: (): Words => ({
    subject: 'The e-mail address of your account was changed',
    text: 'Your account no longer uses this e-mail address. If you did not change this, tell an admin of your scene.',
  }),
  password: (): Words => ({
    subject: 'Your password was changed',
    text: 'Your password was changed, and every browser was signed out. If you did not do this, choose a new password and tell an admin of your scene.',
  }),
  placeFree: (name: string, until: string, link: string): Words => ({
    subject: `A place is free in ${name}`,
    text: `There is a place for you in ${name}. It is yours until ${until}: open this page and register.\n\n${link}\n\nAfter that it is offered to the next person on the waiting list.`,
  }),
  invitation: (scene: string, role: Role, link: string): Words => ({
    subject: `You are invited to ${scene}`,
    text: `You are invited to be ${role === 'admin' ? 'an admin' : 'a tournament official'} of ${scene}. Sign in or sign up, then open this link within ${linkValidity('en', 'invitation')}:\n\n${link}\n\n${nobody}`,
  }),
}
/** The texts every language must have; the compiler reports missing ones. */
export type Mails = typeof en
