import type { Commit } from '../../events/schema/commit.ts'
import { isArriving } from '../../events/state/tournament.ts'
import type { IdPairs } from '../../events/schema/ids.ts'
import type { CommitBody } from '../../events/schema/renumber.ts'
import { Unavailable, chainOf, firstChain } from '../log/index.ts'
import type { Log } from '../log/index.ts'
import type { States } from '../states/index.ts'

/** Of the commits of a log one after the other, from the first on: whether each is as it was stored. */
export function openChainCheck(): (commit: Commit) => boolean {
  let chain = firstChain
  return (commit) => {
    chain = chainOf(chain, commit)
    return chain === commit.chain
  }
}

type Parts = {
  log: Log
  states: States
  gate: { open(place: { tournament: number }): Promise<void> }
}

/** By which ids a tournament has begun to come here; null: it has not. */
export async function arrivalOf(log: Log, tournament: number): Promise<IdPairs | null> {
  const [begun] = await log.load(tournament)
  const event = begun?.commit.events.find(({ type }) => type === 'TournamentImported')
  return event?.type === 'TournamentImported' ? event.ids : null
}

/**
 * Stores the commits of a tournament that comes with its history. Nobody decides on it and nobody sees
 * it before the last one is there; what a fault cuts short goes on where it ended (R-IM-1).
 */
export async function arrive(
  { log, states, gate }: Parts,
  tournament: number,
  commits: readonly CommitBody[],
): Promise<void> {
  await states.now(tournament)
  for (const body of commits) {
    const { state, chain, seq } = await states.cached(tournament)
    await gate.open({ tournament })
    if (state.version >= body.version) continue
    if (state.version > 0 && !isArriving(state)) throw new Error('it is here already')
    const commit = { ...body, chain: chainOf(chain, body) }
    const stored = await log.append(commit, seq)
    if (stored === 'conflict') throw new Unavailable('it is coming by two ways; send again')
    states.take({ commit, seq: stored.seq })
  }
}
