import { part } from '../catalogue.ts'
import type { PickupRule } from '../../../../../events/rules/pickup.ts'

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
