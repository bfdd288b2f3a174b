import type { Kysely } from 'kysely'
import type { Pool } from './pool.ts'
import type { RunTogether } from './run-together.ts'
import type { Tables } from './tables/tables.ts'

export type Store = {
  db: Kysely<Tables>
  pool: Pool
  /** `n` new ids; there may be gaps, but no repeats */
  nextIds(kind: IdSequence, n: number): Promise<number[]>
  runTogether: RunTogether
  /** whether many writes wait for a standby that is away; others should not begin */
  awaitsStandby(): boolean
  close(): Promise<void>
}
export type IdSequence =
  | 'tournament'
  | 'team'
  | 'bracket'
  | 'match'
  | 'queue'
  | 'scene'
  | 'cabinet'
  | 'person'
  | 'player'
  | 'protest'
