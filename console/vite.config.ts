import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'
import { officialChunks } from './chunks.ts'
import { compressed } from './compressed.ts'

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
    test: /node_modules\/@tanstack\/(query-core|react-query)\/|src\/query\/(client|useList|useResource)\.ts$/,
  },
  {
    name: 'forms',
    includeDependenciesRecursively: false,
    priority: 2,
    test: /node_modules\/(@mantine\/form|fast-deep-equal|klona)\/|src\/(core\/outbox\/send|hooks\/(edited-fields|useEditedForm)|query\/useSaving)\.ts$/,
  },
  {
    name: 'public',
    test: /src\/(core\/text\/public|spectate\/(frame\/(WatchedPage|Head|MyCard|MatchLine|tournament-context|matches|own-next|times|follow|useRead)|registration\/registration-body))\b/,
  },
  {
    name: 'shared',
    // Taken first, so that officials load no more of the public pages than they use.
    priority: 1,
    test: new RegExp(
      [
        'src/core/(addresses|device|first-rows|rest|session-user|time|zone|chunk-recovery|load-chunk|offline)\\.ts$',
        'src/core/text/text\\.ts$',
        'src/ui/theme/colours\\.ts$',
        'src/spectate/frame/(LazyMarkdown|reads)\\.tsx?$',
        'src/ui/(Boundary|Icon|TeamSign|Frame)\\b',
        'src/ui/live/(ConnectionRow|GameClock|Countdown|CabinetCard|CabinetCards\\.module)\\b',
        'src/hooks/(lazy-part|useEvent|useForecast|useNow|useWakeLock)\\b',
        'src/display/(address|reloading)\\.ts$',
        'src/core/live/(context|calls|estimates|forecast-now|kept-state|rows-state|relay|restore-detection|rows)\\.ts$',
        'src/core/live/(select|store|socket|useOpen|watch|useTeamNames|useOptimisticMatch)\\.ts$',
        'src/core/outbox/(clock|optimistic|connection-health)\\.ts$',
        'vite/preload-helper',
        'rolldown/runtime',
      ].join('|'),
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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), ownChunkLoader, dialogsWithoutScrollArea, compressed()],
  build: {
    // Tells the server what a public page needs, and a test what it weighs.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy: { '/api': server, '/ws': { target: server, ws: true } } },
})
