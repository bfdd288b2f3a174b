/**
 * Rooms with a user of their own at nats-server. The API and every service that sends commands are the
 * desk's; what only reads the log for others is, too.
 */
export const natsRooms = ['desk', 'referee', 'intake', 'projector', 'fanout'] as const
export type NatsRoom = (typeof natsRooms)[number]

/** Who publishes or asks, and who hears or answers. An answer needs no right of its own. */
type Rooms = { from: readonly NatsRoom[]; to: readonly NatsRoom[] }

/** Every message beside the streams, `*` for a number: the rights of the rooms are made of it. */
export const subjects = {
  'frame.*': { from: ['projector'], to: ['desk', 'fanout'] },
  'live.*': { from: ['projector'], to: ['fanout'] },
  'game.*': { from: ['projector'], to: ['fanout'] },
  'estimates.*': { from: ['projector'], to: ['fanout'] },
  'signin.*': { from: ['intake', 'projector'], to: ['fanout'] },
  'overlay.*': { from: ['desk'], to: ['fanout'] },
  'judged.*': { from: ['referee'], to: ['fanout'] },
  /** what the stream of facts takes, heard as it comes */
  'cabinet.*': { from: ['intake', 'referee'], to: ['fanout'] },
  'intake.here': { from: ['intake'], to: ['intake', 'referee'] },
  'intake.left': { from: ['intake', 'referee'], to: ['intake'] },
  'intake.import': { from: ['desk'], to: ['intake'] },
  'intake.practice': { from: ['desk'], to: ['intake'] },
  'challonge.check': { from: ['desk'], to: ['desk'] },
  'witness.verify': { from: natsRooms, to: ['projector'] },
  'witness.broken': { from: ['projector'], to: natsRooms },
  /** whether somebody works on a pair of streams: answered by who does */
  'lead.projector.*': { from: ['projector'], to: ['projector'] },
  'lead.referee.*': { from: ['referee'], to: ['referee'] },
  'log.mended': { from: ['desk'], to: ['desk', 'referee', 'projector'] },
  'status.projector.*': { from: ['desk'], to: ['projector'] },
  'status.referee.*': { from: ['desk'], to: ['referee'] },
  'status.intake': { from: ['desk'], to: ['intake'] },
  'status.fanout': { from: ['desk'], to: ['fanout'] },
} as const satisfies Record<string, Rooms>

type Pattern = keyof typeof subjects
type Filled<P extends string> = P extends `${infer Head}.*` ? `${Head}.${number}` : P
/** One, or all that a pattern stands for. */
export type Subject = Pattern | Filled<Pattern>
