import { useLoaderData } from '@tanstack/react-router'
import type { CabinetPaper } from '../api.ts'
import { useShown } from '../live/LiveTournament.tsx'

/** The assigned cabinets in their order, with the names the scene gave them. */
export function useAssigned(): CabinetPaper[] {
  const { tournament, cabinets } = useLoaderData({ from: '/tournament/$id/admin' })
  const row = useShown((shown) => shown.live.rows.tournament[tournament.id])
  return (row?.assignedCabinets ?? []).map(
    (id) => cabinets.find((cabinet) => cabinet.id === id) ?? nameless(id),
  )
}

function nameless(id: number): CabinetPaper {
  return { id, name: `${id}`, displayName: `Cabinet ${id}` }
}
