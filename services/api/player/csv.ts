/** Tables as spreadsheets open them: UTF-8 with its mark, lines ended as RFC 4180 says. */
export const csvMark = '\uFEFF'

export type Cell = string | number | boolean | null | undefined

export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

const formula = /^[=+\-@\t\r\n＝＋－＠]/
const quoted = /[",\r\n\t;']|^\s|\s$/

/** What a person typed never becomes a formula (R-PE-5); numbers are ours and stay numbers. */
function csvCell(cell: Cell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell !== 'string') return `${cell}`
  const text = formula.test(cell) ? `'${cell}` : cell
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
