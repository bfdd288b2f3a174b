import { part } from '../../core/text/catalogue.ts'

export const newcomer = part('newcomer', {
  title: (name: string) => `Welcome, ${name}`,
  play: {
    title: 'Play',
    open: 'Open a tournament below. Its page says how to register.',
    none: 'There is no tournament yet. As soon as there is one, this page lists it.',
  },
  help: {
    title: 'Run tournaments',
    ask: (email: string | null) =>
      email === null
        ? 'Ask an organiser to invite you, and open the link that they give you.'
        : `Ask an organiser to invite ${email}, and open the link that they give you.`,
    account: 'Your account',
    invited: 'You have an invitation.',
    see: 'See the invitation',
  },
  server: {
    title: 'Set up this server',
    lead: 'This server has no scene yet: its owner makes the first one and invites its admins.',
    own: 'Did you start it yourself? Then open the link “Owner” that the terminal printed. It works once, within 15 minutes; every start prints a new one.',
    invite: (email: string | null) =>
      email === null
        ? 'As the owner, open your account, make a scene there, and invite yourself as its admin. Sign in again, and open the link of the invitation.'
        : `As the owner, open your account, make a scene there, and invite ${email} as its admin. Sign in again, and open the link of the invitation.`,
  },
})
