import { useLiveState } from '../../core/live/context.ts'
import { comingOn } from '../../core/live/select.ts'
import { venue as text } from '../../core/text/venue.ts'
import { useCabinetName } from '../../spectate/frame/tournament-context.ts'
import { Board } from './Board.tsx'
import { CabinetNow } from './CabinetNow.tsx'
import styles from './CabinetNow.module.css'
import { QueueLines } from './QueueBoard.tsx'

const most = 2

/** The card at a cabinet: who plays on it, and who comes next. */
export function CabinetBoard({ id }: { id: number }) {
  const rows = useLiveState((shown) => shown.live.rows)
  const name = useCabinetName()(id)
  const next = comingOn(rows, id).slice(0, most)
  return (
    <Board title={name}>
      <div className={styles.grid} data-columns="1" data-with-next>
        <CabinetNow id={id} name={text.board['now-playing']} />
      </div>
      <h2 className={styles.next}>{text.next}</h2>
      {next.length === 0 && <p className={styles.none}>{text.nothingNext}</p>}
      <QueueLines matches={next} isOfOne />
    </Board>
  )
}
