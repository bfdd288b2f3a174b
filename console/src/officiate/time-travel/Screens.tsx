import { memo, use } from 'react'
import { useLiveState } from '../../core/live/context.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import { CabinetCard } from '../../ui/live/CabinetCard.tsx'
import CardQueue from '../cabinets/CardQueue.tsx'
import grid from '../../ui/live/CabinetCards.module.css'
import { Waiting } from '../../ui/Layout.tsx'
import { TitleContext } from '../../ui/page/PageTitle.tsx'
import { Now } from '../../spectate/tournament/Now.tsx'
import { Section } from '../../spectate/tournament/Section.tsx'
import MatchQueue from '../queue/MatchQueue.tsx'
import EditMatchResults from '../results/EditMatchResults.tsx'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import type { PastView } from './view.ts'
import { PastMatch } from './PastMatch.tsx'
import { Stack } from '@mantine/core'
import type { CabinetBody } from '../../core/rest.ts'
import { activeMatchOn } from '../../core/live/select.ts'
import { LastAction } from '../steps/LastAction.tsx'
import { MatchControls } from '../referee/MatchControls.tsx'
import { NextBar } from '../referee/NextBar.tsx'
import { ScoreSides } from '../referee/ScoreSides.tsx'
import { useOptimisticMatch } from '../../core/live/useOptimisticMatch.ts'
import { OfficialContext } from './official-rows.ts'

/** The parts of a view that do not change with the scrubber. */
export type ScreenView = Omit<PastView, 'version'>

/** The same screens as for live tournaments. */
export const PastScreen = memo(function PastScreen({ view }: { view: ScreenView }) {
  const isLoaded = useLiveState((shown) => shown.live.version > 0)
  const of = use(TitleContext)
  if (!isLoaded) return <Waiting />
  return (
    <TitleContext value={`${words.title} · ${of}`}>
      <ScreenOf view={view} />
    </TitleContext>
  )
})

function ScreenOf({ view: { screen, match, stage } }: { view: ScreenView }) {
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

const ignore = () => {}

function Cabinets() {
  const cabinets = useTournamentCabinets()
  if (cabinets.length === 0) return <p className="hint">{words.noCabinets}</p>
  return (
    <div className={grid.grid}>
      {cabinets.map((cabinet) => (
        <CabinetCard key={cabinet.id} cabinet={cabinet} onOpen={ignore}>
          <CardQueue cabinet={cabinet.id} />
        </CabinetCard>
      ))}
    </div>
  )
}

/** The referee's controls for every cabinet, one below the other. */
function Referee() {
  const cabinets = useTournamentCabinets()
  if (cabinets.length === 0) return <p className="hint">{words.noCabinets}</p>
  return cabinets.map((cabinet) => <CabinetControls key={cabinet.id} cabinet={cabinet} />)
}

function CabinetControls({ cabinet }: { cabinet: CabinetBody }) {
  const activeMatch = useLiveState((shown) => activeMatchOn(shown.live.rows, cabinet.id))
  const official = use(OfficialContext)
  const match = useOptimisticMatch(
    (activeMatch?.underReview && official(activeMatch.id)) || activeMatch,
  )
  return (
    <Stack component="section" gap="sm" mb="xl" aria-label={cabinet.displayName}>
      <h3>{cabinet.displayName}</h3>
      <ScoreSides cabinet={cabinet} drawn={match} />
      <MatchControls cabinet={cabinet} drawn={match} />
      <NextBar cabinet={cabinet} drawn={match} />
      <LastAction cabinet={cabinet.id} />
    </Stack>
  )
}
