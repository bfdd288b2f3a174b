import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

type Module = { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] }
type Graph = { getModuleInfo(id: string): Module | null }

const source = (name: string) => join(import.meta.dirname, 'src', name)
const publicPrograms = ['spectators.tsx', 'displays.tsx'].map(source)
const officials = source('officials.tsx')
/** What a referee waits for. */
const firstScreen = source('officiate/cabinets/CurrentMatches.tsx')
/** Where officials begin an evening, besides: the heaviest first, which carries nothing for the others. */
const entries = [
  'officiate/queue/MatchQueue.tsx',
  'officiate/results/EditMatchResults.tsx',
  'organize/settings/BasicSettings.tsx',
].map(source)
/** What comes when the cabinets are there, and what is opened from them: a file each. */
const afterwards = {
  cards: [
    'shell/LeftUnsent.tsx',
    'shell/admin/Menus.tsx',
    'officiate/cabinets/CardActions.tsx',
    'officiate/cabinets/CardQueue.tsx',
    'officiate/cabinets/StartSounds.tsx',
    'officiate/devices/DeviceSign.tsx',
    'officiate/devices/DeviceHeartbeat.tsx',
    'ui/live/EstimatedEnd.tsx',
    'ui/live/MatchLength.tsx',
  ],
  dialog: [
    'officiate/referee/RefereeDialog.tsx',
    'shell/admin/ElsewhereList.tsx',
    'shell/admin/Palette.tsx',
  ],
}
/** What so many screens share is not worth a file of its own for each set of them. */
const few = 3
/** A package's list of all it has: what is used of it is among the names that are imported. */
const listOfAll = /node_modules\/(@mantine\/\w+)\/esm\/index\.mjs$/

/**
 * Modules of our own, each with its styles. Throws for one that is not there: moved, it would leave
 * its chunk without a word and cost every page a file more.
 */
export function modules(folder: string, names: string[]): RegExp[] {
  const files = readdirSync(source(folder))
  return names.map((name) => {
    const own = files.filter((file) => file.split('.')[0] === name && !file.includes('.test.'))
    if (own.length === 0) throw new Error(`There is no module ${folder}/${name}.`)
    return new RegExp(`/src/${folder}/${name}(\\.module)?\\.(tsx?|css)$`)
  })
}

export function anyOf(...tests: RegExp[]): RegExp {
  return new RegExp(tests.map(({ source: test }) => test).join('|'))
}

/**
 * Names the chunk of a module that officials alone load: `referee` before the first match, `with-MatchQueue`
 * what it shares with other entries, `only-MatchQueue` the rest of it, `cards` and `dialog` what a
 * referee needs next, `officials` what several other screens share. What one screen alone has, and what public pages have too, is left
 * to the bundler. Many small chunks cost a tablet on a slow line a journey each.
 */
export function officialChunks(): (id: string, graph: Graph) => string | null {
  let chunkOf: Map<string, string> | undefined
  return (id, graph) => {
    chunkOf ??= namesOf(graph)
    return chunkOf.get(id) ?? null
  }
}

function namesOf(graph: Graph): Map<string, string> {
  const open = reached(graph, publicPrograms, 'and later')
  const uses = new Map<string, number>()
  for (const screen of screensOf(graph))
    for (const id of reached(graph, [screen])) uses.set(id, (uses.get(id) ?? 0) + 1)
  const names = new Map<string, string>()
  for (const [id, times] of uses) if (times > few) names.set(id, 'officials')
  for (const name of ['dialog', 'cards'] as const) {
    const screens = afterwards[name].map(source)
    const extent = name === 'dialog' ? 'and later' : undefined
    for (const id of reached(graph, screens, extent)) names.set(id, name)
  }
  const needing = new Map<string, string[]>()
  for (const entry of entries)
    for (const id of reached(graph, [entry])) needing.set(id, [...(needing.get(id) ?? []), entry])
  for (const [id, [first = '', ...others]] of needing) {
    const entry = basename(first, '.tsx')
    // The menus come to every screen, what can be dragged does not.
    const isMenu = first === entries[0] && names.get(id) === 'cards'
    if (others.length > 0) names.set(id, `with-${entry}`)
    else names.set(id, isMenu ? 'menus' : `only-${entry}`)
  }
  for (const id of reached(graph, [officials, firstScreen])) names.set(id, 'referee')
  for (const id of open) names.delete(id)
  return names
}

/** Every module that is loaded by itself when something is opened. */
function screensOf(graph: Graph): Set<string> {
  const all = reached(graph, [officials], 'and later')
  return new Set([...all].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []))
}

function reached(graph: Graph, from: string[], extent?: 'and later'): Set<string> {
  const found = new Set<string>()
  const add = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    importsOf(graph, id).forEach(add)
    if (extent) graph.getModuleInfo(id)?.dynamicallyImportedIds.forEach(add)
  }
  from.forEach(add)
  return found
}

function importsOf(graph: Graph, id: string): string[] {
  const { code, importedIds } = graph.getModuleInfo(id) ?? { code: null, importedIds: [] }
  return importedIds.flatMap((to) => {
    const name = listOfAll.exec(to)?.[1]
    if (!name || code === null) return [to]
    const used = new Set(namedImports(code).flatMap((one) => (one.from === name ? one.names : [])))
    const list = graph.getModuleInfo(to)
    return namedImports(list?.code ?? '').flatMap(({ names, from }) =>
      names.some((each) => used.has(each)) ? [join(to, '..', from)] : [],
    )
  })
}

function namedImports(code: string): { names: string[]; from: string }[] {
  const found = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)
  return [...found].map(([, names = '', from = '']) => ({
    names: names.split(',').map((each) => each.trim().split(/\s+as\s+/)[0] ?? ''),
    from,
  }))
}
