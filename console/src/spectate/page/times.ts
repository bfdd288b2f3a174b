import { formats } from '../../core/text/locale.ts'

/** Formats a tournament's date; no time zone can move it to another day. */
export function longDay(date: string): string {
  const day = new Date(`${date.slice(0, 10)}T12:00:00Z`)
  if (Number.isNaN(day.getTime())) return date
  return new Intl.DateTimeFormat(formats, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(day)
}
