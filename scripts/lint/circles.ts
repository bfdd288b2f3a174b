// Finds circular imports between folders, and between the files of one, also of types: what is in a circle
// cannot be read, moved or tested separately.
import { posix } from 'node:path'

export type Arrow = { from: string; to: string }
type Graph = Map<string, Map<string, Arrow>>

/** Returns a sentence for every cycle, with an import for each of its steps. */
export function circlesOf(arrows: Arrow[]): string[] {
  const within = arrows.filter(({ from, to }) => posix.dirname(from) === posix.dirname(to))
  return [
    ...circlesBetween(arrows, posix.dirname).map((steps) => `folders in a circle: ${steps}`),
    ...circlesBetween(within, (file) => file).map((steps) => `files in a circle: ${steps}`),
  ]
}

/** `nodeOf` is what is in a circle, for each file. */
function circlesBetween(arrows: Arrow[], nodeOf: (file: string) => string): string[] {
  const graph: Graph = new Map()
  for (const arrow of arrows) {
    const [from, to] = [nodeOf(arrow.from), nodeOf(arrow.to)]
    if (from === to) continue
    const known = graph.get(from) ?? new Map<string, Arrow>()
    if (!known.has(to)) known.set(to, arrow)
    graph.set(from, known)
  }
  const reported = new Set<string>()
  return [...graph.keys()].sort().flatMap((node) => {
    const circle = reported.has(node) ? undefined : shortestBack(graph, node)
    if (!circle) return []
    for (const { from } of circle) reported.add(nodeOf(from))
    return [circle.map(({ from, to }) => `${from} imports ${to}`).join(', ')]
  })
}

/** Breadth first, so that it returns a shortest cycle through the node. */
function shortestBack(graph: Graph, start: string): Arrow[] | undefined {
  const ways: { at: string; way: Arrow[] }[] = [{ at: start, way: [] }]
  const seen = new Set<string>()
  for (const { at, way } of ways) {
    for (const [next, arrow] of graph.get(at) ?? []) {
      if (next === start) return [...way, arrow]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push({ at: next, way: [...way, arrow] })
    }
  }
  return undefined
}
