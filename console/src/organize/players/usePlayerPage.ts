import { Failure, read } from '../../core/rest.ts'
import type { Address, Answer } from '../../core/rest.ts'
import { reasonOf, useResource } from '../../query/useResource.ts'

export type PageOfPlayers = Answer<'/api/tournament/player/'>

const againMs = 15_000

/** One page of the list; read again now and then, as players register and check in themselves. */
export function usePlayerPage(path: Address<PageOfPlayers>) {
  const { answer, error, isCurrent, reload } = useResource(path, { ask: pageAt, every: againMs })
  return { page: answer, failure: error && reasonOf(error), isCurrent, reload }
}

/** When there are fewer of them by now than pages before this one, the first one. */
function pageAt(path: Address<PageOfPlayers>): Promise<PageOfPlayers> {
  return read(path).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.status !== 404) throw error
    return read(path.replace(/([?&]page)=\d+/, '$1=1') as typeof path)
  })
}
