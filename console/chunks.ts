import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

type Module = { code: string | null; importedIds: string[]; dynamicallyImportedIds: string[] }
type Graph = { getModuleInfo(id: string): Module | null }

const source = (name: string) => join(import.meta.dirname, 'src', name)
const publicPrograms = ['spectators.tsx', 'displays.tsx', 'locales/language.ts'].map(source)
const officials = source('officials.tsx')
/** The first screen of a referee: it has to load fastest. */
const firstScreen = source('officiate/cabinets/CurrentMatches.tsx')
/**
 * Other screens on which officials begin an evening. The heaviest comes first: what it shares with
 * the others is put in a chunk of its own, so that they do not load the rest of it.
 */
const entries = [
  'officiate/queue/MatchQueue.tsx',
  'officiate/results/EditMatchResults.tsx',
  'organize/settings/BasicSettings.tsx',
].map(source)
/** Two chunks: parts that load after the first rows, and dialogs that are opened from there. */
const laterParts = {
  cards: [
    'shell/UnsentWrites.tsx',
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
    'shell/LeaveQuestion.tsx',
    'shell/admin/PressAlertsDialog.tsx',
    'shell/admin/Palette.tsx',
  ],
}
/** They load screens by name; no screen of these is a part of a dialog. */
const screenLists = ['shell/admin/admin-screens.ts', 'shell/screens.ts'].map(source)
/** Modules that more screens than this share go into the one chunk `officials`. */
const maxOwnScreens = 3
/** Texts do not: only the screens of their area load them. */
const isText = /\/core\/text\//
/**
 * The index file of a package, which re-exports everything. Only the imported names count as used.
 */
const packageIndex = /node_modules\/(@mantine\/\w+)\/esm\/index\.mjs$/

/**
 * Patterns for our own modules, each with its styles. Throws if a module does not exist: a module
 * that was moved would otherwise drop out of its chunk unnoticed and cost every page another file.
 */
export function modules(folder: string, names: string[]): RegExp[] {
  const files = readdirSync(source(folder))
  return names.map((name) => {
    const sources = files.filter((file) => file.split('.')[0] === name && !file.includes('.test.'))
    if (sources.length === 0) throw new Error(`There is no module ${folder}/${name}.`)
    return new RegExp(`/src/${folder}/${name}(\\.module)?\\.(tsx?|css)$`)
  })
}

export function anyOf(...tests: RegExp[]): RegExp {
  return new RegExp(tests.map(({ source: test }) => test).join('|'))
}

/**
 * Names the chunk of a module that only officials load:
 * - `referee`: needed before the first match is shown
 * - `with-MatchQueue`: shared between this entry and other entries
 * - `only-MatchQueue`: the rest of this entry
 * - `cards`, `dialog`: what a referee needs next
 * - `officials`: shared by several other screens
 * Modules of a single screen, and modules that public pages load too, are left to the bundler. Many
 * small chunks would cost a tablet on a slow connection a round trip each.
 */
export function officialChunks(): (id: string, graph: Graph) => string | null {
  let chunkOf: Map<string, string> | undefined
  return (id, graph) => {
    chunkOf ??= namesOf(graph)
    return chunkOf.get(id) ?? null
  }
}

function namesOf(graph: Graph): Map<string, string> {
  const publicModules = reached(graph, publicPrograms, 'and later')
  const uses = new Map<string, number>()
  for (const screen of screensOf(graph))
    for (const id of reached(graph, [screen])) uses.set(id, (uses.get(id) ?? 0) + 1)
  const names = new Map<string, string>()
  for (const [id, times] of uses)
    if (times > maxOwnScreens && !isText.test(id)) names.set(id, 'officials')
  for (const name of ['dialog', 'cards'] as const) {
    const screens = laterParts[name].map(source)
    const extent = name === 'dialog' ? 'and parts' : undefined
    for (const id of reached(graph, screens, extent)) names.set(id, name)
  }
  const needing = new Map<string, string[]>()
  for (const entry of entries)
    for (const id of reached(graph, [entry])) needing.set(id, [...(needing.get(id) ?? []), entry])
  for (const [id, [first = '', ...others]] of needing) {
    const entry = basename(first, '.tsx')
    // Every screen loads the menus, but not the drag-and-drop code of the match queue.
    const isMenu = first === entries[0] && names.get(id) === 'cards'
    if (others.length > 0) names.set(id, `with-${entry}`)
    else names.set(id, isMenu ? 'menus' : `only-${entry}`)
  }
  for (const id of reached(graph, [officials, firstScreen])) names.set(id, 'referee')
  for (const id of publicModules) names.delete(id)
  return names
}

/** Every module that is the target of a dynamic import. */
function screensOf(graph: Graph): Set<string> {
  const all = reached(graph, [officials], 'and later')
  return new Set([...all].flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? []))
}

/**
 * The modules that `from` imports, directly or not; with `and later` also by dynamic import, with
 * `and parts` except other screens.
 */
function reached(graph: Graph, from: string[], extent?: 'and later' | 'and parts'): Set<string> {
  const ids = new Set<string>()
  const add = (id: string) => {
    if (ids.has(id)) return
    ids.add(id)
    importsOf(graph, id).forEach(add)
    const isFollowed = extent === 'and later' || (extent && !screenLists.includes(id))
    if (isFollowed) graph.getModuleInfo(id)?.dynamicallyImportedIds.forEach(add)
  }
  from.forEach(add)
  return ids
}

function importsOf(graph: Graph, id: string): string[] {
  const { code, importedIds } = graph.getModuleInfo(id) ?? { code: null, importedIds: [] }
  return importedIds.flatMap((to) => {
    const name = packageIndex.exec(to)?.[1]
    if (!name || code === null) return [to]
    const ofPackage = namedImports(code).filter(({ from }) => from === name)
    const used = new Set(ofPackage.flatMap(({ names }) => names))
    const index = graph.getModuleInfo(to)
    return namedImports(index?.code ?? '').flatMap(({ names, from }) =>
      names.some((imported) => used.has(imported)) ? [join(to, '..', from)] : [],
    )
  })
}

function namedImports(code: string): { names: string[]; from: string }[] {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g)
  return [...imports].map(([, names = '', from = '']) => ({
    names: names.split(',').map((each) => each.trim().split(/\s+as\s+/)[0] ?? ''),
    from,
  }))
}
