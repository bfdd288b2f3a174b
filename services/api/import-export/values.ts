// The value formats in the tables of a tournament's ZIP: those of Postgres' text output.

/** `2025-09-28 21:39:34.963+00`, without trailing zeros in the fraction. */
export function timeText(iso: string): string {
  return iso.replace('T', ' ').replace(/(?:\.(\d*?)0*)?Z$/, (_, digits?: string) => {
    return digits ? `.${digits}+00` : '+00'
  })
}

/** An ISO time in UTC with milliseconds; null if the text is not a time. */
export function readTime(text: string): string | null {
  const match = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(
    text,
  )
  if (!match) return null
  const [, day, clock, fraction = '', zone = 'Z'] = match
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone
  const ms = Date.parse(`${day}T${clock}${fraction.slice(0, 4)}${offset}`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

const plain = /^(?!null$)[^\s"\\{},]+$/i

/** `{410,860,Blue}`; values that are empty or have special characters are quoted. */
export function arrayText(values: readonly string[]): string {
  const parts = values.map((value) =>
    plain.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${parts.join(',')}}`
}

/** null if the text is not an array of texts. */
export function readArray(text: string): string[] | null {
  if (!/^\{.*\}$/s.test(text)) return null
  const inner = text.slice(1, -1)
  if (inner === '') return []
  const part = /(?:"((?:[^"\\]|\\.)*)"|([^"\\{},]*))(,|$)/gsy
  const values: string[] = []
  for (;;) {
    const match = part.exec(inner)
    if (!match) return null
    const [, quoted, bare = '', end] = match
    // NULL stands for a missing value; cabinets send an empty text for it.
    values.push(
      quoted === undefined ? bare.replace(/^null$/i, '') : quoted.replace(/\\(.)/gs, '$1'),
    )
    if (end === '') return values
  }
}

type Cell = string | number | null

/** A row for programs: values are not escaped for spreadsheets, unlike those in `player/csv.ts`. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = `${cell}`
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The longest line of a real table is a few hundred characters long. */
const maxLineLength = 256 * 1024

const maxCells = 1_000

/** Reads a CSV piece by piece; `end` is true for the last piece. An empty line is one empty cell. */
export function openCsv() {
  let rest = ''
  return {
    read(piece: string, end: boolean): string[][] {
      rest += piece
      const rows: string[][] = []
      for (;;) {
        const line = lineIn(rest, end)
        if (!line) break
        expectShort(line.length)
        rest = rest.slice(line.length)
        rows.push(line.cells)
      }
      expectShort(rest.length)
      if (end && rest !== '') throw new Error('ends inside a quoted value')
      return rows
    },
  }
}

function expectShort(length: number): void {
  if (length > maxLineLength) throw new Error('has a line that is too long')
}

/** Parses the first complete line; null if its end has not been read yet. */
function lineIn(text: string, end: boolean): { cells: string[]; length: number } | null {
  if (text === '') return null
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  const cells: string[] = []
  for (;;) {
    const match = cell.exec(text)
    if (!match) return null
    const [, quoted, bare = '', after] = match
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (cells.length > maxCells) throw new Error('has a line with too many values')
    if (after === ',') continue
    // The line may continue in the next piece.
    return after === '' && !end ? null : { cells, length: cell.lastIndex }
  }
}
