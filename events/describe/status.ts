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
  'disk',
  'backup',
] as const
export type StatusLineName = (typeof statusLines)[number]

/** What to do if a part is unavailable that other parts depend on. */
export const unavailableTexts = {
  log: 'The log (NATS) does not answer: nothing can be pressed, screens keep what they show. See whether nats-server runs, and start it again.',
  database:
    'The database (Postgres) does not answer: nothing can be read or pressed. See whether Postgres runs and its disk has room, and start it again.',
  gate: 'The log has not been compared with the database: nothing can be pressed. It is compared when log, database and projector are there.',
} as const satisfies Partial<Record<StatusLineName, string>>

export const unknownText = 'Not known while what it is asked through is away.'
