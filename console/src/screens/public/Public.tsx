import type { ReactNode } from 'react'
import type { AdminPaper } from '../../api.ts'
import { WatchedTournament } from '../../live/WatchedTournament.tsx'
import { PlaceContext } from './place.ts'

/** Around every page of one tournament: its live rows, and where they are played. */
export function Public({ place, children }: { place: AdminPaper; children: ReactNode }) {
  const { id } = place.tournament
  return (
    <PlaceContext value={place}>
      <WatchedTournament id={id} key={id}>
        {children}
      </WatchedTournament>
    </PlaceContext>
  )
}
