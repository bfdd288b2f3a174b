import { useShown } from '../../live/context.ts'
import { venue as text } from '../../text/venue.ts'
import { useCabinetName } from '../public/place.ts'
import { Board } from './Board.tsx'
import { CabinetNow } from './CabinetNow.tsx'
import styles from './CabinetNow.module.css'
import { nextOf } from './next.ts'
import { QueueLines } from './QueueBoard.tsx'

const most = 2

/** The card at a cabinet: who plays on it, and who comes next. */
export function CabinetBoard({ id }: { id: number }) {
  const rows = useShown((shown) => shown.live.rows)
  const name = useCabinetName()(id)
  const next = nextOf(rows, id).slice(0, most)
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
