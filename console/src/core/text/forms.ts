import { part } from './catalogue.ts'

/** The state of a form: changed, saved, edited by somebody else. */
export const form = part('form', {
  unchanged: 'Everything is saved',
  unsaved: 'Not saved yet',
  theirs: (value: string) => `Somebody else has changed this to: ${value}`,
  takeTheirs: 'Take theirs',
  conflict: 'Overwrite the changes of somebody else?',
  changedBy: (field: string, value: string) =>
    `${field} was changed by somebody else, to: ${value}`,
  overwrite: 'Save mine',
  keepEditing: 'Look again',
  leaving: 'Leave without saving?',
  leave: 'Leave',
  stay: 'Stay here',
  nothing: '(empty)',
  on: 'on',
  off: 'off',
})

/** Shortens a value in a question, to a length at which it is still recognised. */
export function shorten(value: string | null): string {
  if (!value) return form.nothing
  return value.length > 200 ? `${value.slice(0, 200)}…` : value
}

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

export const pictureWords = part('pictureWords', {
  choose: 'Take or choose a picture',
  other: 'Another picture',
  remove: 'Remove picture',
  none: 'No picture',
  reading: 'Reading the picture …',
  unreadable: 'This file is not a picture that can be read.',
  broken: 'This picture cannot be shown.',
  address: 'Or its address',
})
