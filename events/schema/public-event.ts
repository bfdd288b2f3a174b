import { z } from 'zod'
import { tables } from './rows.ts'
import { idsOf } from './parts/ids.ts'

/** Events for other programs. Everything in them is public. */
const { team, tournament } = idsOf(z.int())
const Named = z.object({ id: team, name: z.string() }).nullable()
const source = {
  tournament: z.object({ id: tournament, name: z.string(), slug: z.string() }),
  /** the version of the tournament after the event */
  version: z.int(),
}
const OfMatch = z.object({ ...source, match: tables.match, blue: Named, gold: Named })

export const publicEventData = {
  /** it was put on a cabinet, or moved to another one */
  'match.started': OfMatch,
  /** it left its cabinet without a result */
  'match.stopped': OfMatch,
  'match.score': OfMatch,
  'match.completed': OfMatch,
  /** its result no longer counts */
  'match.reopened': OfMatch,
  /** null: it was deleted */
  'queue.changed': z.object({ ...source, id: z.int(), queue: tables.queue.nullable() }),
  'stage.changed': z.object({ ...source, id: z.int(), stage: tables.bracket.nullable() }),
  'team.changed': z.object({ ...source, id: z.int(), team: tables.team.nullable() }),
  'tournament.changed': z.object({ ...source, row: tables.tournament }),
}
export type PublicEventType = keyof typeof publicEventData
export const publicEventTypes = Object.keys(publicEventData) as PublicEventType[]

export type PublicEvent = {
  [T in PublicEventType]: { type: T; data: z.infer<(typeof publicEventData)[T]> }
}[PublicEventType]
