import { expect, test } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const nowMs = Date.parse('2026-03-01T20:00:00Z')

test.each([
  ['7', 7_000],
  ['0.5', 500],
  ['-3', 0],
  [['7', '9'], 7_000],
  ['Sun, 01 Mar 2026 20:00:30 GMT', 30_000],
  ['Sun, 01 Mar 2026 19:00:00 GMT', 0],
  ['999999', 3_600_000],
  ['Mon, 01 Mar 2027 20:00:00 GMT', 3_600_000],
  ['soon', null],
  [' ', null],
  [null, null],
  [undefined, null],
])('Retry-After %j is a wait of %s ms, at most an hour', (header, ms) =>
  expect(retryAfterMs(header, nowMs)).toBe(ms),
)
