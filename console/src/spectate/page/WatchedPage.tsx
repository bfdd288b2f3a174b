import type { ReactNode } from 'react'
import type { TournamentWithCabinets } from '../../core/rest.ts'
import { WatchedTournament } from '../../core/live/WatchedTournament.tsx'
import { UnlessDeleted } from '../../ui/live/UnlessDeleted.tsx'
import { SceneStyle } from '../../ui/SceneStyle.tsx'
import { TournamentPageContext } from './tournament-context.ts'

/** Wraps every page of one tournament: provides its live rows and its cabinets. */
export function WatchedPage({
  loaded,
  children,
}: {
  loaded: TournamentWithCabinets
  children: ReactNode
}) {
  const { id } = loaded.tournament
  return (
    <TournamentPageContext value={loaded}>
      <SceneStyle scene={loaded.tournament.scene} />
      <WatchedTournament id={id} key={id} isPublic>
        <UnlessDeleted scene={loaded.tournament.scene}>{children}</UnlessDeleted>
      </WatchedTournament>
    </TournamentPageContext>
  )
}
