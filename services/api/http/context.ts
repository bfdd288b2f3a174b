import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TournamentId } from '../../../events/ids.ts'
import type { By } from '../../../events/schema/commit.ts'
import type { Accounts } from '../../account/index.ts'
import type { Desk } from '../../desk/index.ts'
import type { Log } from '../../log/index.ts'
import type { StripeClient } from '../../money/index.ts'
import type { Encryption, Store } from '../../store/index.ts'
import type { Web } from '../../web/index.ts'
import type { States } from '../../states/index.ts'
import type { AwaitProjection } from './read-your-writes.ts'

/** What every route is given. */
export type Context = {
  web: Web
  store: Store
  desk: Desk
  accounts: Accounts
  projected: AwaitProjection
  states: States
  /** null: this server has no key, and can keep no token of others */
  encryption: Encryption | null
  /** null: this server has no keys for Stripe */
  stripeClient: StripeClient | null
  /** questions to other services */
  ask?: Log['ask'] | undefined
  /** left out, nobody is told of what is not in the log before they ask */
  publish?: Log['publish'] | undefined
}

/** A write on a tournament's part. `by`: for who presses a code and has no account. */
export type WriteContext = {
  request: FastifyRequest
  reply: FastifyReply
  tournament: TournamentId
  by?: By
}
