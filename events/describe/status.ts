/** The lines of the page "Is it all right?", in the order in which they are shown. */
export const statusLines = [
  'log',
  'database',
  'gate',
  'tournaments',
  'projector',
  'referee',
  'fanout',
  'intake',
  'cabinets',
  'presses',
  'clocks',
  'secret',
  'disk',
  'backup',
] as const
export type StatusLineName = (typeof statusLines)[number]

/** What to do if a part is unavailable that other parts depend on. */
export const unavailableTexts = {
  log: 'The log (NATS) is not responding: no changes can be made, and screens keep what they show. Check whether nats-server is running, and restart it; in a cluster, more than half of its servers must run.',
  database:
    'The database (Postgres) is not responding: nothing can be read or changed. Check whether Postgres is running and its disk has room, and restart it.',
  gate: 'The log has not been compared with the database yet: no changes can be made. This happens as soon as log, database and projector are available.',
} as const satisfies Partial<Record<StatusLineName, string>>

export const unknownText = 'Unknown, because the log or the database is not responding.'
