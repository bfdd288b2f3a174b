import { part } from '../../core/text/catalogue.ts'

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
