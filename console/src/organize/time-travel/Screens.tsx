import { memo } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { asItWas as words } from '../../core/text/time-travel.ts'
import { CabinetCard } from '../../ui/live/CabinetCard.tsx'
import CardQueue from '../../officiate/cabinets/CardQueue.tsx'
import grid from '../../ui/live/CabinetCards.module.css'
import { Waiting } from '../../ui/Frame.tsx'
import { Now } from '../../spectate/tournament/Now.tsx'
import { Section } from '../../spectate/tournament/Section.tsx'
import MatchQueue from '../../officiate/queue/MatchQueue.tsx'
import EditMatchResults from '../../officiate/results/EditMatchResults.tsx'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import type { Place } from './address.ts'
import { PastMatch } from './PastMatch.tsx'
import { Referee } from './Referee.tsx'

/** What of a place does not go with the handle. */
export type ScreenPlace = Omit<Place, 'version'>

/** The screens themselves, as they are drawn live. */
export const PastScreen = memo(function PastScreen({ place }: { place: ScreenPlace }) {
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  if (!isLoaded) return <Waiting />
  return <ScreenOf place={place} />
})

function ScreenOf({ place: { screen, match, stage } }: { place: ScreenPlace }) {
  switch (screen) {
    case 'cabinets':
      return <Cabinets />
    case 'referee':
      return <Referee />
    case 'queue':
      return <MatchQueue />
    case 'results':
      return <EditMatchResults rest={[]} name="editMatchResults" />
    case 'public':
      return <Now />
    case 'match':
      return <PastMatch match={match} />
    default:
      return <Section name={screen} rest={stage === null ? null : `${stage}`} />
  }
}

const nothing = () => {}

function Cabinets() {
  const cabinets = useTournamentCabinets()
  if (cabinets.length === 0) return <p className="hint">{words.noCabinets}</p>
  return (
    <div className={grid.grid}>
      {cabinets.map((cabinet) => (
        <CabinetCard key={cabinet.id} cabinet={cabinet} onOpen={nothing}>
          <CardQueue cabinet={cabinet.id} />
        </CabinetCard>
      ))}
    </div>
  )
}
