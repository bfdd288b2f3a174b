import type { StoreApi } from 'zustand'
import type { LiveState } from '../../core/live/store.ts'
import { useLoaderData } from '@tanstack/react-router'
import { useLiveSession } from '../../core/live/LiveTournament.tsx'
import { useOrdering } from '../../hooks/sorting/useOrdering.ts'
import { useSaving } from '../../query/useSaving.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { rest } from '../../core/rest.ts'

/** The cabinets of the tournament in order. A change is shown before the server confirms it. */
export function useAssignCabinets() {
  const { tournament } = useLoaderData({ from: '/tournament/$id/admin' })
  const { store } = useLiveSession()
  const saving = useSaving()
  const cabinets = useTournamentCabinets()
  const ordering = useOrdering(
    cabinets.map((cabinet) => cabinet.id),
    async (assignedCabinets) => {
      const body = { assignedCabinets }
      const saved = await saving.save(
        rest.patch('/api/tournament/tournament/:id/', { id: tournament.id }, body),
      )
      if (saved.ok) await waitForVersion(store, saved.answer.version)
      return saved.ok
    },
  )
  return { ...ordering, problem: saving.problem, dismiss: saving.dismiss }
}

/** Resolves once the live rows of this screen have reached a version. */
function waitForVersion(store: StoreApi<LiveState>, version: number): Promise<void> {
  return new Promise((resolve) => {
    if (store.getState().live.version >= version) return resolve()
    const stop = store.subscribe(({ live }) => {
      if (live.version < version) return
      stop()
      resolve()
    })
  })
}
