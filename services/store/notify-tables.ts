import type { ColumnType, Generated } from 'kysely'
import type { MatchId, SceneId, TournamentId } from '../../events/ids.ts'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, string | Date | undefined, string | Date>

/** Somebody outside who wants to be told. */
export type Subscription = {
  id: Generated<number>
  /** the folder of `services/notify` that sends to it */
  channel: string
  /** of a tournament, or of all of a scene */
  scene: SceneId | null
  tournament: TournamentId | null
  /** where to, sealed; null: it has ended */
  address: string | null
  /** of which, and how: the channel reads it */
  options: Json<unknown>
  /** how far the log had come when it was made: what was before is no news to it */
  after: number
  createdAt: Time
  endedAt: ColumnType<Date | null, Date | undefined, Date | null>
}
/** When a match was expected as its device was shown it first. */
export type ShownStart = { subscription: number; match: MatchId; attempt: number; start: Time }
/** What is told to a subscription: once a key. */
export type Delivery = {
  id: Generated<number>
  subscription: number
  tournament: TournamentId | null
  key: string
  content: Json<unknown>
  state: ColumnType<DeliveryState, DeliveryState | undefined, DeliveryState>
  attempts: Generated<number>
  /** why it was not sent, or not yet */
  reason: string | null
  dueAt: Time
  leasedUntil: ColumnType<Date | null, Date | undefined, Date | null>
  createdAt: Time
  endedAt: ColumnType<Date | null, Date | undefined, Date | null>
}
/** `outdated`: no longer true when it would have been sent; `expired`: tried for as long as it is worth. */
export type DeliveryState = 'pending' | 'sent' | 'outdated' | 'refused' | 'gone' | 'expired'
