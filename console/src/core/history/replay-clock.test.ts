import { describe, expect, test } from 'vitest'
import { clockOf, minutesFrom, momentAt, momentOf, parseMoment } from './replay-clock.ts'
import type { TimelineStep } from './step.ts'

const zone = 'Europe/Berlin'
/** Commits at these times of 2 May in Berlin; `+` means the next day. */
function stepsAt(...clocks: string[]): TimelineStep[] {
  return clocks.map((clock, index) => {
    const [day, time] = clock.startsWith('+') ? [3, clock.slice(1)] : [2, clock]
    const at = Date.parse(`2026-05-0${day}T${time}+02:00`)
    return { version: index + 1, at, mark: null, line: null as never }
  })
}
const steps = stepsAt('20:00:00', '20:14:07', '20:14:07', '20:14:08', '23:59:50', '+00:10:00')
const near = momentOf(steps, 4)
const go = (typed: string, from = near) => parseMoment(typed, { steps, zone, near: from })

describe('a typed position', () => {
  test('includes all commits of a typed second, in the time zone of the venue', () => {
    expect(go('20:14:07')).toMatchObject({ version: 3 })
    expect(go('20:14')).toMatchObject({ version: 1 })
    expect(clockOf(zone, go('20:14')!.at)).toBe('20:14:00')
  })
  test('is on the next or previous day if that time is nearer', () => {
    expect(go('0:10', momentOf(steps, 5))).toMatchObject({ version: 6 })
    expect(go('20:00:00', momentOf(steps, 6))).toMatchObject({ version: 1 })
  })
  test('is a step by its number, limited to the existing steps', () => {
    expect(go('2')).toMatchObject({ version: 2, at: steps[1]!.at })
    expect(go('v3')).toMatchObject({ version: 3 })
    expect(go('#999')).toMatchObject({ version: 6 })
  })
  test('is null for invalid input', () => {
    for (const typed of ['', 'noon', '24:00', '20:61', '20:14:60', '-3']) {
      expect(go(typed)).toBeNull()
    }
  })
  test('is the first commit for an earlier time', () => {
    expect(go('19:00')).toMatchObject({ version: 1, at: steps[0]!.at })
  })
})

describe('a step of one minute', () => {
  test('moves by a minute if there was a commit in it', () => {
    expect(minutesFrom(steps, near, -10)).toMatchObject({ version: 1 })
    expect(minutesFrom(steps, momentAt(steps, steps[1]!.at - 30_000), 1)).toMatchObject({
      version: 4,
    })
  })
  test('moves to the next commit if there was none in it', () => {
    expect(minutesFrom(steps, near, 1)).toEqual(momentOf(steps, 5))
    expect(minutesFrom(steps, momentAt(steps, steps[3]!.at + 180_000), -1)).toEqual(
      momentOf(steps, 3),
    )
    expect(minutesFrom(steps, momentOf(steps, 3), 1)).toMatchObject({ version: 4 })
  })
  test('stops at the first and the last commit', () => {
    expect(minutesFrom(steps, momentOf(steps, 6), 10)).toEqual(momentOf(steps, 6))
    expect(minutesFrom(steps, momentOf(steps, 1), -1)).toEqual(momentOf(steps, 1))
  })
})
