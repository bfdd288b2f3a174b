import { emptyTournament, fold } from '../../events/state/tournament.ts'
import type { Tournament } from '../../events/state/tournament.ts'
import type { Log, Stored } from '../log/index.ts'
import type { TournamentId } from '../../events/ids.ts'

/** The tournaments whose brackets are outside, as the log has them; of others nothing is kept. */
export function openStates(log: Log) {
  const states = new Map<TournamentId, Tournament>()

  async function after(before: Tournament | undefined, stored: Stored): Promise<Tournament | null> {
    const { commit, seq } = stored
    const { tournament: id, version, events } = commit
    if (before && version <= before.version) return before
    if (before) return fold(before, commit)
    const becomes = events.some((event) => 'linkType' in event && event.linkType === 'challonge')
    if (!becomes) return null
    if (version === 1) return fold(emptyTournament(id), commit)
    const past = await log.load(id)
    return past
      .filter((one) => one.seq <= seq)
      .reduce((t, one) => fold(t, one.commit), emptyTournament(id))
  }

  return {
    /** the tournaments that these commits changed; one that is linked no more is told once more */
    async take(batch: Stored[]): Promise<Tournament[]> {
      const touched = new Map<TournamentId, Tournament>()
      for (const stored of batch) {
        const { tournament: id } = stored.commit
        const now = await after(states.get(id), stored)
        if (!now) continue
        touched.set(id, now)
        if (now.deleted || now.linkType !== 'challonge') states.delete(id)
        else states.set(id, now)
      }
      return [...touched.values()]
    },
    all: () => [...states.values()],
  }
}
