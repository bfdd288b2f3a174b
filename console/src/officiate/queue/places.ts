import type { useDroppable } from '@dnd-kit/core'
import type { useSortable } from '@dnd-kit/sortable'
import { createContext, use, useLayoutEffect, useRef } from 'react'
import { createStore } from 'zustand/vanilla'

export type Sorting = ReturnType<typeof useSortable>
type Target = ReturnType<typeof useDroppable>
type LineListener = (sorting: Sorting) => void
type ListListener = (target: Target) => void

/**
 * What is near the screen and can be dragged or dropped into. The lists draw themselves and know
 * nothing of a drag: whoever drags passes them in, so that a drag redraws none of a hundred lines.
 */
type Places = ReturnType<typeof newPlaces>

export function newPlaces() {
  const store = createStore(() => ({
    lines: new Map<number, LineListener>() as ReadonlyMap<number, LineListener>,
    lists: new Map<string, ListListener>() as ReadonlyMap<string, ListListener>,
  }))
  return {
    store,
    enterLine(match: number, tell: LineListener): () => void {
      store.setState(({ lines }) => ({ lines: new Map(lines).set(match, tell) }))
      return () => store.setState(({ lines }) => ({ lines: without(lines, match, tell) }))
    },
    enterList(list: string, tell: ListListener): () => void {
      store.setState(({ lists }) => ({ lists: new Map(lists).set(list, tell) }))
      return () => store.setState(({ lists }) => ({ lists: without(lists, list, tell) }))
    },
  }
}

/** A line that was carried into another list may have entered there by now: it stays. */
function without<K, T>(all: ReadonlyMap<K, T>, key: K, own: T): ReadonlyMap<K, T> {
  if (all.get(key) !== own) return all
  const rest = new Map(all)
  rest.delete(key)
  return rest
}

export const PlacesContext = createContext<Places | null>(null)

export function usePlaces(): Places {
  const places = use(PlacesContext)
  if (!places) throw new Error('There is no queue around this list')
  return places
}

export function useLinePlace(match: number, isNear: boolean, tell: LineListener): void {
  const places = usePlaces()
  useLayoutEffect(
    () => (isNear ? places.enterLine(match, tell) : undefined),
    [places, match, isNear, tell],
  )
}

/** The refs of a list that matches are dropped into, and of the frame around it that shows it. */
export function useListPlace<L extends HTMLElement>(list: string) {
  const places = usePlaces()
  const frame = useRef<HTMLElement>(null)
  const lines = useRef<L>(null)
  useLayoutEffect(
    () =>
      places.enterList(list, ({ setNodeRef, isOver }) => {
        setNodeRef(lines.current)
        frame.current?.toggleAttribute('data-over', isOver)
      }),
    [places, list],
  )
  return { frame, lines }
}
