import { Stack } from '@mantine/core'
import { use } from 'react'
import type { CabinetBody } from '../../core/rest.ts'
import { useLiveState } from '../../core/live/context.ts'
import { activeMatchOn } from '../../core/live/select.ts'
import { asItWas as words } from '../../core/text/officiate/time-travel.ts'
import { LastAction } from '../steps/LastAction.tsx'
import { MatchControls } from '../referee/MatchControls.tsx'
import { NextBar } from '../referee/NextBar.tsx'
import { ScoreSides } from '../referee/ScoreSides.tsx'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { useOptimisticMatch } from '../../core/live/useOptimisticMatch.ts'
import { OfficialContext } from './official-rows.ts'

/** The referee's controls for every cabinet, one below the other. */
export function Referee() {
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
