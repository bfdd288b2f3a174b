import { useLoaderData } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { CabinetPaper } from '../api.ts'
import { useShown } from '../live/LiveTournament.tsx'

/** The assigned cabinets in their order, with the names the scene gave them. */
export function useAssigned(): CabinetPaper[] {
  const { tournament, cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  const row = useShown((shown) => shown.live.rows.tournament[tournament.id])
  const ids = row?.assignedCabinets
  return useMemo(
    () => (ids ?? []).map((id) => cabinets.find((cabinet) => cabinet.id === id) ?? nameless(id)),
    [ids, cabinets],
  )
}

function nameless(id: number): CabinetPaper {
  return { id, name: `${id}`, displayName: `Cabinet ${id}` }
}
