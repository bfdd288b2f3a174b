import { useLiveState } from '../../core/live/context.ts'
import { venue as text } from '../../core/text/display/venue.ts'
import { useCabinetName, useTournamentPage } from '../../spectate/page/tournament-context.ts'
import { Board } from './Board.tsx'
import { CabinetNow } from './CabinetNow.tsx'
import styles from './CabinetNow.module.css'

/** All cabinets of the tournament with their current or next matches. */
export function NowPlaying() {
  const { tournament } = useTournamentPage()
  const assigned = useLiveState(
    (state) => state.live.rows.tournament[tournament.id]?.assignedCabinets,
  )
  const nameOf = useCabinetName()
  const ids = assigned ?? []
  const columns = ids.length <= 1 ? 1 : ids.length <= 4 ? 2 : 3
  return (
    <Board title={text.board['now-playing']}>
      {ids.length === 0 && <p className={styles.none}>{text.noCabinets}</p>}
      <div className={styles.grid} data-columns={columns}>
        {ids.map((id) => (
          <CabinetNow key={id} id={id} name={nameOf(id)} hasNext />
        ))}
      </div>
    </Board>
  )
}
