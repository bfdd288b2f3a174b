import { Button } from '@mantine/core'
import { useCallback, useState, memo, useLayoutEffect, useMemo } from 'react'
import type { CabinetBody } from '../../core/rest.ts'
import { createQueues, notePlace } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import EstimatedEnd from '../../ui/live/EstimatedEnd.tsx'
import { CommandNotes } from '../../ui/live/CommandNotes.tsx'
import { queueText, queues as words } from '../../core/text/officiate/referee.ts'
import { preloadedPart } from '../../hooks/lazy-part.ts'
import { useTournamentCabinets } from '../../query/useTournamentCabinets.ts'
import { Waiting } from '../../ui/Layout.tsx'
import { LastAction } from '../steps/LastAction.tsx'
import { listOf } from './order.ts'
import type { Order } from './order.ts'
import styles from './MatchQueue.module.css'
import { DragRegistryContext, newDragRegistry, useDragRegistry } from './drag-registry.ts'
import { QueueCard } from './QueueCard.tsx'
import { UnqueuedMatches } from './UnqueuedMatches.tsx'
import { useQueueDrag } from './useQueueDrag.ts'
import { useQueueTitles } from './useQueueTitles.ts'
import { PageTitle } from '../../ui/page/PageTitle.tsx'
import { DndContext, DragOverlay, closestCorners, useDroppable } from '@dnd-kit/core'
import type { DndContextProps } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { useStore } from 'zustand'
import { MatchLine } from './MatchLine.tsx'

const draggingNoMatches: readonly number[] = []

const List = memo(function List({ list, matches }: { list: string; matches: readonly number[] }) {
  const lines = useStore(useDragRegistry().store, (registered) => registered.lines)
  const items = useMemo(() => [...matches], [matches])
  return (
    <>
      <DropTarget list={list} />
      <SortableContext id={list} items={items} strategy={verticalListSortingStrategy}>
        {items.map((match) => lines.has(match) && <DragSource key={match} match={match} />)}
      </SortableContext>
    </>
  )
})

const QueueDialog = preloadedPart(() => import('./QueueDialog.tsx'))
const RefereeDialog = preloadedPart(() => import('../referee/RefereeDialog.tsx'))

const noMatches: readonly number[] = []

/** The queues on the left, and the matches that are in no queue on the right. */
export default function MatchQueue() {
  const isLoaded = useLiveState((state) => state.live.version > 0)
  const queues = useLiveState((state) => state.live.rows.queue)
  const brackets = useLiveState((state) => state.live.rows.bracket)
  const { order, dragged, context, move, announcement } = useQueueDrag()
  const titles = useQueueTitles()
  const [dragRegistry] = useState(newDragRegistry)
  const [opened, setOpened] = useState<CabinetBody | null>(null)
  const close = useCallback(() => setOpened(null), [])
  if (!isLoaded) return <Waiting />
  const sorted = Object.values(queues).toSorted((a, b) => a.id - b.id)
  const stages = Object.values(brackets).filter(({ id }) => order[listOf.stage(id)]?.length)
  return (
    <>
      <div className={styles.head}>
        <PageTitle>{queueText.title}</PageTitle>
        <div className={styles.estimates}>
          <EstimatedEnd />
        </div>
        <NewQueue />
      </div>
      <MissingQueues />
      <DragRegistryContext value={dragRegistry}>
        <div className={styles.columns}>
          <div className={styles.queues}>
            {sorted.map((queue) => (
              <QueueCard
                key={queue.id}
                queue={queue}
                title={titles.queue(queue)}
                matches={order[listOf.queue(queue.id)] ?? noMatches}
                move={move}
                onRef={setOpened}
              />
            ))}
          </div>
          <section className={styles.unassigned} aria-label={queueText.unassigned}>
            <h2>{queueText.unassigned}</h2>
            {stages.length === 0 && <p className="dim">{queueText.unassignedNone}</p>}
            {stages.map((stage) => (
              <UnqueuedMatches
                key={stage.id}
                stage={stage}
                matches={order[listOf.stage(stage.id)] ?? noMatches}
                move={move}
              />
            ))}
          </section>
        </div>
        <Dragging order={order} dragged={dragged} context={context} />
      </DragRegistryContext>
      <LastAction isSticky />
      <div className="unseen" aria-live="polite">
        {announcement}
      </div>
      {opened && <RefereeDialog cabinet={opened} onClose={close} />}
    </>
  )
}

function NewQueue() {
  const [isOpen, setOpen] = useState(false)
  const isLost = useLiveState((state) => state.connection.health === 'lost')
  return (
    <>
      <Button
        variant="default"
        size="md"
        className={styles.add}
        disabled={isLost}
        onClick={() => setOpen(true)}
      >
        {words.add}
      </Button>
      {isOpen && <QueueDialog queue={null} title="" onClose={() => setOpen(false)} />}
    </>
  )
}

/** Assigning a cabinet also creates its queue. Offers to create the queues that are missing. */
function MissingQueues() {
  const { press } = useLiveSession()
  const isLost = useLiveState((state) => state.connection.health === 'lost')
  const queues = useLiveState((state) => state.live.rows.queue)
  const assigned = useTournamentCabinets()
  const hasQueue = (cabinet: number) =>
    Object.values(queues).some((queue) => queue.autoCreated && queue.cabinets.includes(cabinet))
  const withoutQueue = assigned
    .filter(({ id }) => !hasQueue(id))
    .map(({ displayName }) => displayName)
  return (
    <>
      {(withoutQueue.length > 0 || assigned.length === 0) && (
        <div className={styles.create}>
          <p>
            {assigned.length > 0 ? words.missing(withoutQueue.join(', ')) : queueText.createWithout}
          </p>
          <Button
            size="lg"
            disabled={isLost || withoutQueue.length === 0}
            onClick={() => press(createQueues())}
          >
            {queueText.create}
          </Button>
        </div>
      )}
      <CommandNotes places={[notePlace.queues]} />
    </>
  )
}

type Props = { order: Order; dragged: number | null; context: DndContextProps }

/**
 * The drag context, rendered beside the lists instead of around them. The library re-renders all
 * its consumers at every step of a drag; here these are only the lines and lists near the screen.
 */
function Dragging({ order, dragged, context }: Props) {
  const lists = useStore(useDragRegistry().store, (registered) => registered.lists)
  return (
    <DndContext {...context} collisionDetection={closestCorners}>
      {[...lists.keys()].map((list) => (
        <List key={list} list={list} matches={order[list] ?? draggingNoMatches} />
      ))}
      <DragOverlay dropAnimation={null}>
        {dragged !== null && <MatchLine match={dragged} isLifted />}
      </DragOverlay>
    </DndContext>
  )
}

function DropTarget({ list }: { list: string }) {
  const { store } = useDragRegistry()
  const target = useDroppable({ id: list })
  useLayoutEffect(() => store.getState().lists.get(list)?.(target))
  return null
}

function DragSource({ match }: { match: number }) {
  const { store } = useDragRegistry()
  const sorting = useSortable({ id: match })
  useLayoutEffect(() => store.getState().lines.get(match)?.(sorting))
  return null
}
