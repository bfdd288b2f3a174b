import type { ColumnType } from 'kysely'
import type { TournamentId } from '#events/ids.ts'

/** A folded state as text; only `services/states` interprets it. */
export type Snapshot = {
  tournament: TournamentId
  version: number
  seq: number
  chain: string
  format: number
  hash: string
  body: string
}
/** When a backup was taken, and the positions of the logs at that time. */
export type BackupTaken = {
  at: ColumnType<Date, Date | undefined, never>
  commits: number
  facts: number
}
