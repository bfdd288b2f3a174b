import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import { useRef } from 'react'
import { useLiveState } from '../../core/live/LiveTournament.tsx'
import { matchName, spoken } from '../../core/live/select.ts'
import { queueText } from '../../core/text/queue.ts'
import { queueIn, whereIs } from './order.ts'
import type { Order } from './order.ts'
import { useTitles } from './useTitles.ts'

/** Moves in words, with names and places, for live regions and for labels (ux 32). */
export function useWords(order: Order) {
  const rows = useLiveState((shown) => shown.live.rows)
  const titles = useTitles()

  function name(match: number): string {
    const row = rows.match[match]
    return row ? spoken(rows, row) : ''
  }

  function where(match: number, within: Order = order, over?: UniqueIdentifier): string {
    const list = whereIs(within, match) ?? ''
    if (queueIn(list) === null) return titles.list(list)
    const ids = within[list] ?? []
    const under = ids.indexOf(Number(over))
    const place = (under < 0 ? ids.indexOf(match) : under) + 1
    return queueText.place(place, ids.length, titles.list(list))
  }

  function moved(match: number, list: string): string {
    const row = rows.match[match]
    return queueText.moved(row ? matchName(rows, row) : '', titles.list(list))
  }

  // The library tells at once that a match lies over itself; that would cut off that it was lifted.
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
