import { part } from './catalogue.ts'
import type { PickupRule } from '#events/rules/pickup.ts'

const side = { blue: 'Blue', gold: 'Gold' }

/** The line for casual games at a cabinet. */
export const pickup = part('pickup', {
  title: 'Casual games',
  screen: (cabinet: string) => `Casual games at ${cabinet}`,
  side,
  rules: {
    winner_stays: 'Winner stays',
    blue_steps_off: 'Blue steps off',
  } satisfies Record<PickupRule, string>,
  ruleHints: {
    winner_stays: 'The losers step off, the next five take their side.',
    blue_steps_off:
      'After each game blue steps off, gold crosses over to blue, the next five are gold.',
  } satisfies Record<PickupRule, string>,
  winsAtMost: (wins: number) =>
    wins === 1 ? 'Winners step off too.' : `After ${wins} wins in a row winners step off too.`,
  paused: 'A tournament is being played here. The line is paused and continues afterwards.',
  closed: 'There is no line at this cabinet now.',
  free: (count: number) => (count === 1 ? '1 free place' : `${count} free places`),
  next: 'Next five',
  after: (n: number) => `In ${n + 1} games`,
  nobody: 'Nobody is waiting. Line up now and you are next.',
  people: (name: string, size: number) => (size === 1 ? name : `${name} (${size})`),
  mine: (name: string) => `${name} (you)`,

  playNow: (at: 'blue' | 'gold') => `Your turn: play on ${side[at].toLowerCase()}.`,
  playing: (at: 'blue' | 'gold') => `You are on ${side[at].toLowerCase()}.`,
  nextFive: 'You are in the next five. Stay near the cabinet.',
  before: (teams: number) =>
    teams === 1 ? 'One team is ahead of you.' : `${teams} teams are ahead of you.`,
  out: 'You are out of the line. Line up again to play.',

  name: 'Your name, or that of your group',
  nameHint: 'Shown on the screen here, and forgotten tonight. No account is needed.',
  size: 'How many are you?',
  join: 'Line up',
  joinFailed: 'Could not line up.',
  leave: 'Leave the line',
  leaveAgain: 'Press again to leave',
  leaveFailed: 'Could not leave the line.',

  run: 'Run the line',
  open: 'Open a line here',
  rule: 'After each game',
  limit: 'Winners stay for at most',
  wins: (count: number | null) =>
    count === null ? 'no limit' : count === 1 ? '1 win' : `${count} wins`,
  close: 'Close the line',
  closeAgain: 'Press again: everybody leaves it',
  skip: 'Skip',
  remove: 'Remove',
  runFailed: 'This did not work.',
  toScreen: 'Show it on a screen',
})

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

/** Sign-in at cabinets, cards, and profile visibility. */
export const atCabinet = part('atCabinet', {
  title: (cabinet: string) => `Sign in at ${cabinet}`,
  lead: (idle: string) =>
    `Choose your position. Your name is shown on screens and with the games until you leave, or until the cabinet has been idle for ${idle}.`,
  who: 'Who is playing?',
  self: (name: string) => `I, ${name}`,
  guest: 'A guest',
  guestName: 'Name of the guest',
  guestHint: (time: string) => `No account is needed. The name is forgotten after ${time}.`,
  account: 'Sign in with your account instead',
  take: 'Play here',
  leave: 'Sign out',
  nobody: 'nobody',
  failed: 'Could not sign in.',
  gone: 'This code is no longer in use. Ask for the new one.',
  card: 'Add a card',
  cardLead: (time: string) => `Then hold your card to the reader of this cabinet within ${time}.`,
  cardWaits: 'Hold your card to the reader now. A card of another account is not added.',

  cards: {
    title: 'Cards',
    lead: 'A card signs you in at every cabinet with a reader. Open the code of such a cabinet to add one.',
    caption: 'Your cards',
    name: (n: number) => `Card ${n}`,
    since: 'Added',
    empty: 'You have no cards yet.',
    remove: 'Remove',
    removeAgain: 'Press again to remove',
    removeFailed: 'Could not remove the card.',
  },

  shown: {
    title: 'What others see of you',
    displayed: 'Show my name at cabinets and with games',
    profile: 'Show my profile and totals to everybody',
    page: 'Your profile',
    failed: 'Could not save this.',
  },

  admin: {
    open: 'Sign-in',
    title: (cabinet: string) => `Sign-in at ${cabinet}`,
    code: 'Code for players',
    codeLead:
      'Print it and put it on the cabinet. People who open it sign in there, or line up for casual games.',
    codeLink: 'What the code opens',
    copyCode: 'Copy the link',
    picture: (cabinet: string) => `Code of ${cabinet}`,
    makeCode: 'Make a code',
    newCode: 'Make a new code',
    newCodeAgain: 'Press again: the old code stops working',
    codeFailed: 'Could not make a code.',
    readers: 'Card readers',
    readersLead: 'Each has its own token, which is shown once.',
    readersNone: 'There are none.',
    used: 'Last used',
    never: 'never',
    name: 'Name of the reader',
    nameMissing: 'Enter a name',
    make: 'Add a reader',
    makeFailed: 'Could not add the reader.',
    token: (name: string) => `Token of ${name}`,
    once: 'Copy it now: it is not shown again.',
    copyToken: 'Copy the token',
    withdraw: 'Withdraw',
    withdrawAgain: 'Press again: it stops working at once',
    withdrawFailed: 'Could not withdraw the reader.',
    done: 'Done',
  },
})
