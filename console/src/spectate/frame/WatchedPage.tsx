import type { ReactNode } from 'react'
import type { AdminBody } from '../../core/rest.ts'
import { WatchedTournament } from '../../core/live/WatchedTournament.tsx'
import { UnlessDeleted } from '../../ui/live/UnlessDeleted.tsx'
import { SceneStyle } from '../../ui/SceneStyle.tsx'
import { TournamentPageContext } from './tournament-context.ts'

/** Wraps every page of one tournament: provides its live rows and its cabinets. */
export function WatchedPage({ place, children }: { place: AdminBody; children: ReactNode }) {
  const { id } = place.tournament
  return (
    <TournamentPageContext value={place}>
      <SceneStyle scene={place.tournament.scene} />
      <WatchedTournament id={id} key={id} isPublic>
        <UnlessDeleted scene={place.tournament.scene}>{children}</UnlessDeleted>
      </WatchedTournament>
    </TournamentPageContext>
  )
}
