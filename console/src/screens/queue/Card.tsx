import { useDroppable } from '@dnd-kit/core'
import { useLayoutEffect } from 'react'
import type { ReactNode, RefObject } from 'react'
import styles from './QueueCard.module.css'

type Props = {
  list: string
  label: string
  /** what a match is dropped into */
  lines: RefObject<HTMLElement | null>
  children: ReactNode
}

/** The frame of a list that matches are dropped into: a drag draws it anew, and nothing in it. */
export function Card({ list, label, lines, children }: Props) {
  const { setNodeRef, isOver } = useDroppable({ id: list })
  useLayoutEffect(() => setNodeRef(lines.current), [setNodeRef, lines])
  return (
    <section className={styles.card} aria-label={label} data-over={isOver || undefined}>
      {children}
    </section>
  )
}
