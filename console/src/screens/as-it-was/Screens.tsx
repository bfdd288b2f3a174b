import { memo } from 'react'
import { useShown } from '../../live/context.ts'
import { asItWas as words } from '../../text/as-it-was.ts'
import { CabinetCard } from '../cabinets/CabinetCard.tsx'
import CardQueue from '../cabinets/CardQueue.tsx'
import grid from '../cabinets/CurrentMatches.module.css'
import { Waiting } from '../Frame.tsx'
import { Now } from '../public/Now.tsx'
import { Section } from '../public/Section.tsx'
import { MatchQueue } from '../queue/MatchQueue.tsx'
import { EditMatchResults } from '../results/EditMatchResults.tsx'
import { useAssigned } from '../useAssigned.ts'
import type { Place } from './address.ts'
import { PastMatch } from './PastMatch.tsx'
import { Referee } from './Referee.tsx'
import styles from './AsItWas.module.css'

/** What of a place does not go with the handle. */
export type Shows = Omit<Place, 'version'>

/** The screens themselves, as they are drawn live. */
export const Shown = memo(function Shown({ place }: { place: Shows }) {
  const isLoaded = useShown((shown) => shown.live.version > 0)
  if (!isLoaded) return <Waiting />
  return <Open place={place} />
})

function Open({ place: { screen, match, stage } }: { place: Shows }) {
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
  const cabinets = useAssigned()
  if (cabinets.length === 0) return <p className={styles.hint}>{words.noCabinets}</p>
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
