import { part } from '../catalogue.ts'

export const creation = part('creation', {
  open: 'New tournament',
  practise: 'Start a practice',
  practiseIn: (scene: string) => `Start a practice in ${scene}`,
  practising: 'Making the practice …',
  look: 'Look of this page',
  openIn: (scene: string) => `New tournament in ${scene}`,
  title: (scene: string) => `New tournament in ${scene}`,
  template: 'From template',
  noTemplate: 'None: start empty',
  templateHint:
    'Description, registration, questions, links, stages and cabinets as they were saved.',
  create: 'Create tournament',
  failed: 'Could not create the tournament.',
  made: (name: string) => `${name} has been created.`,
  notLoaded: 'The template was not loaded.',
  without: 'Load without them',
  goOn: 'Continue without the template',
})

export const sceneText = part('sceneText', {
  running: 'Running',
  coming: 'Coming',
  past: 'Past',
  none: 'No tournaments here yet.',
  won: (teams: string, stage: string | null) =>
    `${stage === null ? 'Winner' : `Winner of ${stage}`}: ${teams}`,
})
