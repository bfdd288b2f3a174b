import { defineConfig } from 'vitest/config'

// They end what hangs; a busy machine must not make them decide.
const serversTimeoutMs = 180_000
const unitTimeoutMs = 60_000

const withServers = {
  globalSetup: ['test/support/global-setup.ts'],
  testTimeout: serversTimeoutMs,
  hookTimeout: serversTimeoutMs,
}

export default defineConfig({
  test: {
    teardownTimeout: 20_000,
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: unitTimeoutMs,
          include: [
            '{events,services,console,scripts}/**/*.test.{ts,tsx}',
            'test/{unit,desk}/**/*.test.{ts,tsx}',
          ],
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...withServers,
          name: 'system',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{browser,unit,desk}/**', '**/node_modules/**'],
          // Every file has services of its own beside the servers; more at once only makes
          // them all slow on a machine of two cores.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...withServers,
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
