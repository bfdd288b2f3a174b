import { formats } from '../../core/text/locale.ts'
import type { Entry } from './useTimeline.ts'

type Day = { day: string; entries: Entry[] }

/** Under the day of the venue on which each was done, in the order they come. */
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

const apartMs = 1_000

/** Two clocks that do not say the same; between those that do, one is enough (P17). */
export function differ(one: string | null | undefined, other: string): boolean {
  if (!one) return false
  return Math.abs(Date.parse(one) - Date.parse(other)) > apartMs
}

export function chunks<T>(all: T[], size: number): T[][] {
  const count = Math.ceil(all.length / size)
  return Array.from({ length: count }, (_, index) => all.slice(index * size, (index + 1) * size))
}

/** `20:14:07` and `Friday, 2 January 2026`, where the venue is (ux 49). */
export function clocksIn(timeZone: string) {
  const clock = new Intl.DateTimeFormat(formats, { timeStyle: 'medium', timeZone })
  const day = new Intl.DateTimeFormat(formats, { dateStyle: 'full', timeZone })
  return {
    clock: (at: string) => clock.format(new Date(at)),
    dayOf: (at: string) => day.format(new Date(at)),
  }
}
