import type { useDroppable } from '@dnd-kit/core'
import type { useSortable } from '@dnd-kit/sortable'
import { createContext, use, useLayoutEffect, useRef } from 'react'
import { createStore } from 'zustand/vanilla'

export type Sorting = ReturnType<typeof useSortable>
type Target = ReturnType<typeof useDroppable>
type LineListener = (sorting: Sorting) => void
type ListListener = (target: Target) => void

/**
 * Listeners of the lines and lists near the screen, which can be dragged or dropped into. The lists
 * do not use the drag context; `Dragging` passes its state to these listeners instead, so that a
 * drag does not re-render a hundred lines.
 */
type DragRegistry = ReturnType<typeof newDragRegistry>

export function newDragRegistry() {
  const store = createStore(() => ({
    lines: new Map<number, LineListener>() as ReadonlyMap<number, LineListener>,
    lists: new Map<string, ListListener>() as ReadonlyMap<string, ListListener>,
  }))
  return {
    store,
    registerLine(match: number, listener: LineListener): () => void {
      store.setState(({ lines }) => ({ lines: new Map(lines).set(match, listener) }))
      return () =>
        store.setState(({ lines }) => ({ lines: withoutListener(lines, match, listener) }))
    },
    registerList(list: string, listener: ListListener): () => void {
      store.setState(({ lists }) => ({ lists: new Map(lists).set(list, listener) }))
      return () =>
        store.setState(({ lists }) => ({ lists: withoutListener(lists, list, listener) }))
    },
  }
}

/** A line that was dragged into another list may be registered there already: that one stays. */
function withoutListener<K, T>(all: ReadonlyMap<K, T>, key: K, listener: T): ReadonlyMap<K, T> {
  if (all.get(key) !== listener) return all
  const rest = new Map(all)
  rest.delete(key)
  return rest
}

export const DragRegistryContext = createContext<DragRegistry | null>(null)

export function useDragRegistry(): DragRegistry {
  const registry = use(DragRegistryContext)
  if (!registry) throw new Error('There is no queue around this list')
  return registry
}

export function useDraggableLine(match: number, isNear: boolean, listener: LineListener): void {
  const registry = useDragRegistry()
  useLayoutEffect(
    () => (isNear ? registry.registerLine(match, listener) : undefined),
    [registry, match, isNear, listener],
  )
}

/** Refs for a list that accepts matches, and for the frame around it that highlights a drop. */
export function useDropList<L extends HTMLElement>(list: string) {
  const registry = useDragRegistry()
  const frame = useRef<HTMLElement>(null)
  const lines = useRef<L>(null)
  useLayoutEffect(
    () =>
      registry.registerList(list, ({ setNodeRef, isOver }) => {
        setNodeRef(lines.current)
        frame.current?.toggleAttribute('data-over', isOver)
      }),
    [registry, list],
  )
  return { frame, lines }
}
