import { useLoaderData } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CabinetBody } from '../core/rest.ts'
import { useLiveState } from '../core/live/LiveTournament.tsx'

/** The assigned cabinets in their order, with their names in the scene. */
export function useTournamentCabinets(): CabinetBody[] {
  const { tournament, cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  const row = useLiveState((shown) => shown.live.rows.tournament[tournament.id])
  const ids = row?.assignedCabinets
  return useMemo(
    () => (ids ?? []).map((id) => cabinets.find((cabinet) => cabinet.id === id) ?? nameless(id)),
    [ids, cabinets],
  )
}

function nameless(id: number): CabinetBody {
  return { id, name: `${id}`, displayName: `Cabinet ${id}` }
}
