import { Failure, read, reasonOf } from '../../core/rest.ts'
import type { Address, Answer } from '../../core/rest.ts'
import { useResource } from '../../query/useResource.ts'

export type PageOfPlayers = Answer<'/api/tournament/player/'>

const everyMs = 15_000

/** One page of the list, polled because players register and check in by themselves. */
export function usePlayerPage(path: Address<PageOfPlayers>) {
  const { answer, error, isCurrent, reload } = useResource(path, { ask: fetchPage, every: everyMs })
  return { page: answer, failure: error && reasonOf(error), isCurrent, reload }
}

/** Falls back to the first page if the requested page no longer exists. */
function fetchPage(path: Address<PageOfPlayers>): Promise<PageOfPlayers> {
  return read(path).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.status !== 404) throw error
    return read(path.replace(/([?&]page)=\d+/, '$1=1') as typeof path)
  })
}
