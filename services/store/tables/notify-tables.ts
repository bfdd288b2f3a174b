import type { ColumnType, Generated } from 'kysely'
import type { MatchId, SceneId, TournamentId } from '#events/ids.ts'
import type { Json, Time } from './columns.ts'

/** A receiver outside, such as a phone or a program of a scene. */
export type Subscription = {
  id: Generated<number>
  /** the folder of `services/notify` that sends to it */
  channel: string
  /** subscribes to a tournament, or to all of a scene */
  scene: SceneId | null
  tournament: TournamentId | null
  /** encrypted address; null when the subscription has ended */
  address: string | null
  /** hash of the host of the address; null for older subscriptions until their next message */
  host: ColumnType<string | null, string | null | undefined, string | null>
  /** the channel's own options */
  options: Json<unknown>
  /** the end of the log when it was created; earlier commits are not news for it */
  after: number
  createdAt: Time
  endedAt: ColumnType<Date | null, Date | undefined, Date | null>
}
/** The expected start of a match that a device was shown first. */
export type ShownStart = { subscription: number; match: MatchId; attempt: number; start: Time }
/** A message for a subscription; each key is sent once. */
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
/** `outdated`: no longer true at the time of sending; `expired`: retried until the time limit. */
export type DeliveryState = 'pending' | 'sent' | 'outdated' | 'refused' | 'gone' | 'expired'
