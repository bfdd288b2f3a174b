import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { anyOf, modules, officialChunks } from './chunks.ts'
import { compressed } from './compressed.ts'
import { withoutFacades } from './without-facades.ts'

const server = 'http://localhost:8080'

/**
 * Chunks of modules that are loaded together. Many small chunks would cost a phone a round trip
 * each and compress less well.
 */
const groups = [
  {
    name: 'react',
    priority: 2,
    test: /node_modules\/(react|react-dom|scheduler|zustand|use-sync-[\w-]+)\//,
  },
  {
    name: 'query',
    includeDependenciesRecursively: false,
    priority: 2,
    test: anyOf(
      /node_modules\/@tanstack\/(query-core|react-query)\//,
      ...modules('query', ['client', 'useList', 'useResource']),
    ),
  },
  {
    name: 'forms',
    includeDependenciesRecursively: false,
    priority: 2,
    test: anyOf(
      /node_modules\/(@mantine\/form|fast-deep-equal|klona)\//,
      ...modules('core/writes', ['form-write']),
      ...modules('core/text', ['forms']),
      ...modules('hooks/form', ['edited-fields', 'useEditedForm', 'useWarnBeforeLeaving']),
      ...modules('query', ['useSavedForm', 'useSaving']),
    ),
  },
  {
    name: 'public',
    test: anyOf(
      ...modules('core/text/spectate', ['public']),
      ...modules('spectate/page', [
        'WatchedPage',
        'MatchList',
        'matches',
        'tournament-context',
        'times',
        'follow',
        'useRead',
        'useReadOne',
      ]),
      ...modules('hooks', ['usePolled']),
      ...modules('ui', ['SceneStyle']),
      ...modules('ui/live', ['Announcements']),
      /\/events\/rules\/(ranks|stage-types\/stage-types)\.ts$/,
    ),
  },
  {
    // What the pages of a tournament share, and displays do not show.
    name: 'tournament',
    includeDependenciesRecursively: false,
    test: anyOf(
      ...modules('spectate/page', ['Head', 'own-next']),
      ...modules('spectate/registration', ['registration-body']),
    ),
  },
  {
    name: 'registration',
    includeDependenciesRecursively: false,
    test: anyOf(
      ...modules('core/text/spectate', ['registration-page']),
      /\/src\/spectate\/registration\/(ReadFailure\.tsx|Register\.module\.css)$/,
    ),
  },
  {
    // What puts messages into words in a language other than English.
    name: 'language',
    includeDependenciesRecursively: false,
    priority: 3,
    test: anyOf(/\/events\/messages\/message\.ts$/, ...modules('locales', ['language'])),
  },
  {
    // Else the bundler puts this table into a chunk that also needs one of its readers: a circle of
    // chunks, in which one runs without the other.
    name: 'refusals',
    includeDependenciesRecursively: false,
    test: /\/events\/refusals\.ts$/,
  },
  {
    name: 'displays',
    includeDependenciesRecursively: false,
    test: anyOf(
      /\/src\/(displays|core\/text\/display\/venue|display\/(?!Embed\.|embed-|overlay\/|address\.|auto-reload\.)[\w/.-]+)\.(tsx?|css)$/,
    ),
  },
  {
    name: 'shared',
    // Higher priority than `public`, so that officials load only what they use of the public pages.
    priority: 1,
    test: anyOf(
      ...modules('core', [
        'addresses',
        'by-name',
        'device',
        'first-data-shown',
        'rest',
        'session-user',
      ]),
      ...modules('core/time', ['clock', 'time', 'zone']),
      ...modules('core/connection', [
        'chunk-recovery',
        'connection-health',
        'fetch-in-time',
        'load-chunk',
        'offline',
      ]),
      ...modules('core/estimates', ['estimates']),
      ...modules('core/live', [
        'context',
        'calls',
        'state-cache',
        'rows-state',
        'live-connection',
        'rows',
      ]),
      ...modules('core/live', ['select', 'store', 'socket', 'useConnection', 'watch']),
      ...modules('core/live', ['useOptimisticMatch']),
      ...modules('core/presses', ['optimistic']),
      ...modules('core/text', ['catalogue', 'locale', 'text']),
      ...modules('display', ['address', 'auto-reload']),
      ...modules('hooks', [
        'lazy-part',
        'useDoubleTapGuard',
        'useEvent',
        'useEstimates',
        'useNow',
        'useWakeLock',
      ]),
      ...modules('spectate/page', ['LazyMarkdown', 'reads']),
      ...modules('ui', ['Boundary', 'Icon', 'TeamSign', 'Layout']),
      ...modules('ui/practice', ['PracticeSign']),
      ...modules('ui/live', ['ConnectionRow', 'GameClock', 'Countdown', 'CabinetCard']),
      ...modules('ui/live', ['CabinetCards', 'UnlessDeleted']),
      ...modules('ui/theme', ['colours']),
      // Too small for files of their own.
      /\/events\/(estimate\/estimates-at|game\/map\/colour|rules\/warning-reasons|text\/durations)\.ts$/,
      /vite\/preload-helper|rolldown\/runtime/,
    ),
  },
  {
    name: officialChunks(),
    debugName: 'officials',
    priority: -1,
    includeDependenciesRecursively: false,
  },
]

const emptyScrollArea = '\0no-scroll-area'

// Mantine's dialog imports its scroll area only to compare with it, and no dialog here uses it.
// Without this plugin, the first match would wait for that component and for the library that
// positions menus.
const dialogsWithoutScrollArea: Plugin = {
  name: 'dialogs-without-scroll-area',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const isScrollArea = source.endsWith('/ScrollArea/ScrollArea.mjs')
    return isScrollArea && importer.endsWith('/Modal/ModalRoot.mjs') ? emptyScrollArea : null
  },
  load: (id) => (id === emptyScrollArea ? 'export const ScrollArea = { Autosize: null }' : null),
}

// Replaces Vite's preload helper, which would import a chunk before its files have arrived.
const ownChunkLoader: Plugin = {
  name: 'own-chunk-loader',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { loadChunk as __vitePreload } from '${import.meta.dirname}/src/core/connection/load-chunk.ts'`
      : null,
}

// The browser requests scripts in their order in the page, and the first one goes over the
// connection that is already open. So the script that takes longest comes first.
const largestFirst: Plugin = {
  name: 'largest-first',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const sizeOf = (file = '') => {
        const output = bundle[file]
        return output?.type === 'chunk' ? output.code.length : 0
      }
      const links = html.matchAll(/\s*<link rel="modulepreload"[^>]*href="\/([^"]+)">/g)
      const [largest] = [...links].sort((a, b) => sizeOf(b[1]) - sizeOf(a[1]))
      if (!largest) return html
      return html.replace(largest[0], '').replace('<title>', `${largest[0].trim()}\n    <title>`)
    },
  },
}

// The shim is for React before version 18.
const reactHasExternalStores = {
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
}

export default defineConfig({
  root: import.meta.dirname,
  resolve: { alias: reactHasExternalStores },
  plugins: [
    react(),
    ownChunkLoader,
    dialogsWithoutScrollArea,
    largestFirst,
    withoutFacades,
    compressed(),
  ],
  build: {
    // The server looks up which files a public page needs; a test measures their size.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/early.ts'].map((name) => join(import.meta.dirname, name)),
      output: {
        codeSplitting: { groups },
        // Every page has dozens of these names, and a hash cannot be compressed.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
      // The shared language is pure functions and tables: a page loads only what it uses of them.
      treeshake: { moduleSideEffects: [{ test: /\/events\//, sideEffects: false }] },
    },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
})
