import type { SceneId, TeamId, TournamentId } from '#events/ids.ts'
import type { Tournament } from '#events/state/tournament.ts'
import type { FoldedStep } from '../../states/index.ts'

/** A receiver outside; the format of `options` depends on the channel. */
export type Subscription = {
  id: number
  channel: string
  scene: SceneId | null
  tournament: TournamentId | null
  options: unknown
}

/** A message for a subscription. A notification with the same key is sent only once. */
export type Notification = { key: string; content: unknown }

export type Delivery = Notification & {
  id: number
  tournament: TournamentId | null
  /** including the current one */
  attempts: number
  subscription: Subscription & {
    /** the decrypted address; its format depends on the channel */
    address: unknown
  }
}

export type Outcome =
  | { is: 'sent' }
  /** the address no longer exists; the subscription ends */
  | { is: 'gone' }
  /** temporary failure; `afterMs` is the minimum wait that the receiver requests */
  | { is: 'retry'; reason: string; afterMs?: number | null }
  /** no longer true at the time of sending */
  | { is: 'outdated'; reason: string }
  /** permanently refused */
  | { is: 'refused'; reason: string }

/** A channel, for example Web Push; each has its own folder in this room. */
export type Channel = {
  /** the channel's name in `kept.subscription` */
  name: string
  /** The notifications of a commit for one subscription. May be called again with the same commit. */
  notificationsFor(step: FoldedStep, subscription: Subscription): Notification[]
  /**
   * The team about whose delays the subscription is notified; null or undefined if there is none.
   */
  teamOf?(t: Tournament, subscription: Subscription): TeamId | null
  /** Called before sending. Returns why the notification is no longer true, or null if it still is. */
  outdated?(delivery: Delivery): Promise<string | null>
  /** Sends a delivery; the signal is the timeout. An exception causes a retry. */
  send(delivery: Delivery, signal: AbortSignal): Promise<Outcome>
  /** how long a delivery is retried */
  expiresAfterMs: number
}
