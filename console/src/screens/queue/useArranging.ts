import { KeyboardSensor, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import type { DragEndEvent, DragOverEvent, DragStartEvent } from '@dnd-kit/core'
import { sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { useMemo, useState } from 'react'
import { setQueue } from '../../live/actions.ts'
import { useSession, useShown } from '../../live/LiveTournament.tsx'
import { spoken } from '../../live/select.ts'
import { text } from '../../text.ts'
import { moved, orderOf, queueIn, toSet, whereIs } from './order.ts'
import type { Drag, Order } from './order.ts'
import { useTitles } from './useTitles.ts'

type Dragging = { match: number; before: Order; order: Order }

/**
 * The lists, and what is being done to them. While a match is dragged the lists stand still, however
 * much arrives; a cancelled drag leaves them as they were.
 */
export function useArranging() {
  const rows = useShown((shown) => shown.live.rows)
  const presses = useShown((shown) => shown.presses)
  const current = useMemo(() => orderOf(rows, presses), [rows, presses])
  const [drag, setDrag] = useState<Dragging | null>(null)
  const [said, setSaid] = useState('')
  const { press } = useSession()
  const titles = useTitles()
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )

  function name(match: number): string {
    const row = rows.match[match]
    return row ? spoken(rows, row) : ''
  }

  function where(order: Order, match: number): string {
    const list = whereIs(order, match) ?? ''
    if (queueIn(list) === null) return titles.list(list)
    const ids = order[list] ?? []
    return text.queue.place(ids.indexOf(match) + 1, ids.length, titles.list(list))
  }

  function commit(before: Order, after: Order, match: number): void {
    const set = toSet(before, after, match)
    const queue = set && rows.queue[set.queue]
    const row = rows.match[match]
    if (!queue || !row) return
    const list = whereIs(after, match) ?? ''
    const label = text.queue.moved(text.match.short(row.matchNum), titles.list(list))
    const failure = queueIn(list) === null ? text.failure.remove : text.failure.add
    const seen = { ...queue, matches: [...(before[`queue:${set.queue}`] ?? [])] }
    press(setQueue(seen, set.matches, { label, failure }))
    setSaid(text.queue.over(name(match), where(after, match)))
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
      setDrag({ ...drag, order: moved(drag.order, { match, to, index: indexUnder(drag.order, to, over.id) }) })
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
    accessibility: {
      screenReaderInstructions: { draggable: text.queue.instructions },
      announcements: {
        onDragStart: ({ active }: { active: { id: unknown } }) =>
          text.queue.lifted(name(Number(active.id)), where(current, Number(active.id))),
        onDragOver: ({ active }: { active: { id: unknown } }) =>
          text.queue.over(name(Number(active.id)), where(drag?.order ?? current, Number(active.id))),
        onDragEnd: ({ active }: { active: { id: unknown } }) =>
          text.queue.dropped(name(Number(active.id)), where(drag?.order ?? current, Number(active.id))),
        onDragCancel: ({ active }: { active: { id: unknown } }) =>
          text.queue.cancelled(name(Number(active.id))),
      },
    },
  }
  return {
    order: drag?.order ?? current,
    dragged: drag?.match ?? null,
    context,
    said,
    move: (to: Drag) => commit(current, moved(current, to), to.match),
  }
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
