// Finds circular imports between folders, which cannot be read, moved or tested separately.
import { posix } from 'node:path'

export type Arrow = { from: string; to: string }
type Folders = Map<string, Map<string, Arrow>>

/** Returns a sentence for every cycle, with an import for each of its steps. */
export function circlesOf(arrows: Arrow[]): string[] {
  const folders: Folders = new Map()
  for (const arrow of arrows) {
    const [from, to] = [posix.dirname(arrow.from), posix.dirname(arrow.to)]
    if (from === to) continue
    const known = folders.get(from) ?? new Map<string, Arrow>()
    if (!known.has(to)) known.set(to, arrow)
    folders.set(from, known)
  }
  const reported = new Set<string>()
  const sentences: string[] = []
  for (const folder of [...folders.keys()].sort()) {
    const circle = reported.has(folder) ? undefined : shortestBack(folders, folder)
    if (!circle) continue
    for (const { from } of circle) reported.add(posix.dirname(from))
    const steps = circle.map(({ from, to }) => `${from} imports ${to}`).join(', ')
    sentences.push(`folders in a circle: ${steps}`)
  }
  return sentences
}

/** Breadth first, so that it returns a shortest cycle through the folder. */
function shortestBack(folders: Folders, start: string): Arrow[] | undefined {
  const ways: { at: string; way: Arrow[] }[] = [{ at: start, way: [] }]
  const seen = new Set<string>()
  for (const { at, way } of ways) {
    for (const [next, arrow] of folders.get(at) ?? []) {
      if (next === start) return [...way, arrow]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push({ at: next, way: [...way, arrow] })
    }
  }
  return undefined
}
