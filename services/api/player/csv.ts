/** CSV for spreadsheets: UTF-8 with a byte order mark and line ends of RFC 4180. */
export const byteOrderMark = '\uFEFF'

export type Cell = string | number | boolean | null | undefined

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

const formula = /^[=+\-@\t\r\n＝＋－＠]/
const quoted = /[",\r\n\t;']|^\s|\s$/

/**
 * Escapes typed text so that it is never a formula (R-PE-5). Numbers are not typed and stay
 * numbers.
 */
function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return `${cell}`
  const text = formula.test(cell) ? `'${cell}` : cell
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
