import type { Tournament } from '../../events/state/tournament.ts'
import { nullIfHalted } from '../log/index.ts'
import type { StoredCommit } from '../log/index.ts'
import type { States } from '../states/index.ts'

/** Tracks tournaments that are linked to external brackets; their states come from the cache. */
export function openLinkedTournaments(states: Pick<States, 'take' | 'cached' | 'now'>) {
  const linked = new Set<number>()
  const active = new Set<number>()

  function isStillLinked(tournament: number, events: StoredCommit['commit']['events']): boolean {
    return events.reduce((isLinked, event) => {
      if (event.type === 'TournamentDeleted') return false
      const linkType = 'linkType' in event ? event.linkType : undefined
      return linkType === undefined ? isLinked : linkType === 'challonge'
    }, linked.has(tournament))
  }

  return {
    /** the linked tournaments that these commits changed, and those that they unlinked */
    take(batch: StoredCommit[]): number[] {
      const touched = new Set<number>()
      for (const stored of batch) {
        const { tournament, events } = stored.commit
        states.take(stored)
        const wasLinked = linked.has(tournament)
        const isLinked = isStillLinked(tournament, events)
        if (isLinked) linked.add(tournament)
        else linked.delete(tournament)
        if (wasLinked || isLinked) touched.add(tournament)
      }
      return [...touched]
    },
    all: () => [...linked],
    /** the current state; null if the tournament is halted, so that nothing is reported */
    async load(tournament: number): Promise<Tournament | null> {
      const cached = await states.now(tournament).catch(nullIfHalted)
      if (!cached) {
        active.delete(tournament)
        return null
      }
      const { state } = cached
      if (state.isActive && linked.has(tournament)) active.add(tournament)
      else active.delete(tournament)
      return state
    },
    async active(): Promise<Tournament[]> {
      const tournaments: Tournament[] = []
      for (const tournament of active) tournaments.push((await states.cached(tournament)).state)
      return tournaments
    },
  }
}
