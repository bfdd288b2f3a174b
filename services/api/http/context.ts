import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TournamentId } from '#events/ids.ts'
import type { By } from '#events/schema/commit.ts'
import type { Accounts } from '../../account/index.ts'
import type { Desk } from '../../desk/index.ts'
import type { Log } from '../../log/index.ts'
import type { StripeClient } from '../../money/index.ts'
import type { Preview } from '../../outbound/index.ts'
import type { Encryption, Store } from '../../store/index.ts'
import type { Web } from '../../web/index.ts'
import type { States } from '../../states/index.ts'
import type { paymentScopesOf } from './payment-scope.ts'
import type { AwaitProjection, SeenVersion } from './read-your-writes.ts'
import type { rowScopesOf } from './row-scope.ts'
import type { scopesOf } from './scope.ts'

type SceneLookups = ReturnType<typeof scopesOf> &
  ReturnType<typeof rowScopesOf> &
  ReturnType<typeof paymentScopesOf>

/** The database, or a transaction in it. */
export type Tx = Store['db']

/** Shared dependencies of all routes. */
export type Context = {
  web: Web
  /** lookups of the scene that a request concerns, for authorization */
  sceneOf: SceneLookups
  store: Store
  desk: Desk
  accounts: Accounts
  /** offers places that became free to those who wait for one */
  offerPlaces(tournament: TournamentId): Promise<void>
  projected: AwaitProjection
  seenVersion: SeenVersion
  states: States
  /** fetches previews of links and webhooks' addresses, if these are public */
  preview: Preview
  /** null if the server has no encryption key; then tokens of other sites cannot be stored */
  encryption: Encryption | null
  /** null if the server has no Stripe keys */
  stripeClient: StripeClient | null
  /** sends a request to another service */
  ask?: Log['ask'] | undefined
  /** publishes changes that are not in the log; if missing, clients see these only by polling */
  publish?: Log['publish'] | undefined
}

/**
 * A write on a part of a tournament. `by` is set for callers who use a code instead of an account.
 */
export type WriteContext = {
  request: FastifyRequest
  reply: FastifyReply
  tournament: TournamentId
  by?: By
}
