import { defineConfig } from 'vitest/config'
import { limitMs } from './test/support/limits.ts'

const limits = {
  testTimeout: limitMs.test,
  hookTimeout: limitMs.test,
  expect: { poll: { timeout: limitMs.wait } },
}

const withServers = {
  ...limits,
  globalSetup: ['test/support/global-setup.ts'],
  setupFiles: [
    'test/support/quick-hashing.ts',
    'test/support/no-source-maps.ts',
    'test/support/transactions.ts',
  ],
  // Each file has services, and perhaps a browser, of its own. They wait more than they work.
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
  // Node runs the sources as they are; to take each through Vite costs more than many of the tests.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Files of a worker share its modules, loaded once, and its browser; each has a database of its own.
  isolate: false,
}

const browserFiles = 'test/browser/**/*.test.ts'
const systemFiles = 'test/{,!(browser|unit|desk)/**/}*.test.ts'
/**
 * `npm test` has both kinds in one project: a worker is kept only while the next file is of its project, and to
 * start one loads the whole product again.
 */
const projectsWithServers = process.env['TESTS_TOGETHER']
  ? { servers: [systemFiles, browserFiles] }
  : { system: [systemFiles], browser: [browserFiles] }

export default defineConfig({
  // With it is kept how long each file took: the longest begin first, so that no core is idle at the end.
  // Before the first run the largest files do.
  cacheDir: '.cache/vite',
  test: {
    teardownTimeout: 20_000,
    projects: [
      {
        test: {
          name: 'unit',
          ...limits,
          include: [
            '{events,services,console,scripts}/**/*.test.{ts,tsx}',
            'test/{unit,desk}/**/*.test.{ts,tsx}',
          ],
          // Pure code: nothing of one file can be seen in another.
          pool: 'threads',
          experimental: { viteModuleRunner: false, nodeLoader: false },
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      ...Object.entries(projectsWithServers).map(([name, include]) => ({
        test: { ...withServers, name, include },
      })),
    ],
  },
})
