import { formats } from '../../core/text/locale.ts'

/** A day as it stands in a tournament: no zone moves it to another. */
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
