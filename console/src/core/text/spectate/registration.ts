import { part } from '../catalogue.ts'

/** The registration of players. */
export const registration = part('registration', {
  mine: 'Your registration',
  failed: 'Your registration could not be saved.',

  about: 'About you',
  name: 'Name',
  nameHint: 'As it is shown to other players.',
  nameMissing: 'Player name is required',
  pronouns: 'Pronouns',
  scene: 'Home scene',
  hidden: 'Do not show me on public pages',
  hiddenHint: 'Organisers and officials still see you.',

  photo: 'Photo of yourself',
  photoRequired: 'This tournament asks for a photo.',
  required: 'This field is required.',
  optional: '(optional)',

  questions: 'Questions',
  noAnswer: 'No answer',
  pickSome: 'Choose as many as apply.',

  team: 'Team',
  howToPlay: 'How do you want to play?',
  teams: {
    same: (team: string) => `Stay in ${team}`,
    free: 'Free agent',
    create: 'Create a team',
    join: 'Join a team',
  },
  teamHints: {
    free: 'The organisers find you a team.',
    create: 'You name it; others can join it.',
    join: 'A team that already exists.',
  },
  noTeams: 'There are no teams yet.',
  teamName: 'Name of your team',
  teamNameMissing: 'Team name is required',
  whichTeam: 'Which team',
  chooseTeam: 'Choose a team',
  whichTeamMissing: 'Choose a team to join',

  options: 'Payment',
  whatFor: 'What do you pay for?',
  quantity: (name: string) => `How many of ${name}`,
  fewer: (name: string) => `One fewer of ${name}`,
  more: (name: string) => `One more of ${name}`,
  ownPrice: (name: string) => `Price of ${name}, in dollars`,
  atLeast: (price: string) => `At least ${price}; more is welcome.`,
  tooLittle: (price: string) => `The price is at least ${price}`,
  noLongerOffered: 'No longer offered. You keep it unless you untick it.',
  total: (price: string) => `Total: ${price}`,
  byHand: 'This is paid at the tournament.',
  byCard: 'You pay by card after you have registered.',

  submit: 'Register',
  change: 'Change my registration',
  save: 'Save changes',
  cancel: 'Cancel',
  done: 'You are registered.',
  saved: 'Your changes are saved.',
  fix: (count: number) =>
    count === 1 ? 'One answer needs your attention.' : `${count} answers need your attention.`,

  withdraw: 'Withdraw my registration',
  withdrawAgain: 'Press again to withdraw',
  withdrawn: 'You are no longer registered.',

  is: (name: string) => `You are registered as ${name}.`,
  inTeam: (team: string) => `Team: ${team}`,
  freeAgent: 'Free agent: you have no team yet.',
  checkIn: 'Check in now',
  checkedIn: (time: string) => `Checked in at ${time}`,
  checkInSoon: (day: string) => `Check in here on the day of the tournament, ${day}.`,
  paid: (price: string) => `Paid: ${price}`,
  due: (price: string) => `To pay: ${price}`,
  pay: (price: string) => `Pay ${price} by card`,
  payFailed: 'The payment could not be started.',
  came: {
    paid: 'Thank you, your payment has arrived.',
    waiting: 'Your payment is on its way. This page says when it has arrived.',
    left: 'Nothing was paid. You can pay whenever you like.',
    failed: 'The payment failed. Nothing was charged.',
  },
})
