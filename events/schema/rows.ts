import type { z } from 'zod'
import { joined } from '../joined.ts'
import { rowKeys, schemas } from './nouns/index.ts'
import type { AttemptRow as AttemptSchema } from './nouns/match.ts'

/** The rows of the read models, as REST and the sockets send them. Everything here is public. */
const schemaOf = joined(Object.values(schemas).map((noun) => noun.rows))
const names = Object.keys(rowKeys) as (keyof typeof schemaOf)[]
export const tables = Object.fromEntries(
  names.map((name) => [name, schemaOf[name]]),
) as unknown as typeof schemaOf
export type Table = keyof typeof tables
export type Rows = { [T in Table]: z.infer<(typeof tables)[T]> }
export type TournamentRow = Rows['tournament']
export type TeamRow = Rows['team']
export type BracketRow = Rows['bracket']
export type MatchRow = Rows['match']
export type QueueRow = Rows['queue']
export type TimerRow = Rows['timer']
export type StandingRow = Rows['standing']
export type PlayedRow = Rows['played']
export type MemberRow = Rows['member']
export type DraftRow = Rows['draft']
export type ProtestRow = Rows['protest']
export type OfficialCallRow = Rows['officialCall']
export type AttemptRow = z.infer<typeof AttemptSchema>
