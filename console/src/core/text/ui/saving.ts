import { part } from '../catalogue.ts'

/** The state of a write until it is answered. */
export const savingText = part('savingText', {
  save: 'Save',
  saving: 'Saving',
  saved: 'Saved',
  noAnswer: 'Not saved: the server did not answer. Check the connection and press again.',
  again: 'Not saved yet. It is sent again automatically.',
  asks: (seconds: number) =>
    `Not saved yet: it was sent more than ${seconds} s ago. Does it still apply?`,
})
