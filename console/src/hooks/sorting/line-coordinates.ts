import { hasSortableData, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import type { KeyboardCoordinateGetter } from '@dnd-kit/core'

const steps: Record<string, -1 | 1> = { ArrowUp: -1, ArrowDown: 1 }

/**
 * Where an arrow key takes a lifted line: up and down to the neighbour by index within its list,
 * otherwise to what the library finds in that direction. The library compares positions, and skips
 * a line while lines are still moving to their places.
 */
export const lineCoordinates: KeyboardCoordinateGetter = (event, args) => {
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
