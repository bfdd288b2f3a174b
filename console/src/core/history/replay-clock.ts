import type { TimelineStep } from './step.ts'

/** A moment of the tournament: its time in ms, and the last version until then. */
export type Moment = { version: number; at: number }

const minuteMs = 60_000
const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-05-02 20:14:07`, in the time zone of the venue (ux 49) */
export function localIn(timeZone: string, at: number): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  formats.set(timeZone, format)
  return format.format(at)
}

/** `20:14:07` */
export function clockOf(timeZone: string, at: number): string {
  return localIn(timeZone, at).slice(11)
}

export function momentOf(steps: readonly TimelineStep[], version: number): Moment {
  const within = Math.min(Math.max(version, 1), steps.length)
  return { version: within, at: steps[within - 1]?.at ?? 0 }
}

/** The moment after all commits up to a time. */
export function momentAt(steps: readonly TimelineStep[], at: number): Moment {
  const first = steps[0]?.at ?? 0
  return { version: Math.max(1, versionUntil(steps, at)), at: Math.max(at, first) }
}

/**
 * Moves by minutes, but by at least one commit, so that one press skips a night without commits.
 */
export function minutesFrom(steps: readonly TimelineStep[], from: Moment, minutes: number): Moment {
  const direction = Math.sign(minutes)
  const to = momentAt(steps, from.at + minutes * minuteMs)
  if ((to.version - from.version) * direction <= 0) return momentOf(steps, from.version + direction)
  return to.version === steps.length ? momentOf(steps, to.version) : to
}

function versionUntil(steps: readonly TimelineStep[], at: number): number {
  let [low, high] = [0, steps.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.at ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}

type InputContext = { steps: readonly TimelineStep[]; zone: string; near: Moment }

/**
 * Parses a typed time, `20:14:07` or `20:14` (the nearest such time), or a version, `1234`. Null if
 * it is neither.
 */
export function parseMoment(typed: string, { steps, zone, near }: InputContext): Moment | null {
  const number = /^\s*[v#]?\s*(\d{1,7})\s*$/i.exec(typed)?.[1]
  if (number !== undefined) return momentOf(steps, Number(number))
  const [, hour, minute, second = '00'] =
    /^\s*(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*$/.exec(typed) ?? []
  if (hour === undefined || minute === undefined) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const clock = `${hour.padStart(2, '0')}:${minute}:${second}`
  const all = [-dayMs, 0, dayMs].map((day) => {
    return instantOf(`${localIn(zone, near.at + day).slice(0, 10)} ${clock}`, zone)
  })
  const nearest = all.toSorted((a, b) => Math.abs(a - near.at) - Math.abs(b - near.at))[0] ?? 0
  // Includes the commits within that second.
  const { version } = momentAt(steps, nearest + 999)
  return { version, at: Math.max(nearest, steps[version - 1]?.at ?? nearest) }
}

/**
 * The instant of a local time. The offset is corrected twice, because it may change with daylight
 * saving.
 */
function instantOf(local: string, zone: string): number {
  const asUtc = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`)
  const utc = asUtc(local)
  const corrected = utc - (asUtc(localIn(zone, utc)) - utc)
  return corrected - (asUtc(localIn(zone, corrected)) - utc)
}
