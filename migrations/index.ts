import * as start from './0001_start.ts'

/** Forward only, in this order, by name. */
export const migrations = { '0001_start': start }
