import type { SceneId, TeamId, TournamentId } from '../../../events/ids.ts'
import type { Tournament } from '../../../events/state/tournament.ts'
import type { FoldedStep } from '../../states/index.ts'

/** Somebody outside who wants to be told; `options` are the channel's own. */
type Subscription = {
  id: number
  channel: string
  scene: SceneId | null
  tournament: TournamentId | null
  options: unknown
}

/** What a subscription is to be told. The same key is the same news, however often it comes about. */
export type News = { key: string; content: unknown }

export type Delivery = News & {
  id: number
  tournament: TournamentId | null
  /** this one counted */
  attempts: number
  subscription: Subscription & {
    /** as it was subscribed with */
    address: unknown
  }
}

export type Outcome =
  | { is: 'sent' }
  /** nobody is at this address any more: it is forgotten */
  | { is: 'gone' }
  /** not now; `afterMs`: not before, as the other side asks */
  | { is: 'retry'; reason: string; afterMs?: number | undefined }
  /** it held when it was asked about, and does not any more */
  | { is: 'outdated'; reason: string }
  /** never, as it stands */
  | { is: 'refused'; reason: string }

/** A kind of way out: a folder of this room. */
export type Channel = {
  /** as `kept.subscription` has it */
  name: string
  /** What a commit means to one subscription. The same commit may be asked about again. */
  news(step: FoldedStep, subscription: Subscription): News[]
  /** Whose next match it is told of when it is late; null, or left out: nobody's. */
  teamOf?(t: Tournament, subscription: Subscription): TeamId | null
  /** Asked when it would be sent: why it need not be sent any more; null: it still holds. */
  outdated?(delivery: Delivery): Promise<string | null>
  /** The signal ends it in time; what throws is tried again. */
  send(delivery: Delivery, signal: AbortSignal): Promise<Outcome>
  /** how long it is tried */
  expiresAfterMs: number
}
