import type { Mail } from '../mail.ts'

type Words = Omit<Mail, 'to'>
type Role = 'admin' | 'tournament'
const nobodyOpened = 'As long as nobody opens it, your password stays what it is.'
const nobody = 'If that was not you, do nothing: without you nothing changes.'

export const en = {
  confirm: (link: string): Words => ({
    subject: 'Confirm your e-mail',
    text: `Somebody signed up with this e-mail. To finish, open this within a day and enter the password you chose:\n\n${link}\n\n${nobody}`,
  }),
  knownAddress: (link: string): Words => ({
    subject: 'You have an account already',
    text: `Somebody tried to sign up with this e-mail, which has an account already. Sign in here:\n\n${link}\n\nThere you can choose a new password too. ${nobody}`,
  }),
  reset: (link: string): Words => ({
    subject: 'Choose a new password',
    text: `To choose a new password, open this within an hour:\n\n${link}\n\n${nobody}`,
  }),
  resetLink: (by: string): Words => ({
    subject: 'A link to your account was made',
    text: `${by} made a link with which a new password can be chosen for your account, within an hour. If you did not ask for it, tell the owner of the site. ${nobodyOpened}`,
  }),
  newEmail: (link: string): Words => ({
    subject: 'Confirm your new e-mail',
    text: `To use this e-mail for your account, open this within a day on a browser where you are signed in:\n\n${link}\n\n${nobody}`,
  }),
  takenEmail: (link: string): Words => ({
    subject: 'This e-mail has an account already',
    text: `Somebody wants to use this e-mail for another account. It has one already:\n\n${link}\n\n${nobody}`,
  }),
  leftEmail: (): Words => ({
    subject: 'Your account has another e-mail now',
    text: 'Your account does not use this e-mail any more. If you did not change that, tell an admin of your scene.',
  }),
  password: (): Words => ({
    subject: 'Your password was changed',
    text: 'Your password was changed, and every browser signed out. If you did not do that, choose a new password and tell an admin of your scene.',
  }),
  invitation: (scene: string, role: Role, link: string): Words => ({
    subject: `You are invited to ${scene}`,
    text: `You are invited to be ${role === 'admin' ? 'an admin' : 'a tournament official'} of ${scene}. Sign in or sign up, then open this within 14 days:\n\n${link}\n\n${nobody}`,
  }),
}
/** The texts every language must have; the compiler reports missing ones. */
export type Mails = typeof en
