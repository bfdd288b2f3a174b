// Facts of cabinets. They are stored in the log as the cabinet's client sent them, including
// unknown types. The fold of a game interprets them, and it can be run again.
import { z } from 'zod'
import { lastMs } from '../text/last-time.ts'

const isoPattern = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:?\d\d)?$/

function milliseconds(time: string | number): number {
  if (typeof time === 'number') return Math.round(time)
  if (!isoPattern.test(time)) return Number.NaN
  const hasZone = /[Z]$|[+-]\d\d:?\d\d$/.test(time.slice(10))
  return Date.parse(hasZone ? time : `${time}Z`)
}

/** ISO 8601 with any offset (none means UTC) or epoch milliseconds; stored as UTC with ms. */
export const CabinetTime = z.union([z.string().max(40), z.number()]).transform((time, context) => {
  const ms = milliseconds(time)
  if (ms >= 0 && ms <= lastMs) return new Date(ms).toISOString()
  context.addIssue('not a time')
  return z.NEVER
})

/** One game event as the cabinet's client sends it, without the token. */
export const CabinetEvent = z.object({
  gameID: z
    .string()
    .min(1)
    .max(64)
    .nullish()
    .transform((id) => id ?? null),
  eventID: z.string().min(1).max(64),
  time: CabinetTime,
  type: z.string().min(1).max(60),
  values: z.array(z.string().max(2000)).max(32).default([]),
})
export type CabinetEvent = z.infer<typeof CabinetEvent>

/**
 * A message on `cabinet.<id>`: events that the intake stored together. `after` is the last sequence
 * of the tournaments' log at that moment; it shows which match was on the cabinet when a game
 * started.
 */
export const Facts = z.object({
  cabinet: z.int(),
  after: z.int().min(0),
  events: z.array(CabinetEvent),
})
export type Facts = z.infer<typeof Facts>

/** The client's message: an event and the cabinet's name with its secret. */
export const Upload = CabinetEvent.extend({
  cabinet: z.object({
    sceneName: z.string().min(1).max(100),
    cabinetName: z.string().min(1).max(100),
    token: z.string().min(1).max(200),
  }),
})
export type Upload = z.infer<typeof Upload>
