import { formats } from '../../core/text/locale.ts'
import type { Entry } from './useTimeline.ts'

type Day = { day: string; entries: Entry[] }

/** Groups entries by their day at the venue, in their order. */
export function byDay(entries: Entry[], dayOf: (at: string) => string): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const day = dayOf(entry.at)
    const last = days.at(-1)
    if (last?.day === day) last.entries.push(entry)
    else days.push({ day, entries: [entry] })
  }
  return days
}

const maxDifferenceMs = 1_000

/** Whether two clocks disagree, so that both times are shown (P17). */
export function clocksDiffer(time: string | null | undefined, other: string): boolean {
  if (!time) return false
  return Math.abs(Date.parse(time) - Date.parse(other)) > maxDifferenceMs
}

export function chunks<T>(all: T[], size: number): T[][] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size))
}

/** Formats `20:14:07` and `Friday, 2 January 2026` in the venue's time zone (ux 49). */
export function clocksIn(timeZone: string) {
  const clock = new Intl.DateTimeFormat(formats, { timeStyle: 'medium', timeZone })
  const day = new Intl.DateTimeFormat(formats, { dateStyle: 'full', timeZone })
  return {
    clock: (at: string) => clock.format(new Date(at)),
    dayOf: (at: string) => day.format(new Date(at)),
  }
}
