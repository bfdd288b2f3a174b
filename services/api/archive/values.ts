// Values as the tables of a tournament's ZIP have them: what Postgres writes as text.

/** `2025-09-28 21:39:34.963+00`, the fraction without zeros at its end. */
export function timeText(iso: string): string {
  return iso.replace('T', ' ').replace(/(?:\.(\d*?)0*)?Z$/, (_, digits?: string) => {
    return digits ? `.${digits}+00` : '+00'
  })
}

/** In UTC to the millisecond; null where it is no time. */
export function readTime(text: string): string | null {
  const found = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(
    text,
  )
  if (!found) return null
  const [, day, clock, fraction = '', zone = 'Z'] = found
  const offset = /^[+-]\d\d$/.test(zone) ? `${zone}:00` : zone
  const ms = Date.parse(`${day}T${clock}${fraction.slice(0, 4)}${offset}`)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

const plain = /^(?!null$)[^\s"\\{},]+$/i

/** `{410,860,Blue}`; what is empty or has signs of its own stands in quotes. */
export function arrayText(values: readonly string[]): string {
  const parts = values.map((value) =>
    plain.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`,
  )
  return `{${parts.join(',')}}`
}

/** null where it is no array of texts. */
export function readArray(text: string): string[] | null {
  if (!/^\{.*\}$/s.test(text)) return null
  const inner = text.slice(1, -1)
  if (inner === '') return []
  const part = /(?:"((?:[^"\\]|\\.)*)"|([^"\\{},]*))(,|$)/gsy
  const values: string[] = []
  for (;;) {
    const found = part.exec(inner)
    if (!found) return null
    const [, quoted, bare = '', end] = found
    // What Postgres has as NULL was never said: a nil of a cabinet is an empty text.
    values.push(
      quoted === undefined ? bare.replace(/^null$/i, '') : quoted.replace(/\\(.)/gs, '$1'),
    )
    if (end === '') return values
  }
}

type Cell = string | number | null

/** A line for programs: nothing is put before a value, whatever a spreadsheet would make of it. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\n`
}

function csvCell(cell: Cell): string {
  if (cell === null) return ''
  const text = `${cell}`
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Reads a table piece by piece; `end` is true with the last piece. */
export function openCsv() {
  let rest = ''
  return {
    read(piece: string, end: boolean): string[][] {
      rest += piece
      const rows: string[][] = []
      for (;;) {
        const found = lineIn(rest, end)
        if (!found) break
        rest = rest.slice(found.length)
        if (found.cells.length > 1 || found.cells[0] !== '') rows.push(found.cells)
      }
      if (end && rest !== '') throw new Error('a quote is not closed')
      return rows
    },
  }
}

/** Its first whole line; null where that has not come yet. */
function lineIn(text: string, end: boolean): { cells: string[]; length: number } | null {
  if (text === '') return null
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy
  const cells: string[] = []
  for (;;) {
    const found = cell.exec(text)
    if (!found) return null
    const [, quoted, bare = '', after] = found
    cells.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (after === ',') continue
    // The text may go on where it stops.
    return after === '' && !end ? null : { cells, length: cell.lastIndex }
  }
}
