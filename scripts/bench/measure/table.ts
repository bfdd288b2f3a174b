/** One measurement of the product, with the same work done by the minimal baseline script. */
export type Measurement = {
  what: string
  unit: string
  product: number
  baseline?: number
  /** if it is not simply product ÷ baseline */
  ratio?: number
  aim?: string
}
type Cells = [string, string, string, string, string]

const titles: Cells = ['measure', 'product', 'baseline', 'ratio', 'aim']

export function printLine(line: Measurement): void {
  console.log(padded(cells(line)))
}

export function printTitles(): void {
  console.log(padded(titles))
}

export function markdown(lines: Measurement[]): string {
  const rows = [titles, ['---', '---:', '---:', '---:', '---'], ...lines.map(cells)]
  return rows.map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function cells({ what, unit, product, baseline, ratio, aim = '' }: Measurement): Cells {
  const quotient = ratio ?? (baseline === undefined ? undefined : product / baseline)
  return [
    `${what}, ${unit}`,
    short(product),
    baseline === undefined ? '' : short(baseline),
    quotient === undefined ? '' : quotient.toFixed(2),
    aim,
  ]
}

const widths = [62, 10, 10, 7, 8]

function padded(row: Cells): string {
  const [first, ...rest] = row.map((cell, i) =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0),
  )
  return [first, ...rest].join(' ')
}

function short(value: number): string {
  if (value >= 100) return Math.round(value).toLocaleString('en')
  return value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
