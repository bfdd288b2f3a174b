import { describe, expect, test } from 'vitest'
import {
  healthTexts,
  isHere,
  lastPressText,
  lastSeenText,
  wrongClockText,
} from './device-status.ts'
import type { DeviceBody } from './device-status.ts'
import { percentiles } from '../../core/connection/latency.ts'

const zone = 'America/Denver'
const now = Date.parse('2026-01-02T20:30:00-07:00')
const minute = 60_000
const ago = (ms: number) => new Date(now - ms).toISOString()

function device(part: Partial<DeviceBody> = {}): DeviceBody {
  return {
    id: 1,
    name: 'north',
    person: { id: 1, name: 'Olive' },
    rights: 'cabinet',
    cabinet: 1,
    isReadOnly: false,
    lastSeenAt: ago(0),
    lastWriteAt: null,
    build: '',
    clockOffsetMs: null,
    health: null,
    isThis: false,
    ...part,
  }
}

describe('R-PE-4: the status of a device says', () => {
  test.each([
    [90_000, 'here'],
    [3 * minute, 'seen 3 min ago'],
    [59 * minute, 'seen 59 min ago'],
    [5 * 60 * minute, 'seen 5 h ago'],
    [2 * 24 * 60 * minute, 'seen on 31 Dec'],
  ])('when it was seen: %i ms ago', (ms, words) => {
    expect(lastSeenText(device({ lastSeenAt: ago(ms) }), now, zone)).toBe(words)
  })

  test('that it is here, if it is this device', () => {
    expect(isHere(device({ lastSeenAt: ago(60 * minute), isThis: true }), now)).toBe(true)
  })

  test.each([
    [null, 'no press yet'],
    [ago(16 * minute), 'last press 20:14'],
    [ago(26 * 60 * minute), 'last press 1 Jan 18:30'],
  ])('its last press: %s', (lastWriteAt, words) => {
    expect(lastPressText(device({ lastWriteAt }), now, zone)).toBe(words)
  })

  test.each([
    [null, null],
    [2_000, null],
    [-1_900, null],
    [4_200, 'clock 4 s ahead'],
    [-61_000, 'clock 61 s behind'],
  ])('that its clock is wrong: %s ms', (clockOffsetMs, words) => {
    expect(wrongClockText(device({ clockOffsetMs }))).toBe(words)
  })
})

test.each([
  [20, 0, ['battery 20 % !']],
  [21, 0, ['battery 21 %']],
  [null, 3, ['3 unsent !']],
])('ux 22, ux 23: a battery of %s and %i unsent presses are shown', (battery, unsent, words) => {
  const texts = healthTexts(device({ health: { battery, unsent, latency: null } }))
  expect(texts.map((text) => `${text.words}${text.isLow ? ' !' : ''}`)).toEqual(words)
})

test('ux 23: the latency of presses is shown as its median and its 95th percentile', () => {
  const latency = percentiles(Array.from({ length: 100 }, (_, i) => 100 - i))
  expect(latency).toEqual({ p50: 50, p95: 95 })
  const [text] = healthTexts(device({ health: { battery: null, unsent: 0, latency } }))
  expect(text?.words).toBe('answered in 50 ms, 95 of 100 within 95 ms')
  expect(percentiles([])).toBeNull()
})
