import type {
  DragEndEvent,
  DragOverEvent,
  DragStartEvent,
  Announcements,
  UniqueIdentifier,
} from '@dnd-kit/core'
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { setQueue } from '../../core/presses/actions.ts'
import { useLiveSession, useLiveState } from '../../core/live/LiveTournament.tsx'
import type { Tables } from '../../core/live/rows.ts'
import { useSortableSensors } from '../../hooks/sorting/useSortableSensors.ts'
import { failureText, queueText } from '../../core/text/officiate/referee.ts'
import { moveInto, isQueueMove } from '../../core/presses/repeat-refused.ts'
import type { QueueMove } from '../../core/presses/repeat-refused.ts'
import {
  reuseLists,
  moveMatch,
  orderOf,
  queueOfList,
  queueChange,
  listOf,
  listOfMatch,
} from './order.ts'
import type { Drag, Order } from './order.ts'
import type { WriteState } from '../../core/writes/write-machine.ts'
import { matchName, matchTitle } from '../../core/live/select.ts'
import { useQueueTitles } from './useQueueTitles.ts'

type Dragging = { match: number; before: Order; order: Order }

/**
 * The lists, and the drag in progress. While a match is dragged, arriving changes do not move the
 * lists; a cancelled drag changes nothing.
 */
export function useQueueDrag() {
  const rows = useLiveState((state) => state.live.rows)
  const current = useOrder(rows)
  const [drag, setDrag] = useState<Dragging | null>(null)
  const { press } = useLiveSession()
  const words = useMoveTexts(drag?.order ?? current)
  const sensors = useSortableSensors()

  function applyMove(before: Order, after: Order, match: number): void {
    const change = queueChange(before, after, match)
    const queue = change && rows.queue[change.queue]
    if (!queue) return
    const list = listOfMatch(after, match) ?? ''
    const label = words.moved(match, list)
    const failure = queueOfList(list) === null ? failureText.remove : failureText.add
    const name = listOf.queue(change.queue)
    const expected = [...(before[name] ?? [])]
    const pressed = setQueue(queue, change.matches, { label, failure })
    const move = { type: 'SetQueue', ...change, expected, moved: match } as const
    press({ ...pressed, command: withoutStarted(move, current[name] ?? []) })
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
      const to = dropList(listUnder(drag.order, over.id), rows.match[match]?.bracket)
      if (to === undefined || to === listOfMatch(drag.order, match)) return
      const index = indexUnder(drag.order, to, over.id)
      setDrag({ ...drag, order: moveMatch(drag.order, { match, to, index }) })
    },
    onDragEnd({ active, over }: DragEndEvent) {
      setDrag(null)
      if (!drag || !over) return
      const match = Number(active.id)
      const to = listOfMatch(drag.order, match)
      if (to === undefined) return
      const index = indexUnder(drag.order, to, over.id)
      applyMove(drag.before, moveMatch(drag.order, { match, to, index }), match)
    },
    onDragCancel: () => setDrag(null),
    accessibility: words.accessibility,
  }
  return {
    order: drag?.order ?? current,
    dragged: drag?.match ?? null,
    context,
    announcement: useMoveAnnouncement(words),
    move: useMove(current, applyMove),
  }
}

/**
 * The order shown when the match was picked up is sent too, so that another device's change is not
 * overwritten. If matches have only left the queue since, the move still applies.
 */
function withoutStarted(move: QueueMove, present: readonly number[]): QueueMove {
  const remaining = move.expected.filter((id) => present.includes(id))
  const matches = String(remaining) === String(present) ? moveInto(present, move) : null
  return matches ? { ...move, expected: [...present], matches } : move
}

/** Unchanged lists keep their identity, so that they are not rendered again. */
function useOrder(rows: Tables): Order {
  const presses = useLiveState((state) => state.presses)
  const next = useMemo(() => orderOf(rows, presses), [rows, presses])
  const [stable, setStable] = useState(next)
  const current = useMemo(() => reuseLists(stable, next), [stable, next])
  if (current !== stable) setStable(current)
  return current
}

type ApplyMove = (before: Order, after: Order, match: number) => void

/** Moves a match for a menu. The function keeps its identity for the same reason. */
function useMove(current: Order, applyMove: ApplyMove): (drag: Drag) => void {
  const latest = useRef({ current, applyMove })
  useLayoutEffect(() => {
    latest.current = { current, applyMove }
  })
  return useCallback((drag) => {
    const { current: before, applyMove: apply } = latest.current
    apply(before, moveMatch(before, drag), drag.match)
  }, [])
}

/** The list under the pointer: a list itself, or the list of the match there. */
function listUnder(order: Order, over: unknown): string | undefined {
  return typeof over === 'string' ? over : listOfMatch(order, Number(over))
}

function indexUnder(order: Order, list: string, over: unknown): number {
  const ids = order[list] ?? []
  const index = ids.indexOf(Number(over))
  return index < 0 ? ids.length : index
}

/** A match dropped on the list of any stage goes to the list of its own stage. */
function dropList(list: string | undefined, stage: number | undefined): string | undefined {
  if (list === undefined || queueOfList(list) !== null) return list
  return stage === undefined ? undefined : `stage:${stage}`
}

/** Focus follows the match (ux 33). */
function focusOn(match: number): void {
  requestAnimationFrame(() => document.getElementById(`drag-${match}`)?.focus())
}

type Result = { move: QueueMove; state: WriteState; text: string }

/**
 * The result of the last move for screen readers: it is announced when the server has answered
 * (P11), and a refusal is announced as one (ux 14).
 */
function useMoveAnnouncement(words: ReturnType<typeof useMoveTexts>): string {
  const press = useLiveState(({ presses }) => presses.findLast((p) => isQueueMove(p.command)))
  const [last, setLast] = useState<Result | null>(null)
  const move = press && isQueueMove(press.command) ? press.command : last?.move
  const state = press?.state ?? stateAfter(last?.state)
  if (move && (last?.move !== move || last.state !== state)) {
    setLast({ move, state, text: textOf(move, state) })
  }
  return last?.text ?? ''

  function textOf(result: QueueMove, its: WriteState): string {
    const { moved, queue, matches } = result
    if (its === 'refused' || its === 'asking') return queueText.notMoved(words.name(moved))
    if (its !== 'answered') return ''
    const order = { [listOf.queue(queue)]: matches }
    return queueText.over(words.name(moved), words.where(moved, order))
  }
}

/** A press is removed once it is shown, or when a person dismisses it. */
function stateAfter(state: WriteState | undefined): WriteState {
  return state === 'refused' || state === 'asking' ? state : 'answered'
}

/** Texts of moves, with names and positions, for live regions and labels (ux 32). */
function useMoveTexts(order: Order) {
  const rows = useLiveState((state) => state.live.rows)
  const titles = useQueueTitles()

  function name(match: number): string {
    const row = rows.match[match]
    return row ? matchTitle(rows, row) : ''
  }

  function where(match: number, inOrder: Order = order, over?: UniqueIdentifier): string {
    const list = listOfMatch(inOrder, match) ?? ''
    if (queueOfList(list) === null) return titles.list(list)
    const ids = inOrder[list] ?? []
    const overIndex = ids.indexOf(Number(over))
    const position = (overIndex < 0 ? ids.indexOf(match) : overIndex) + 1
    return queueText.place(position, ids.length, titles.list(list))
  }

  function moved(match: number, list: string): string {
    const row = rows.match[match]
    return queueText.moved(row ? matchName(rows, row) : '', titles.list(list))
  }

  // The library first reports a lifted match as over itself, which would interrupt "lifted".
  const isJustLifted = useRef(false)
  const announcements: Announcements = {
    onDragStart({ active: { id } }) {
      isJustLifted.current = true
      return queueText.lifted(name(Number(id)), where(Number(id)))
    },
    onDragOver({ active: { id }, over }) {
      const isItself = isJustLifted.current && over?.id === id
      isJustLifted.current = false
      if (isItself) return undefined
      return queueText.over(name(Number(id)), where(Number(id), order, over?.id))
    },
    onDragEnd: ({ active: { id }, over }) =>
      queueText.dropped(name(Number(id)), where(Number(id), order, over?.id)),
    onDragCancel: ({ active: { id } }) => queueText.cancelled(name(Number(id))),
  }
  const screenReaderInstructions = { draggable: queueText.instructions }
  return { name, where, moved, accessibility: { announcements, screenReaderInstructions } }
}
