import type { Box, Drawing } from '../../spectate/bracket/bracket-layout.ts'

/** A part of a bracket that fits on a screen in letters that can be read from a distance. */
type Tile = { column: number; row: number; boxes: Box[] }
type Room = { columns: number; rows: number }

/** The parts with matches still to be played; when all are finished, the last part. */
export function tilesOf(
  drawing: Drawing,
  capacity: Room,
  isOpen: (match: number) => boolean,
): Tile[] {
  const columns = starts(drawing.columns, capacity.columns)
  const rows = starts(
    Math.ceil(Math.max(0, ...drawing.boxes.map(({ row }) => row)) + 1),
    capacity.rows,
  )
  const tiles: Tile[] = []
  for (const column of columns) {
    for (const row of rows) {
      // A match between two rows uses the space that a screen leaves below its last row.
      const boxes = drawing.boxes.filter(
        (box) =>
          box.column >= column &&
          box.column < column + capacity.columns &&
          box.row >= row &&
          box.row < row + capacity.rows,
      )
      if (boxes.length > 0) tiles.push({ column, row, boxes })
    }
  }
  // Parts overlap: one whose open matches are all in earlier parts is left out.
  const openMatches = new Set<number>()
  const open = tiles.filter(({ boxes }) => {
    const added = boxes.filter(({ match }) => isOpen(match) && !openMatches.has(match))
    added.forEach(({ match }) => openMatches.add(match))
    return added.length > 0
  })
  return open.length > 0 ? open : tiles.slice(-1)
}

/** The first column or row of each part. The last part ends at the edge, so none is half empty. */
function starts(length: number, capacity: number): number[] {
  const last = Math.max(0, length - capacity)
  const count = Math.max(1, Math.ceil(length / capacity))
  return [...new Set(Array.from({ length: count }, (_, index) => Math.min(index * capacity, last)))]
}
