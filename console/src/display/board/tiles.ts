import type { Box, Drawing } from '../../spectate/bracket/bracket-layout.ts'

/** A part of a bracket that fits on a screen in letters one can read from the back. */
type Tile = { column: number; row: number; boxes: Box[] }
type Room = { columns: number; rows: number }

/** The parts in which something is still to be played; once all is over, the last one. */
export function tilesOf(drawing: Drawing, room: Room, isOpen: (match: number) => boolean): Tile[] {
  const columns = starts(drawing.columns, room.columns)
  const rows = starts(Math.ceil(Math.max(0, ...drawing.boxes.map(({ row }) => row)) + 1), room.rows)
  const tiles: Tile[] = []
  for (const column of columns) {
    for (const row of rows) {
      // One that stands between two rows needs the room that a screen leaves below its last one.
      const boxes = drawing.boxes.filter(
        (box) =>
          box.column >= column &&
          box.column < column + room.columns &&
          box.row >= row &&
          box.row < row + room.rows,
      )
      if (boxes.length > 0) tiles.push({ column, row, boxes })
    }
  }
  // Parts overlap: one that shows nothing open but what an earlier one does is left out.
  const shown = new Set<number>()
  const open = tiles.filter(({ boxes }) => {
    const added = boxes.filter(({ match }) => isOpen(match) && !shown.has(match))
    added.forEach(({ match }) => shown.add(match))
    return added.length > 0
  })
  return open.length > 0 ? open : tiles.slice(-1)
}

/** The last one ends where all end, so that no screen is half empty. */
function starts(length: number, room: number): number[] {
  const last = Math.max(0, length - room)
  const count = Math.max(1, Math.ceil(length / room))
  return [...new Set(Array.from({ length: count }, (_, index) => Math.min(index * room, last)))]
}
