import type { ColumnType } from 'kysely'

/** JSON is written as text, because the driver would send an array as a Postgres array. */
export type Json<T> = ColumnType<T, string, string>
export type Time = ColumnType<Date, string | Date | undefined, string | Date>
