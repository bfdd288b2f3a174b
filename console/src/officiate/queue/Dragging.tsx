import { DndContext, DragOverlay, closestCorners, useDroppable } from '@dnd-kit/core'
import type { DndContextProps } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { memo, useLayoutEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { MatchLine } from './MatchLine.tsx'
import type { Order } from './order.ts'
import { useDragRegistry } from './drag-registry.ts'

type Props = { order: Order; dragged: number | null; context: DndContextProps }

/**
 * The drag context, rendered beside the lists instead of around them. The library re-renders all
 * its consumers at every step of a drag; here these are only the lines and lists near the screen.
 */
export function Dragging({ order, dragged, context }: Props) {
  const lists = useStore(useDragRegistry().store, (registered) => registered.lists)
  return (
    <DndContext {...context} collisionDetection={closestCorners}>
      {[...lists.keys()].map((list) => (
        <List key={list} list={list} matches={order[list] ?? noMatches} />
      ))}
      <DragOverlay dropAnimation={null}>
        {dragged !== null && <MatchLine match={dragged} isLifted />}
      </DragOverlay>
    </DndContext>
  )
}

const noMatches: readonly number[] = []

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
