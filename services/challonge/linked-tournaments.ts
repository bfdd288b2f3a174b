import type { Tournament } from '../../events/state/tournament.ts'
import { unlessHalted } from '../log/index.ts'
import type { Stored } from '../log/index.ts'
import type { States } from '../states/index.ts'

/** Which tournaments have their brackets outside; their states come from the cache. */
export function openLinkedTournaments(states: Pick<States, 'take' | 'cached' | 'now'>) {
  const linked = new Set<number>()
  const active = new Set<number>()

  function isStillLinked(tournament: number, events: Stored['commit']['events']): boolean {
    return events.reduce((is, event) => {
      if (event.type === 'TournamentDeleted') return false
      const linkType = 'linkType' in event ? event.linkType : undefined
      return linkType === undefined ? is : linkType === 'challonge'
    }, linked.has(tournament))
  }

  return {
    /** those that these commits changed; one that is linked no more is named once more */
    take(batch: Stored[]): number[] {
      const touched = new Set<number>()
      for (const stored of batch) {
        const { tournament, events } = stored.commit
        states.take(stored)
        const was = linked.has(tournament)
        const is = isStillLinked(tournament, events)
        if (is) linked.add(tournament)
        else linked.delete(tournament)
        if (was || is) touched.add(tournament)
      }
      return [...touched]
    },
    all: () => [...linked],
    /** as the log has it now; null: it is stopped, and nothing is reported of it meanwhile */
    async load(tournament: number): Promise<Tournament | null> {
      const found = await states.now(tournament).catch(unlessHalted)
      if (!found) {
        active.delete(tournament)
        return null
      }
      const { state } = found
      if (state.isActive && linked.has(tournament)) active.add(tournament)
      else active.delete(tournament)
      return state
    },
    async active(): Promise<Tournament[]> {
      const found: Tournament[] = []
      for (const tournament of active) found.push((await states.cached(tournament)).state)
      return found
    },
  }
}
