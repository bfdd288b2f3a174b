import { part } from '../catalogue.ts'

/** Announcements of officials. */
export const announcements = part('announcements', {
  title: 'Announcements',
  lead: 'Short lines on the public page, on the boards and on the phones that follow. At most four at a time; everybody can read them.',
  text: 'Text',
  hint: 'Public, and kept in the log: do not name anybody who has not agreed to it.',
  minutes: 'Shown for how many minutes',
  write: 'Announce',
  written: 'Announced',
  failed: 'Could not announce it',
  shown: 'Shown now',
  none: 'There are no announcements.',
  until: (time: string) => `until ${time}`,
  end: 'End',
  endOf: (line: string) => `End “${line}”`,
  endFailed: 'Could not end it',
})
