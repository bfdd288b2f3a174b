// What a telephone loads before it shows something. Bytes are no timing, so a test may decide.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { builtConsole } from '../../scripts/support/console-server.ts'
import { withLinks } from '../../services/web/pages/page-head.ts'
import { manifestOf, scriptsOf, stylesOf } from '../../services/web/pages/manifest.ts'
import type { Manifest } from '../../services/web/pages/manifest.ts'

const publicMost = 100_000
const replayMost = 15_000
const refereeMost = 180_000
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

function weigh(sources: string[]): number {
  const files = scriptsOf(manifest, ['index.html', ...sources])
  const bytes = files.map((file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length)
  return bytes.reduce((sum, one) => sum + one, 0)
}

function expectKnown(sources: string[]): void {
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
])('the page of a %s is under 100 kB of script', (_, screens) => {
  const sources = ['src/spectators.tsx', ...screens]
  expectKnown(sources)
  expect(weigh(sources)).toBeLessThan(publicMost)
})

test('the replay of a game, loaded when it is opened, is under 15 kB more', () => {
  const [before, replay] = [
    ['src/spectators.tsx', page('GamePage')],
    'src/spectate/game/GameReplay.tsx',
  ]
  expectKnown([replay])
  expect(weigh([...before, replay]) - weigh(before)).toBeLessThan(replayMost)
})

test('a display of the venue is under 100 kB of script', () => {
  expectKnown(['src/displays.tsx'])
  expect(weigh(['src/displays.tsx'])).toBeLessThan(publicMost)
})

/** Besides the files: the page, who is signed in, the tournament, its cabinets. */
const otherRequests = 4
const otherBytes = 10_000

test.each([
  ['the referee', 'officiate/cabinets/CurrentMatches', 150_000],
  ['the match queue', 'officiate/queue/MatchQueue', 220_000],
  ['match results', 'officiate/results/EditMatchResults', 220_000],
  ['the home of a tournament', 'organize/settings/BasicSettings', 220_000],
])('%s is there with at most 25 requests and what a slow line has in 5 s', (_, screen, most) => {
  const sources = ['src/early.ts', 'src/officials.tsx', `src/${screen}.tsx`]
  expectKnown(sources)
  const all = ['index.html', ...sources]
  const files = [...scriptsOf(manifest, all), ...stylesOf(manifest, all)]
  const sent = files.map((file) => {
    const packed = join(dist, `${file}.br`)
    return statSync(existsSync(packed) ? packed : join(dist, file)).size
  })
  expect(files.length + otherRequests).toBeLessThanOrEqual(25)
  expect(sent.reduce((sum, one) => sum + one, otherBytes)).toBeLessThan(most)
})

/** Of the page, as a server here says them. */
const headBytes = 860
const packetBytes = 1_460

test('the page of a referee is one packet, and its connection free for the largest file', () => {
  const sources = ['src/officials.tsx', 'src/officiate/cabinets/CurrentMatches.tsx']
  const built = readFileSync(join(dist, 'index.html'), 'utf8')
  const page = withLinks(built, {
    scripts: scriptsOf(manifest, sources),
    styles: stylesOf(manifest, sources),
    first: scriptsOf(manifest, ['src/early.ts']),
    reads: ['/api/user/me/', '/api/tournament/tournament/1234567/', '/api/game/cabinet/'],
  })
  expect(gzipSync(page).length + headBytes).toBeLessThan(packetBytes)
  const named = [...page.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => file)
  expect(named).toEqual([...new Set(named)])
  expect(named[0]).toContain('/react-')
})

test('the referee has the first match with under 180 kB of script', () => {
  const sources = ['src/officials.tsx', 'src/officiate/cabinets/CurrentMatches.tsx']
  expect(weigh(sources)).toBeLessThan(refereeMost)
})

test('no public page brings the component library, the other router or the schema library', () => {
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

test('no script only passes on what another one has', () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((file) => file.endsWith('.js'))
  const passing = scripts.filter((file) =>
    /^export\s*\{[^}]*\}\s*from\s*\S+$/.test(
      readFileSync(join(dist, 'assets', file), 'utf8').trim(),
    ),
  )
  expect(scripts.length).toBeGreaterThan(20)
  expect(passing).toEqual([])
})

test('what is served packed is the very file', () => {
  const files = scriptsOf(manifest, ['index.html', 'src/spectators.tsx', page('TournamentPage')])
  const packed = files.filter((file) => existsSync(join(dist, `${file}.br`)))
  expect(packed.length).toBeGreaterThan(2)
  for (const file of packed) {
    const plain = readFileSync(join(dist, file))
    expect(brotliDecompressSync(readFileSync(join(dist, `${file}.br`)))).toEqual(plain)
    expect(gunzipSync(readFileSync(join(dist, `${file}.gz`)))).toEqual(plain)
  }
})
