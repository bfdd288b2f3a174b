import { part } from '../../core/text/catalogue.ts'

/** The page behind the QR code at the door of a mixer. */
export const door = part('door', {
  title: (name: string) => `Sign up for ${name}`,
  gone: 'This code is no longer in use. Ask at the door.',
  here: (count: number) =>
    count === 1 ? '1 person is already here.' : `${count} people are already here.`,
  name: 'Your name',
  nameHint: 'It is shown in the list of players and on screens. No account is needed.',
  level: 'How much have you played?',
  levelHint: 'Used to make even teams. Only organisers see it.',
  levels: ['Little', 'Some', 'A lot'],
  queen: 'I like to play queen',
  join: 'I play',
  failed: 'You are not signed up.',
  done: (name: string) => `You are in, ${name}.`,
  wait: 'The teams will be drawn soon. This page will show yours.',
  team: (name: string) => `You play for ${name}.`,
  toTeam: 'Your team and its matches',
  another: 'Sign up somebody else',
})
