import { statements } from './statements.ts'

/** A hash of the network that a page of an overlay reports from: one network must not fill the list. */
export const up = statements(`
alter table kept.overlay_page add column network text
`)
