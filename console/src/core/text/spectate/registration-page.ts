import { part } from '../catalogue.ts'

/** What the page of registration shows before its form is loaded. */
export const registrationPage = part('registrationPage', {
  title: 'Register',
  closes: (day: string) => `Registration is open until ${day}.`,
  signIn: 'Sign in',
  signUp: 'Create an account',
  signedOut: 'To register, sign in or create an account. You will come back to this page.',
  signedOutTitle: 'Sign in to register',
  closed: 'Registration is closed.',
  signedOutClosed: 'If you have registered, sign in to see your registration.',
  unread: 'Your registration could not be loaded.',
})
