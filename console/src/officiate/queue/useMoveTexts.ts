import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import { useRef } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { matchName, matchTitle } from '../../core/live/select.ts'
import { queueText } from '../../core/text/officiate/referee.ts'
import { queueOfList, listOfMatch } from './order.ts'
import type { Order } from './order.ts'
import { useQueueTitles } from './useQueueTitles.ts'

/** Texts of moves, with names and positions, for live regions and labels (ux 32). */
export function useMoveTexts(order: Order) {
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
