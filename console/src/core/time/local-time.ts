import { formats } from '../text/locale.ts'

const dateTimeFormat = new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeStyle: 'short' })

/** 2 Jan 2026, 18:00, in the time zone of this device; for pages that belong to no venue */
export function dateTimeText(at: string): string {
  return dateTimeFormat.format(new Date(at))
}
