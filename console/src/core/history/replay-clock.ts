import type { Step } from './step.ts'

/** A place in an evening: the last commit until then, and the second itself (ms). */
export type ReplayPosition = { version: number; at: number }

const minuteMs = 60_000
const dayMs = 86_400_000
const formats = new Map<string, Intl.DateTimeFormat>()

/** `2026-05-02 20:14:07`, in the zone of the hall (ux 49) */
export function localIn(timeZone: string, at: number): string {
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone })
  formats.set(timeZone, known)
  return known.format(at)
}

/** `20:14:07` */
export function clockOf(timeZone: string, at: number): string {
  return localIn(timeZone, at).slice(11)
}

export function positionOf(steps: readonly Step[], version: number): ReplayPosition {
  const within = Math.min(Math.max(version, 1), steps.length)
  return { version: within, at: steps[within - 1]?.at ?? 0 }
}

/** The state at a second is that after all commits of it. */
export function positionAt(steps: readonly Step[], at: number): ReplayPosition {
  const first = steps[0]?.at ?? 0
  return { version: Math.max(1, versionUntil(steps, at)), at: Math.max(at, first) }
}

/** A minute on or back is at least one commit: a night passes with one press. */
export function minutesFrom(
  steps: readonly Step[],
  from: ReplayPosition,
  minutes: number,
): ReplayPosition {
  const way = Math.sign(minutes)
  const to = positionAt(steps, from.at + minutes * minuteMs)
  if ((to.version - from.version) * way <= 0) return positionOf(steps, from.version + way)
  return to.version === steps.length ? positionOf(steps, to.version) : to
}

function versionUntil(steps: readonly Step[], at: number): number {
  let [low, high] = [0, steps.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((steps[middle]?.at ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}

type Wish = { steps: readonly Step[]; zone: string; near: ReplayPosition }

/** `20:14:07`, `20:14` (the nearest of that name), or `1234` (a version); null: it is none. */
export function wished(typed: string, { steps, zone, near }: Wish): ReplayPosition | null {
  const version = /^\s*[v#]?\s*(\d{1,7})\s*$/i.exec(typed)?.[1]
  if (version !== undefined) return positionOf(steps, Number(version))
  const [, hour, minute, second = '00'] =
    /^\s*(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*$/.exec(typed) ?? []
  if (hour === undefined || minute === undefined) return null
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null
  const clock = `${hour.padStart(2, '0')}:${minute}:${second}`
  const all = [-dayMs, 0, dayMs].map((day) => {
    return instantOf(`${localIn(zone, near.at + day).slice(0, 10)} ${clock}`, zone)
  })
  const nearest = all.toSorted((a, b) => Math.abs(a - near.at) - Math.abs(b - near.at))[0] ?? 0
  // A commit within the second belongs to it.
  const { version: until } = positionAt(steps, nearest + 999)
  return { version: until, at: Math.max(nearest, steps[until - 1]?.at ?? nearest) }
}

function instantOf(local: string, zone: string): number {
  const asUtc = (said: string) => Date.parse(`${said.replace(' ', 'T')}Z`)
  const guess = asUtc(local)
  const once = guess - (asUtc(localIn(zone, guess)) - guess)
  return once - (asUtc(localIn(zone, once)) - guess)
}
