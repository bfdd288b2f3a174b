import { formats } from './text/locale.ts'

/** 2 Jan 2026, 18:00 */
export const dateTimeFormat = new Intl.DateTimeFormat(formats, {
  dateStyle: 'medium',
  timeStyle: 'short',
})

export function dateTimeText(at: string): string {
  return dateTimeFormat.format(new Date(at))
}
