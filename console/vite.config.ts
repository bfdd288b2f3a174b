import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { anyOf, modules, officialChunks } from './chunks.ts'
import { compressed } from './compressed.ts'
import { withoutFacades } from './without-facades.ts'

const server = 'http://localhost:8080'

/** Chunks by what is read together: many small ones cost a phone a journey each, and pack worse. */
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
      ...modules('core/outbox', ['send']),
      ...modules('hooks/form', ['edited-fields', 'useEditedForm']),
      ...modules('query', ['useSaving']),
    ),
  },
  {
    name: 'public',
    test: anyOf(
      ...modules('core/text', ['public']),
      ...modules('spectate/frame', ['WatchedPage', 'Head', 'MyCard', 'MatchLine', 'matches']),
      ...modules('spectate/frame', [
        'tournament-context',
        'own-next',
        'times',
        'follow',
        'useRead',
      ]),
      ...modules('spectate/registration', ['registration-body']),
      ...modules('ui', ['SceneFace']),
    ),
  },
  {
    name: 'registration',
    includeDependenciesRecursively: false,
    test: anyOf(
      /\/src\/core\/text\/registration\.ts$/,
      /\/src\/spectate\/registration\/(ReadFailure\.tsx|Register\.module\.css)$/,
    ),
  },
  {
    name: 'displays',
    includeDependenciesRecursively: false,
    test: anyOf(
      /\/src\/(displays|core\/text\/venue|display\/(?!Embed\.|embed-|overlay\/|address\.|auto-reload\.)[\w/.-]+)\.(tsx?|css)$/,
    ),
  },
  {
    name: 'shared',
    // Taken first, so that officials load no more of the public pages than they use.
    priority: 1,
    test: anyOf(
      ...modules('core', [
        'addresses',
        'device',
        'first-data-shown',
        'rest',
        'session-user',
        'time',
      ]),
      ...modules('core', ['zone', 'chunk-recovery', 'fetch-in-time', 'load-chunk', 'offline']),
      ...modules('core/estimates', ['estimates', 'estimates-now']),
      ...modules('core/live', ['context', 'calls', 'state-cache', 'rows-state', 'relay', 'rows']),
      ...modules('core/live', [
        'restore-detection',
        'select',
        'store',
        'socket',
        'useConnection',
        'watch',
      ]),
      ...modules('core/live', ['useOptimisticMatch']),
      ...modules('core/outbox', ['clock', 'optimistic', 'connection-health']),
      ...modules('core/text', ['catalogue', 'locale', 'text']),
      ...modules('display', ['address', 'auto-reload']),
      ...modules('hooks', ['lazy-part', 'useEvent', 'useEstimates', 'useNow', 'useWakeLock']),
      ...modules('spectate/frame', ['LazyMarkdown', 'reads']),
      ...modules('ui', ['Boundary', 'Icon', 'TeamSign', 'Frame', 'PracticeMark']),
      ...modules('ui/live', ['ConnectionRow', 'GameClock', 'Countdown', 'CabinetCard']),
      ...modules('ui/live', ['CabinetCards']),
      ...modules('ui/theme', ['colours']),
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

const nothing = '\0no-scroll-area'

// A dialog asks whether it was given the library's scroll area, which no dialog here is. Without
// this, the first match would wait for that component and for the library that places menus.
const dialogsWithoutScrollArea: Plugin = {
  name: 'dialogs-without-scroll-area',
  enforce: 'pre',
  resolveId(source, importer = '') {
    const isAsked = source.endsWith('/ScrollArea/ScrollArea.mjs')
    return isAsked && importer.endsWith('/Modal/ModalRoot.mjs') ? nothing : null
  },
  load: (id) => (id === nothing ? 'export const ScrollArea = { Autosize: null }' : null),
}

// Vite's own would import a part before its files are here.
const ownChunkLoader: Plugin = {
  name: 'own-chunk-loader',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { loadChunk as __vitePreload } from '${import.meta.dirname}/src/core/load-chunk.ts'`
      : null,
}

// The connection that brought the page is open already: what takes longest goes there.
const largestFirst: Plugin = {
  name: 'largest-first',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const sizeOf = (file = '') => {
        const found = bundle[file]
        return found?.type === 'chunk' ? found.code.length : 0
      }
      const links = html.matchAll(/\s*<link rel="modulepreload"[^>]*href="\/([^"]+)">/g)
      const [largest] = [...links].sort((a, b) => sizeOf(b[1]) - sizeOf(a[1]))
      if (!largest) return html
      return html.replace(largest[0], '').replace('<title>', `${largest[0].trim()}\n    <title>`)
    },
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    ownChunkLoader,
    dialogsWithoutScrollArea,
    largestFirst,
    withoutFacades,
    compressed(),
  ],
  build: {
    // Tells the server what a public page needs, and a test what it weighs.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/early.ts'].map((name) => join(import.meta.dirname, name)),
      output: { codeSplitting: { groups } },
    },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
})
