import { part } from '../catalogue.ts'

/** The protest state beside a match. Kept small, because every screen loads it. */
export const disputed = part('disputed', {
  open: 'under protest',
  provisional: 'provisional',
})
