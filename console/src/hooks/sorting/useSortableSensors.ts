import { KeyboardSensor, MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core'
import type { KeyboardCoordinateGetter } from '@dnd-kit/core'
import { hasSortableData, sortableKeyboardCoordinates } from '@dnd-kit/sortable'

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * Where an arrow key takes a lifted line: up and down to the neighbour by index within its list,
 * otherwise to what the library finds in that direction. The library compares positions, and skips
 * a line while lines are still moving to their places.
 */
const itemCoordinates: KeyboardCoordinateGetter = (event, args) => {
  const { active, over, collisionRect, droppableRects } = args.context
  const by = steps[event.code] ?? 0
  const current = over ?? active
  if (by === 0 || !active || !collisionRect || !hasSortableData(current))
    return sortableKeyboardCoordinates(event, args)
  const { items } = current.data.current.sortable
  const to = items.indexOf(current.id) + by
  const rect = droppableRects.get(items[to] ?? '')
  if (!rect) return sortableKeyboardCoordinates(event, args)
  event.preventDefault()
  const from = items.indexOf(active.id)
  // Moved down, the line ends where the last of the lines that it passes ended.
  const isPassing = from !== -1 && to > from
  return { x: rect.left, y: isPassing ? rect.bottom - collisionRect.height : rect.top }
}

// Constants: with new objects the library re-renders every line.
const byMouse = { activationConstraint: { distance: 5 } }
const byFinger = { activationConstraint: { delay: 200, tolerance: 8 } }
// Without an animated scroll, which would delay what a key shows (ux 11).
const byKeys = { coordinateGetter: itemCoordinates, scrollBehavior: 'auto' as const }

/** Mouse, touch and keyboard for lists whose lines are dragged (ux 30). */
export function useSortableSensors() {
  return useSensors(
    useSensor(MouseSensor, byMouse),
    useSensor(TouchSensor, byFinger),
    useSensor(KeyboardSensor, byKeys),
  )
}
