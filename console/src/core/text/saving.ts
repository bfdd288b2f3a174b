import { part } from './catalogue.ts'

/** The state of a write until it is answered. */
export const savingText = part('savingText', {
  save: 'Save',
  saving: 'Saving',
  saved: 'Saved',
  noAnswer: 'Not saved: there was no answer. Check the line and press again.',
  again: 'Not saved yet: it is sent again by itself.',
  asks: 'Not saved yet: it was sent more than 60 s ago. Does it still apply?',
})
