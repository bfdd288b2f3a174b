// The size of what a phone loads before it shows something. Sizes, unlike times, do not depend on
// the machine.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { circlesOf } from '#scripts/lint/circles.ts'
import { builtConsole } from '#scripts/support/console-server.ts'
import { withLinks } from '#services/web/pages/page-head.ts'
import { manifestOf, scriptsOf, stylesOf } from '#services/web/pages/manifest.ts'
import type { Manifest } from '#services/web/pages/manifest.ts'

const maxPublicBytes = 100_000
const maxReplayBytes = 15_000
const maxRefereeBytes = 180_000
const maxDialogBytes = 30_000
const pages = {
  ScenePage: 'src/spectate/home/ScenePage.tsx',
  TournamentPage: 'src/spectate/tournament/TournamentPage.tsx',
  MatchPage: 'src/spectate/match/MatchPage.tsx',
  TeamPage: 'src/spectate/tournament/TeamPage.tsx',
  GamePage: 'src/spectate/match/GamePage.tsx',
}
const page = (name: keyof typeof pages) => pages[name]

let dist: string
let manifest: Manifest
beforeAll(async () => {
  dist = await builtConsole()
  manifest = await manifestOf(dist)
})

function gzippedBytes(sources: string[]): number {
  const files = scriptsOf(manifest, ['index.html', ...sources])
  const bytes = files.map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length)
  return bytes.reduce((sum, one) => sum + one, 0)
}

function expectInManifest(sources: string[]): void {
  for (const source of sources) expect(Object.keys(manifest)).toContain(source)
}

test.each([
  ['home', ['src/spectate/home/Home.tsx']],
  ['scene', [page('ScenePage')]],
  ['tournament', [page('TournamentPage')]],
  ['match', [page('MatchPage')]],
  ['team', [page('TeamPage')]],
  ['game', [page('GamePage')]],
  ['registration', [page('TournamentPage'), 'src/spectate/registration/Register.tsx']],
])('the page of a %s loads less than 100 kB of script', (_, screens) => {
  const sources = ['src/spectators.tsx', ...screens]
  expectInManifest(sources)
  expect(gzippedBytes(sources)).toBeLessThan(maxPublicBytes)
})

test('the replay of a game adds less than 15 kB when it is opened', () => {
  const [before, replay] = [
    ['src/spectators.tsx', page('GamePage')],
    'src/spectate/game/GameReplay.tsx',
  ]
  expectInManifest([replay])
  expect(gzippedBytes([...before, replay]) - gzippedBytes(before)).toBeLessThan(maxReplayBytes)
})

test('a display of the venue loads less than 100 kB of script', () => {
  expectInManifest(['src/displays.tsx'])
  expect(gzippedBytes(['src/displays.tsx'])).toBeLessThan(maxPublicBytes)
})

/** Other requests than the files: the page, the signed-in person, the tournament, its cabinets. */
const otherRequests = 4
const otherBytes = 10_000

test.each([
  ['the referee', 'officiate/cabinets/CurrentMatches', 150_000],
  ['the match queue', 'officiate/queue/MatchQueue', 220_000],
  ['match results', 'officiate/results/EditMatchResults', 220_000],
  ['the home of a tournament', 'organize/settings/BasicSettings', 220_000],
])(
  '%s loads with at most 25 requests and the bytes that a slow connection transfers in 5 s',
  (_, screen, maxBytes) => {
    const sources = ['src/early.ts', 'src/officials.tsx', `src/${screen}.tsx`]
    expectInManifest(sources)
    const all = ['index.html', ...sources]
    const files = [...scriptsOf(manifest, all), ...stylesOf(manifest, all)]
    const sizes = files.map((file) => {
      const packed = join(dist, `${file}.br`)
      return statSync(existsSync(packed) ? packed : join(dist, file)).size
    })
    expect(files.length + otherRequests).toBeLessThanOrEqual(25)
    expect(sizes.reduce((sum, one) => sum + one, otherBytes)).toBeLessThan(maxBytes)
  },
)

/** Size of the response headers of the page. */
const headBytes = 860
const packetBytes = 1_460

test('the page of a referee fits into one packet, and preloads the largest file first', () => {
  const sources = ['src/officials.tsx', 'src/officiate/cabinets/CurrentMatches.tsx']
  const built = readFileSync(join(dist, 'index.html'), 'utf8')
  const page = withLinks(built, {
    scripts: scriptsOf(manifest, sources),
    styles: stylesOf(manifest, sources),
    first: scriptsOf(manifest, ['src/early.ts']),
    reads: ['/api/user/visitor/', '/api/tournament/tournament/1234567/', '/api/game/cabinet/'],
  })
  expect(gzipSync(page).length + headBytes).toBeLessThan(packetBytes)
  const named = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file)
  expect(named).toEqual([...new Set(named)])
  expect(named[0]).toContain('/react-')
})

test('the page of a referee loads less than 180 kB of script', () => {
  const sources = ['src/officials.tsx', 'src/officiate/cabinets/CurrentMatches.tsx']
  expect(gzippedBytes(sources)).toBeLessThan(maxRefereeBytes)
})

test.each(['officiate/referee/RefereeDialog', 'shell/admin/Palette', 'officiate/match/MatchSheet'])(
  'opening %s adds less than 30 kB of script to what a referee has loaded after the first rows',
  (part) => {
    const screens = ['officiate/cabinets/CurrentMatches', 'shell/admin/Menus']
    const before = ['src/officials.tsx', ...screens.map((screen) => `src/${screen}.tsx`)]
    expectInManifest([...before, `src/${part}.tsx`])
    const added = gzippedBytes([...before, `src/${part}.tsx`]) - gzippedBytes(before)
    expect(added).toBeLessThan(maxDialogBytes)
  },
)

test('no public page loads the component library, the other router or the schema library', () => {
  const sources = [
    'src/spectate/home/Home.tsx',
    'src/spectate/game/GameReplay.tsx',
    ...Object.values(pages),
  ]
  const files = scriptsOf(manifest, [
    'index.html',
    'src/spectators.tsx',
    'src/displays.tsx',
    ...sources,
  ])
  const code = files.map((file) => readFileSync(join(dist, file), 'utf8')).join('\n')
  expect(code).not.toMatch(/mantine-[A-Z]\w+-|ZodError|@tanstack|__TSR/)
})

test('no script only re-exports another one', () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
  const passing = scripts.filter((file) =>
    /^export\s*\{[^}]*\}\s*from\s*\S+$/.test(
      readFileSync(join(dist, 'assets', file), 'utf8').trim(),
    ),
  )
  expect(scripts.length).toBeGreaterThan(20)
  expect(passing).toEqual([])
})

test('no scripts import each other in a circle: one of them would run without the other', () => {
  const chunks = Object.values(manifest)
  const arrows = chunks.flatMap(({ file, imports = [] }) =>
    imports.map((source) => ({ from: file, to: manifest[source]!.file })),
  )
  expect(arrows.length).toBeGreaterThan(100)
  expect(circlesOf(arrows)).toEqual([])
})

test('compressed files equal the originals', () => {
  const files = scriptsOf(manifest, ['index.html', 'src/spectators.tsx', page('TournamentPage')])
  const packed = files.filter((file) => existsSync(join(dist, `${file}.br`)))
  expect(packed.length).toBeGreaterThan(2)
  for (const file of packed) {
    const plain = readFileSync(join(dist, file))
    expect(brotliDecompressSync(readFileSync(join(dist, `${file}.br`)))).toEqual(plain)
    expect(gunzipSync(readFileSync(join(dist, `${file}.gz`)))).toEqual(plain)
  }
})
