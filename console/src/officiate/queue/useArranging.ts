import { KeyboardSensor, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import type { DragEndEvent, DragOverEvent, DragStartEvent } from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { setQueue } from '../../core/outbox/actions.ts'
import { useSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { Tables } from '../../core/live/rows.ts'
import { failureText } from '../../core/text/pressed.ts'
import { queueText } from '../../core/text/queue.ts'
import { reuseLists, moved, orderOf, queueIn, toSet, whereIs } from './order.ts'
import type { Drag, Order } from './order.ts'
import { useWords } from './useWords.ts'

// The same for good: with others the library draws every line anew.
const byMouse = { activationConstraint: { distance: 5 } }
const byFinger = { activationConstraint: { delay: 200, tolerance: 8 } }
const byKeys = { coordinateGetter: sortableKeyboardCoordinates }

type Dragging = { match: number; before: Order; order: Order }

/**
 * The lists, and what is being done to them. While a match is dragged the lists stand still, however
 * much arrives; a cancelled drag leaves them as they were.
 */
export function useArranging() {
  const rows = useLiveState((shown) => shown.live.rows)
  const current = useOrder(rows)
  const [drag, setDrag] = useState<Dragging | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const { press } = useSession()
  const words = useWords(drag?.order ?? current)
  const sensors = useSensors(
    useSensor(MouseSensor, byMouse),
    useSensor(TouchSensor, byFinger),
    useSensor(KeyboardSensor, byKeys),
  )

  function commit(before: Order, after: Order, match: number): void {
    const set = toSet(before, after, match)
    const queue = set && rows.queue[set.queue]
    if (!queue) return
    const list = whereIs(after, match) ?? ''
    const label = words.moved(match, list)
    const failure = queueIn(list) === null ? failureText.remove : failureText.add
    // What this screen showed when the match was picked up: a rival's order is not overwritten.
    const seen = { ...queue, matches: [...(before[`queue:${set.queue}`] ?? [])] }
    press(setQueue(seen, set.matches, { label, failure }))
    setAnnouncement(queueText.over(words.name(match), words.where(match, after)))
    focusOn(match)
  }

  const context = {
    sensors,
    onDragStart({ active }: DragStartEvent) {
      setDrag({ match: Number(active.id), before: current, order: current })
    },
    onDragOver({ active, over }: DragOverEvent) {
      const match = Number(active.id)
      if (!drag || !over) return
      const to = home(listUnder(drag.order, over.id), rows.match[match]?.bracket)
      if (to === undefined || to === whereIs(drag.order, match)) return
      const index = indexUnder(drag.order, to, over.id)
      setDrag({ ...drag, order: moved(drag.order, { match, to, index }) })
    },
    onDragEnd({ active, over }: DragEndEvent) {
      setDrag(null)
      if (!drag || !over) return
      const match = Number(active.id)
      const to = whereIs(drag.order, match)
      if (to === undefined) return
      const index = indexUnder(drag.order, to, over.id)
      commit(drag.before, moved(drag.order, { match, to, index }), match)
    },
    onDragCancel: () => setDrag(null),
    accessibility: words.accessibility,
  }
  return {
    order: drag?.order ?? current,
    dragged: drag?.match ?? null,
    context,
    announcement,
    move: useMove(current, commit),
  }
}

/** A list that nothing happens to is the same list for good, so that it is not drawn anew. */
function useOrder(rows: Tables): Order {
  const presses = useLiveState((shown) => shown.presses)
  const next = useMemo(() => orderOf(rows, presses), [rows, presses])
  const [shown, setShown] = useState(next)
  const current = useMemo(() => reuseLists(shown, next), [shown, next])
  if (current !== shown) setShown(current)
  return current
}

type Commit = (before: Order, after: Order, match: number) => void

/** What menus do; it stays the same function for the same reason. */
function useMove(current: Order, commit: Commit): (drag: Drag) => void {
  const now = useRef({ current, commit })
  useLayoutEffect(() => {
    now.current = { current, commit }
  })
  return useCallback((to) => {
    const { current: before, commit: set } = now.current
    set(before, moved(before, to), to.match)
  }, [])
}

/** What is under the finger: a list itself, or the list of a match. */
function listUnder(order: Order, over: unknown): string | undefined {
  return typeof over === 'string' ? over : whereIs(order, Number(over))
}

function indexUnder(order: Order, list: string, over: unknown): number {
  const ids = order[list] ?? []
  const index = ids.indexOf(Number(over))
  return index < 0 ? ids.length : index
}

/** A match that leaves the queues goes back to its own stage, wherever it is dropped there. */
function home(list: string | undefined, stage: number | undefined): string | undefined {
  if (list === undefined || queueIn(list) !== null) return list
  return stage === undefined ? undefined : `stage:${stage}`
}

/** Focus goes with the match (ux 33). */
function focusOn(match: number): void {
  requestAnimationFrame(() => document.getElementById(`drag-${match}`)?.focus())
}
