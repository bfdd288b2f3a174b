declare const kind: unique symbol
/**
 * A typed id: ids of different kinds cannot be mixed or compared. In the log, on the wire and in
 * tables it is a number, and a plain number fits every kind.
 */
type Id<Kind extends string> = number & { readonly [kind]?: Kind }

export type SceneId = Id<'scene'>
export type TournamentId = Id<'tournament'>
export type CabinetId = Id<'cabinet'>
export type TeamId = Id<'team'>
/** REST calls it `bracket` */
export type StageId = Id<'stage'>
export type MatchId = Id<'match'>
export type QueueId = Id<'queue'>
export type ProtestId = Id<'protest'>
/** of the public sentence of a ruling */
export type SentenceId = Id<'sentence'>
export type PersonId = Id<'person'>
export type PlayerId = Id<'player'>

/** Records by their id. */
export type Records<T extends number, Row> = Record<T, Row>
