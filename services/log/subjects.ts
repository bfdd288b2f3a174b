/**
 * Rooms with their own user at nats-server. The API and all services that send commands or only
 * read the log use the user of the desk.
 */
export const natsRooms = ['desk', 'referee', 'intake', 'projector', 'fanout'] as const
export type NatsRoom = (typeof natsRooms)[number]

/** `from` publishes or sends requests; `to` subscribes or answers. Answers need no permission. */
type Rooms = { from: readonly NatsRoom[]; to: readonly NatsRoom[] }

/**
 * All subjects of messages outside the streams (`*`: a number). NATS permissions derive from it.
 */
export const subjects = {
  'frame.*': { from: ['projector'], to: ['desk', 'fanout'] },
  'live.*': { from: ['projector'], to: ['fanout'] },
  'game.*': { from: ['projector'], to: ['fanout'] },
  'estimates.*': { from: ['projector'], to: ['fanout'] },
  'signin.*': { from: ['intake', 'projector'], to: ['fanout'] },
  'overlay.*': { from: ['desk'], to: ['fanout'] },
  'judged.*': { from: ['referee'], to: ['fanout'] },
  /** the subjects of the stream of facts, for live subscribers */
  'cabinet.*': { from: ['intake', 'referee'], to: ['fanout'] },
  'intake.here': { from: ['intake'], to: ['intake', 'referee'] },
  'intake.left': { from: ['intake', 'referee'], to: ['intake'] },
  'intake.import': { from: ['desk'], to: ['intake'] },
  'intake.practice': { from: ['desk'], to: ['intake'] },
  /** the token of a cabinet was renewed */
  'intake.token': { from: ['desk', 'intake'], to: ['intake'] },
  'challonge.check': { from: ['desk'], to: ['desk'] },
  'witness.verify': { from: natsRooms, to: ['projector'] },
  'witness.broken': { from: ['projector'], to: natsRooms },
  /** answered by the process that leads a pair of streams */
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
/** A concrete subject, or a pattern. */
export type Subject = Pattern | Filled<Pattern>
