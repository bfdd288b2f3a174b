import { DndContext, DragOverlay, closestCorners, useDroppable } from '@dnd-kit/core'
import type { DndContextProps } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { memo, useLayoutEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { MatchLine } from './MatchLine.tsx'
import type { Order } from './order.ts'
import { usePlaces } from './places.ts'

type Props = { order: Order; dragged: number | null; context: DndContextProps }

/**
 * The drag itself, beside the lists it is about. What the library tells every part of it at every
 * step goes to these few alone, and is not looked for in all that the lists have drawn.
 */
export function Dragging({ order, dragged, context }: Props) {
  const lists = useStore(usePlaces().store, (near) => near.lists)
  return (
    <DndContext {...context} collisionDetection={closestCorners}>
      {[...lists.keys()].map((list) => (
        <List key={list} list={list} matches={order[list] ?? none} />
      ))}
      <DragOverlay dropAnimation={null}>
        {dragged !== null && <MatchLine match={dragged} isLifted />}
      </DragOverlay>
    </DndContext>
  )
}

const none: readonly number[] = []

const List = memo(function List({ list, matches }: { list: string; matches: readonly number[] }) {
  const lines = useStore(usePlaces().store, (near) => near.lines)
  const items = useMemo(() => [...matches], [matches])
  return (
    <>
      <Into list={list} />
      <SortableContext id={list} items={items} strategy={verticalListSortingStrategy}>
        {items.map((match) => lines.has(match) && <InDrag key={match} match={match} />)}
      </SortableContext>
    </>
  )
})

function Into({ list }: { list: string }) {
  const { store } = usePlaces()
  const target = useDroppable({ id: list })
  useLayoutEffect(() => store.getState().lists.get(list)?.(target))
  return null
}

function InDrag({ match }: { match: number }) {
  const { store } = usePlaces()
  const sorting = useSortable({ id: match })
  useLayoutEffect(() => store.getState().lines.get(match)?.(sorting))
  return null
}
