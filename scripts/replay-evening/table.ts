import type { Difference } from './compare.ts'
import type { ReplayReport } from './replay.ts'

/** Formats differences as aligned columns. */
export function table(differences: Difference[]): string {
  const head: Difference = { where: 'where', what: 'what', record: 'record', ours: 'ours' }
  const columns = ['where', 'what', 'record', 'ours'] as const
  const widths = columns.map((key) =>
    Math.max(...[head, ...differences].map((row) => row[key].length)),
  )
  const line = (row: Difference) =>
    columns
      .map((key, index) => row[key].padEnd(widths[index]!))
      .join('  ')
      .trimEnd()
  return [head, ...differences].map(line).join('\n')
}

export function summary(id: string, { differences, ...replayed }: ReplayReport): string {
  const { matches, games, events, seconds } = replayed
  const count = differences.length
  const verdict =
    count === 0 ? 'all as recorded' : `${count} ${count === 1 ? 'difference' : 'differences'}`
  const played = `${matches} matches, ${games} games, ${events.acknowledged} events acknowledged`
  return `Evening ${id}: ${played} in ${seconds.toFixed(1)} s: ${verdict}.`
}
