import { Button, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { CabinetPaper } from '../../api.ts'
import { createQueues, placeOf } from '../../live/actions.ts'
import { useSession, useShown } from '../../live/LiveTournament.tsx'
import Forecast from '../../parts/Forecast.tsx'
import { PressNotes } from '../../parts/PressNotes.tsx'
import { text } from '../../text.ts'
import { useAssigned } from '../useAssigned.ts'
import { Waiting } from '../Frame.tsx'
import { RefereeDialog } from '../referee/RefereeDialog.tsx'
import { LastAction } from '../referee/LastAction.tsx'
import { Dragging } from './Dragging.tsx'
import { listOf } from './order.ts'
import styles from './MatchQueue.module.css'
import { PlacesContext, newPlaces } from './places.ts'
import { QueueCard } from './QueueCard.tsx'
import { StageList } from './StageList.tsx'
import { useArranging } from './useArranging.ts'
import { useTitles } from './useTitles.ts'

const none: readonly number[] = []

/** Which match comes next where: queues on the left, what is in none of them on the right. */
export function MatchQueue() {
  const isLoaded = useShown((shown) => shown.live.version > 0)
  const queues = useShown((shown) => shown.live.rows.queue)
  const brackets = useShown((shown) => shown.live.rows.bracket)
  const { order, dragged, context, move, said } = useArranging()
  const titles = useTitles()
  const [places] = useState(newPlaces)
  const [opened, setOpened] = useState<CabinetPaper | null>(null)
  const close = useCallback(() => setOpened(null), [])
  if (!isLoaded) return <Waiting />
  const sorted = Object.values(queues).toSorted((a, b) => a.id - b.id)
  const stages = Object.values(brackets).filter(({ id }) => order[listOf.stage(id)]?.length)
  return (
    <>
      <div className={styles.head}>
        <Title order={1} size="h2">
          {text.queue.title}
        </Title>
        <Forecast />
      </div>
      <PlacesContext value={places}>
        <div className={styles.columns}>
          <div className={styles.queues}>
            {sorted.length === 0 && <CreateQueues />}
            {sorted.map((queue) => (
              <QueueCard
                key={queue.id}
                queue={queue}
                title={titles.queue(queue)}
                matches={order[listOf.queue(queue.id)] ?? none}
                move={move}
                onRef={setOpened}
              />
            ))}
          </div>
          <section className={styles.unassigned} aria-label={text.queue.unassigned}>
            <h2 className={styles.heading}>{text.queue.unassigned}</h2>
            {stages.length === 0 && <p className={styles.none}>{text.queue.unassignedNone}</p>}
            {stages.map((stage) => (
              <StageList
                key={stage.id}
                stage={stage}
                matches={order[listOf.stage(stage.id)] ?? none}
                move={move}
              />
            ))}
          </section>
        </div>
        <Dragging order={order} dragged={dragged} context={context} />
      </PlacesContext>
      <div className={styles.last}>
        <LastAction />
      </div>
      <div className={styles.said} aria-live="polite">
        {said}
      </div>
      {opened && <RefereeDialog cabinet={opened} onClose={close} />}
    </>
  )
}

function CreateQueues() {
  const { press } = useSession()
  const isLost = useShown((shown) => shown.link.light === 'lost')
  const hasCabinets = useAssigned().length > 0
  return (
    <div className={styles.create}>
      <p>{hasCabinets ? text.queue.createHint : text.queue.createWithout}</p>
      <Button size="lg" disabled={isLost || !hasCabinets} onClick={() => press(createQueues())}>
        {text.queue.create}
      </Button>
      <PressNotes places={[placeOf.queues]} />
    </div>
  )
}
