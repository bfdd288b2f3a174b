import { use } from 'react'
import type { CabinetPaper } from '../../api.ts'
import { useShown } from '../../live/context.ts'
import { activeOn } from '../../live/select.ts'
import { asItWas as words } from '../../text/as-it-was.ts'
import { LastAction } from '../referee/LastAction.tsx'
import { MatchControls } from '../referee/MatchControls.tsx'
import { NextBar } from '../referee/NextBar.tsx'
import { ScoreSides } from '../referee/ScoreSides.tsx'
import { useAssigned } from '../useAssigned.ts'
import { useDrawn } from '../useDrawn.ts'
import { OfficialContext } from './official.ts'
import styles from './AsItWas.module.css'

/** The referee's dialog of every cabinet, one below the other. */
export function Referee() {
  const cabinets = useAssigned()
  if (cabinets.length === 0) return <p className={styles.hint}>{words.noCabinets}</p>
  return cabinets.map((cabinet) => <Table key={cabinet.id} cabinet={cabinet} />)
}

function Table({ cabinet }: { cabinet: CabinetPaper }) {
  const active = useShown((shown) => activeOn(shown.live.rows, cabinet.id))
  const official = use(OfficialContext)
  const drawn = useDrawn((active?.underReview && official(active.id)) || active)
  return (
    <section className={styles.table} aria-label={cabinet.displayName}>
      <h3>{cabinet.displayName}</h3>
      <ScoreSides cabinet={cabinet} drawn={drawn} />
      <MatchControls cabinet={cabinet} drawn={drawn} />
      <NextBar cabinet={cabinet} />
      <LastAction cabinet={cabinet.id} />
    </section>
  )
}
