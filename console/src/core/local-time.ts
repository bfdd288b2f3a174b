import { formats } from './text/locale.ts'

/** 2 Jan 2026, 18:00 */
export const shownAt = new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeStyle: 'short' })

export function when(at: string): string {
  return shownAt.format(new Date(at))
}
