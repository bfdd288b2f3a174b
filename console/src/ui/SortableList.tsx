import { DndContext, closestCenter } from '@dnd-kit/core'
import type { Announcements, UniqueIdentifier } from '@dnd-kit/core'
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { sorting } from '../core/text/shell.ts'
import { Icon } from './Icon.tsx'
import { movedTo, movedBy } from '../hooks/sorting/ordering.ts'
import { useSortableSensors } from '../hooks/sorting/useSortableSensors.ts'
import styles from './SortableList.module.css'

type Props = {
  label: string
  ids: readonly number[]
  nameOf: (id: number) => string
  onOrder: (ids: number[]) => void
  isUnconfirmed?: boolean
  children: (id: number) => ReactNode
}

/** A list that can be sorted by touch, mouse, keyboard, or two buttons (ux 30 to ux 33). */
export function SortableList(props: Props) {
  const { label, ids, nameOf, onOrder, isUnconfirmed, children } = props
  const [announcement, setAnnouncement] = useState('')
  const listId = useId()
  const sensors = useSortableSensors()

  function step(id: number, by: -1 | 1): void {
    const next = movedBy(ids, id, by)
    if (next.join() === ids.join()) return
    onOrder(next)
    setAnnouncement(sorting.over(nameOf(id), place(next, id)))
    const button = by < 0 ? 'up' : 'down'
    // Moving an element within the page removes the focus from it.
    requestAnimationFrame(() => document.getElementById(`${listId}-${button}-${id}`)?.focus())
  }

  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        accessibility={{
          announcements: announcements(ids, nameOf),
          screenReaderInstructions: { draggable: sorting.instructions },
        }}
        onDragEnd={({ active, over }) => {
          if (!over || active.id === over.id) return
          onOrder(movedTo(ids, Number(active.id), ids.indexOf(Number(over.id))))
        }}
      >
        <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
          <ol
            className={styles.list}
            aria-label={label}
            data-unconfirmed={isUnconfirmed || undefined}
          >
            {ids.map((id, index) => (
              <Line key={id} id={id} name={nameOf(id)}>
                {children(id)}
                <span className={styles.steps}>
                  <MoveButton
                    id={`${listId}-up-${id}`}
                    label={sorting.up(nameOf(id))}
                    icon="up"
                    isOff={index === 0}
                    onClick={() => step(id, -1)}
                  />
                  <MoveButton
                    id={`${listId}-down-${id}`}
                    label={sorting.down(nameOf(id))}
                    icon="down"
                    isOff={index === ids.length - 1}
                    onClick={() => step(id, 1)}
                  />
                </span>
              </Line>
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <VisuallyHidden aria-live="polite">
        {isUnconfirmed ? sorting.unsaved : announcement}
      </VisuallyHidden>
    </>
  )
}

function Line({ id, name, children }: { id: number; name: string; children: ReactNode }) {
  const sortable = useSortable({ id })
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, isDragging } = sortable
  const { transform, transition } = sortable
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={styles.line}
      data-lifted={isDragging || undefined}
    >
      <button
        type="button"
        className={styles.grip}
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        aria-label={sorting.grab(name)}
      >
        <Icon name="grip" />
      </button>
      {children}
    </li>
  )
}

type MoveButtonProps = {
  id: string
  label: string
  icon: 'up' | 'down'
  isOff: boolean
  onClick: () => void
}

/** `isOff` at an end of the list: the button does nothing, but keeps the focus. */
function MoveButton({ id, label, icon, isOff, onClick }: MoveButtonProps) {
  return (
    <ActionIcon
      id={id}
      variant="subtle"
      size={44}
      c="inherit"
      className={styles.step}
      aria-label={label}
      aria-disabled={isOff || undefined}
      data-off={isOff || undefined}
      onClick={onClick}
    >
      <Icon name={icon} />
    </ActionIcon>
  )
}

function place(ids: readonly number[], id: UniqueIdentifier): string {
  return sorting.place(ids.indexOf(Number(id)) + 1, ids.length)
}

function announcements(ids: readonly number[], nameOf: Props['nameOf']): Announcements {
  const name = (id: UniqueIdentifier) => nameOf(Number(id))
  return {
    onDragStart: ({ active }) => sorting.lifted(name(active.id), place(ids, active.id)),
    onDragOver: ({ active, over }) =>
      over && over.id !== active.id
        ? sorting.over(name(active.id), place(ids, over.id))
        : undefined,
    onDragEnd: ({ active, over }) =>
      sorting.dropped(name(active.id), place(ids, over?.id ?? active.id)),
    onDragCancel: ({ active }) => sorting.cancelled(name(active.id)),
  }
}
