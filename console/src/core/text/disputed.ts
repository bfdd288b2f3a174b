import { part } from './catalogue.ts'

/** Beside a match, wherever it stands: few words, because every screen has them. */
export const disputed = part('disputed', {
  open: 'under protest',
  provisional: 'provisional',
  places: 'Provisional: a match is under protest.',
})
