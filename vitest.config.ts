import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'
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

// Long files begin early, so that no core is idle at the end. Files that wait much (for leases, for a
// connection to heal) come first, while types, lint and unit tests take the time that they leave.
const longest = [
  'browser/everywhere',
  'faults/storm',
  'faults/tablets-offline',
  'log/cluster',
  'browser/venue',
  'log/cabinets-online',
  'faults/full-disk',
  'log/append',
  'browser/connection',
  'faults/status',
  'faults/postgres-silent',
  'browser/languages',
  'log/projector',
  'faults/shutdown',
  'log/replayed-evening',
  'browser/devices',
  'browser/evening',
  'browser/public',
  'browser/organize-cabinets',
  'log/fanout',
  'browser/draft',
  'log/witness',
  'browser/officiate',
  'log/backup',
  'api/documented-commands',
  'browser/account',
  'log/automation',
  'browser/organize',
  'api/event-loop-budget',
  'compat/clients',
  'matrix/matrix',
  'notify/chat',
  'api/move-out',
  'faults/rolling-update',
  'browser/bracket',
  'notify/push',
  'log/pairs',
  'api/privacy',
  'faults/postgres-restart',
  'browser/results',
  'browser/queue',
  'browser/auto-closing-dialogs',
  'browser/registration',
  'browser/stages',
  'browser/sound',
  'api/wrong-bodies',
  'browser/redraws',
  'browser/timeline',
  'compat/sign-in',
  'browser/time-travel',
  'faults/two-of-each',
  'challonge/challonge-faults',
]

class LongestFirst extends BaseSequencer {
  override async sort(specs: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.includes(`/test/${name}.test.ts`))
      return at < 0 ? longest.length : at
    }
    const sorted = await super.sort(specs)
    return sorted.toSorted(
      (a, b) => group(a) - group(b) || place(a) - place(b) || kind(a) - kind(b),
    )
  }
}

const group = ({ project }: TestSpecification): number => project.config.sequence.groupOrder
const kind = ({ moduleId }: TestSpecification): number =>
  moduleId.includes('/test/browser/') ? 0 : 1

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
  test: {
    teardownTimeout: 20_000,
    sequence: { sequencer: LongestFirst },
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
