import { formats } from '../text/locale.ts'

type TimesInFull = {
  /** 20:40:07 */
  timeWithSeconds: (at: string | number) => string
  /** 2 Jan 2026, 20:40 */
  dateTime: (at: string) => string
  /** 2 Jan */
  dayOfMonth: (at: number) => string
}
const cache = new Map<string, TimesInFull>()

/** Times as officials read them. Not in zone.ts, because public pages do not need them. */
export function timesInFull(timeZone: string): TimesInFull {
  const cached = cache.get(timeZone)
  if (cached) return cached
  const seconds = new Intl.DateTimeFormat(formats, { timeZone, timeStyle: 'medium' })
  const dated = new Intl.DateTimeFormat(formats, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const day = new Intl.DateTimeFormat(formats, { timeZone, day: 'numeric', month: 'short' })
  const times: TimesInFull = {
    timeWithSeconds: (at) => seconds.format(new Date(at)),
    dateTime: (at) => dated.format(new Date(at)),
    dayOfMonth: (at) => day.format(at),
  }
  cache.set(timeZone, times)
  return times
}
