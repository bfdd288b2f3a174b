import { z } from 'zod'
import { BracketRow, MatchRow, QueueRow, TeamRow, TournamentRow } from './rows.ts'
import { idsOf } from './ids.ts'

/** What programs are told that something has happened. Everything in it is public. */
const { team, tournament } = idsOf(z.int())
const Named = z.object({ id: team, name: z.string() }).nullable()
const of = {
  tournament: z.object({ id: tournament, name: z.string(), slug: z.string() }),
  /** of the tournament after it */
  version: z.int(),
}
const OfMatch = z.object({ ...of, match: MatchRow, blue: Named, gold: Named })

export const publicEventData = {
  /** it is on a cabinet now, or on another one */
  'match.started': OfMatch,
  /** it is on no cabinet any more, and has no result */
  'match.stopped': OfMatch,
  'match.score': OfMatch,
  'match.completed': OfMatch,
  /** its result does not stand any more */
  'match.reopened': OfMatch,
  /** null: it is gone */
  'queue.changed': z.object({ ...of, id: z.int(), queue: QueueRow.nullable() }),
  'stage.changed': z.object({ ...of, id: z.int(), stage: BracketRow.nullable() }),
  'team.changed': z.object({ ...of, id: z.int(), team: TeamRow.nullable() }),
  'tournament.changed': z.object({ ...of, row: TournamentRow }),
}
export type PublicEventType = keyof typeof publicEventData
export const publicEventTypes = Object.keys(publicEventData) as PublicEventType[]

export type PublicEvent = {
  [T in PublicEventType]: { type: T; data: z.infer<(typeof publicEventData)[T]> }
}[PublicEventType]
