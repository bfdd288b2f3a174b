import { Failure, rest } from '../../core/rest.ts'
import type { Answer } from '../../core/rest.ts'
import { reasonOf, useResource } from '../../query/useResource.ts'

export type Account = Answer<'/api/tournament/tournament/:id/payment-account/'>

/** How the account stands now: Stripe is asked, so who comes back from there sees it (R-PM-2). */
export function useAccount(tournament: number) {
  const path = '/api/tournament/tournament/:id/payment-account/'
  const { answer, error, reload } = useResource(rest.get(path, { id: tournament }))
  const isNone = error instanceof Failure && error.status === 404
  return {
    account: isNone ? null : answer,
    isKnown: isNone || answer !== null,
    failure: error === null || isNone ? null : reasonOf(error),
    reload,
  }
}
