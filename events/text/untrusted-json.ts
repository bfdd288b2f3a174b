// Values in the JSON of other sites. Any field may be missing or have another type.
import { lastMs } from './last-time.ts'
import { dateInZone } from './venue-zone.ts'

export type Fields = Record<string, unknown>

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {}
}

export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : []
}

export function idOf(value: unknown): string | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? `${value}`
    : null
}

export function textOf(value: unknown): string {
  // Postgres stores neither a NUL character nor half of a surrogate pair.
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '').trim() : ''
}

export function integerOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}

/** Converts a text or seconds into `2026-01-02T20:00:00.000Z`. */
export function timeOf(value: unknown): string | null {
  const ms = typeof value === 'number' ? value * 1000 : Date.parse(textOf(value))
  return ms >= 0 && ms <= lastMs ? new Date(ms).toISOString() : null
}

/**
 * The day of a time, as `2026-01-02`: as it is written, if the time says how far it is from UTC, else
 * in the zone of the venue.
 */
export function dayOf(value: unknown, zone: string): string | null {
  const time = timeOf(value)
  if (time === null) return null
  const written = /^(\d{4}-\d\d-\d\d)T.*[+-](?!00:?00$)\d\d:?\d\d$/.exec(textOf(value))
  return written?.[1] ?? dateInZone(zone, new Date(time))
}

/** Parses scores such as `3-1,3-2` or `3 - 1`, player 1 first. */
export function scorePairsOf(text: unknown): [number, number][] {
  return textOf(text)
    .split(',')
    .flatMap((part): [number, number][] => {
      const pair = /^\s*(-?\d+)\s*[-–]\s*(-?\d+)\s*$/.exec(part)
      return pair ? [[Number(pair[1]), Number(pair[2])]] : []
    })
}

/** the limit of `Entrant` */
const maxTeamName = 100

/** Cut names end in an ellipsis: docs/decisions/challonge-follows-the-state.md */
export function teamNameOf(name: string): string {
  if (name === '') return '(no name)'
  if (name.length <= maxTeamName) return name
  // Does not cut a surrogate pair in the middle.
  return `${name.slice(0, maxTeamName - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
