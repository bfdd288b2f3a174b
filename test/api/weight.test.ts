// What a telephone loads before it shows something. Bytes are no timing, so a test may decide.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { builtConsole } from '../../scripts/support/console-server.ts'
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

test('the referee has the first match with under 180 kB of script in at most 25 requests', () => {
  const screens = ['shell/admin/Admin', 'shell/admin/Segment', 'officiate/cabinets/CurrentMatches']
  const sources = ['src/officials.tsx', ...screens.map((name) => `src/${name}.tsx`)]
  expectKnown(sources)
  expect(weigh(sources)).toBeLessThan(refereeMost)
  const all = ['index.html', ...sources]
  const requests = scriptsOf(manifest, all).length + stylesOf(manifest, all).length
  expect(requests).toBeLessThanOrEqual(25)
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
