import type { ColumnType } from 'kysely'
import type { TournamentId } from '../../events/ids.ts'

/** A folded state as text; `services/states` alone reads what is in it. */
export type Snapshot = {
  tournament: TournamentId
  version: number
  seq: number
  chain: string
  format: number
  hash: string
  body: string
}
/** When a backup was taken, and how far the logs had come. */
export type BackupTaken = {
  at: ColumnType<Date, Date | undefined, never>
  commits: number
  facts: number
}
