import type { Commit } from '#events/schema/commit.ts'
import { isImportIncomplete } from '#events/state/tournament.ts'
import type { IdPairs } from '#events/schema/parts/ids.ts'
import type { CommitBody } from '#events/schema/renumber.ts'
import { Unavailable, chainOf, firstChain } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import type { States } from '../states/index.ts'

/**
 * Returns a function that takes the commits of a log in order, from the first one, and tells
 * whether each is unaltered.
 */
export function openChainCheck(): (commit: Commit) => boolean {
  let chain = firstChain
  return (commit) => {
    chain = chainOf(chain, commit)
    return chain === commit.chain
  }
}

type Dependencies = {
  log: Log
  states: States
  gate: { open(scope: { tournament: number }): Promise<void> }
}

/** The ids assigned when the import of a tournament began; null if it has not begun. */
export async function importedIdsOf(log: Log, tournament: number): Promise<IdPairs | null> {
  const [first] = await log.load(tournament)
  const event = first?.commit.events.find(({ type }) => type === 'TournamentImported')
  return event?.type === 'TournamentImported' ? event.ids : null
}

/**
 * Stores the commits of a tournament that is imported with its history. It takes no commands and is
 * invisible until the last commit is stored. After a failure the import resumes where it stopped
 * (R-IM-1).
 */
export async function importHistory(
  { log, states, gate }: Dependencies,
  tournament: number,
  commits: readonly CommitBody[],
): Promise<void> {
  await states.now(tournament)
  for (const body of commits) {
    const { state, chain, seq } = await states.cached(tournament)
    await gate.open({ tournament })
    if (state.version >= body.version) continue
    if (state.version > 0 && !isImportIncomplete(state)) throw new Error('it is already here')
    const commit = { ...body, chain: chainOf(chain, body) }
    const stored = await log.append(commit, seq)
    if (stored === 'conflict')
      throw new Unavailable('it is being imported twice at once; send again')
    states.take({ commit, seq: stored.seq })
  }
}
