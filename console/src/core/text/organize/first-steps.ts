import { part } from '../catalogue.ts'

/** The checklist that leads organizers to the first match. */
export const setup = part('setup', {
  title: 'To the first match',
  done: (done: number, of: number) => `${done} of ${of} done`,
  ticked: 'done',
  scene: 'Scene',
  tournament: 'Tournament',
  cabinet: 'Cabinet online',
  teams: 'Teams',
  stage: 'Stage with matches',
  queue: 'Matches in a queue',
  match: 'First match',
  newScene: 'Make your scene',
  newTournament: 'Create a tournament',
  addCabinet: 'Add a cabinet',
  connect: 'Connect a cabinet',
  addTeams: 'Add teams',
  createStage: 'Create a stage',
  createMatches: 'Create the matches',
  fillQueue: 'Put matches in a queue',
  start: 'Start the first match',
  complete: 'Play the first match',
  /** shown on the screen of the task itself */
  here: {
    scene: 'Name it below.',
    tournament: 'Name it below.',
    cabinet: 'Name a cabinet below and give its client the token. It is online when its client is.',
    teams: 'Paste the list of teams below, or create them one by one.',
    stage: 'Choose what is played. All teams are in it; then create its matches.',
    queue: 'In the menu of a stage: assign all its matches to a queue.',
    match: 'Press Next on the queue of a cabinet that is online. It ends when a team has won.',
  },
})

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
