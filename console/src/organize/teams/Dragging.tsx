import {
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  pointerWithin,
  rectIntersection,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { Active, Announcements, CollisionDetection, Over } from '@dnd-kit/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { teams as words } from '../../core/text/organize/teams.ts'
import type { Player } from '../../spectate/registration/registration-body.ts'
import type { IdAndName } from './roster.ts'
import styles from './Teams.module.css'

type Props = { onMove: (player: Player, team: IdAndName | null) => void; children: ReactNode }

/** Drags players to other teams by touch, mouse or keyboard, like Move (ux 30, ux 31). */
export function Dragging({ onMove, children }: Props) {
  const [dragged, setDragged] = useState<Player | null>(null)
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 5 } }),
    useSensor(TouchSensor, { activationConstraint: { delay: 200, tolerance: 8 } }),
    useSensor(KeyboardSensor),
  )
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={underPointer}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: words.instructions },
      }}
      onDragStart={({ active }) => setDragged(playerOf(active))}
      onDragCancel={() => setDragged(null)}
      onDragEnd={({ active, over }) => {
        setDragged(null)
        if (over) onMove(playerOf(active), teamOf(over))
      }}
    >
      {children}
      <DragOverlay dropAnimation={null}>
        {dragged && <div className={styles.carried}>{dragged.name}</div>}
      </DragOverlay>
    </DndContext>
  )
}

/** The target under the pointer. Keyboard drags have no pointer and use the overlap instead. */
const underPointer: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : rectIntersection(args)

const announcements: Announcements = {
  onDragStart: ({ active }) => words.lifted(playerOf(active).name),
  onDragOver: ({ active, over }) =>
    over ? words.over(playerOf(active).name, nameOf(over)) : undefined,
  onDragEnd: ({ active, over }) =>
    over
      ? words.dropped(playerOf(active).name, nameOf(over))
      : words.cancelled(playerOf(active).name),
  onDragCancel: ({ active }) => words.cancelled(playerOf(active).name),
}

function playerOf({ data }: Active): Player {
  return data.current?.['player'] as Player
}

function teamOf({ data }: Over): IdAndName | null {
  return data.current?.['team'] as IdAndName | null
}

function nameOf(over: Over): string {
  return teamOf(over)?.name ?? words.free
}
