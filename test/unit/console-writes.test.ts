// A write whose answer is lost can be sent again only under its idempotency key, so the console has
// one function that sends writes.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const sources = join(import.meta.dirname, '../../console/src')
const files = globSync('**/*.{ts,tsx}', { cwd: sources, exclude: ['**/*.test.ts'] })
const filesWith = (words: RegExp) =>
  files.filter((file) => words.test(readFileSync(join(sources, file), 'utf8'))).sort()

test('P2: the console sends every write through one function, which gives it a key', () => {
  const raw = /method:\s*['"`](POST|PUT|PATCH|DELETE)|XMLHttpRequest|sendBeacon/
  // A file is uploaded with XMLHttpRequest, which reports progress; it has a key too.
  expect(filesWith(raw)).toEqual(['organize/import-export/upload.ts'])
})

// docs/decisions/one-write-machine.md says why these are not retried.
test('P2: every write is retried under one key, except a few that are sent once', () => {
  expect(filesWith(/\bsendOnce\(/)).toEqual([
    'core/rest.ts',
    'core/session-user.ts',
    'core/writes/attempt.ts',
    'display/display-target.ts',
    'officiate/devices/send-heartbeat.ts',
    'organize/page-links/PageLinkForm.tsx',
    'spectate/on-site/OnSite.tsx',
    'spectate/push/subscription.ts',
  ])
})
