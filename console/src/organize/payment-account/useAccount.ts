import { Failure } from '../../core/rest.ts'
import { reasonOf, useResource } from '../../query/useResource.ts'

export type Account = {
  id: number
  stripeAccountId: string
  createdTimestamp: string
  stripeConfigured: boolean
  detailsSubmitted: boolean
  chargesEnabled: boolean
  /** why payments cannot be accepted */
  reason: string | null
}

/** How the account stands now: Stripe is asked, so who comes back from there sees it (R-PM-2). */
export function useAccount(tournament: number) {
  const path = `/api/tournament/tournament/${tournament}/payment-account/`
  const { answer, error, reload } = useResource<Account>(path)
  const isNone = error instanceof Failure && error.status === 404
  return {
    account: isNone ? null : answer,
    isKnown: isNone || answer !== null,
    failure: error === null || isNone ? null : reasonOf(error),
    reload,
  }
}
