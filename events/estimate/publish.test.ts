import { describe, expect, test } from 'vitest'
import type { TournamentEstimate, Spread } from './estimate.ts'
import { prior } from './basis.ts'
import { nextPublished } from './publish.ts'
import type { Published } from './publish.ts'
import { emptyTournament } from '../state/tournament.ts'

const t = emptyTournament(1)
const eight = Date.parse('2026-05-02T20:00:00.000Z')
const minute = 60_000
const measure = (seconds: number) => ({ seconds, seen: 0, from: 'prior' as const })
const basis = {
  game: measure(prior.game),
  gap: measure(prior.gap),
  changeOver: measure(prior.changeOver),
}
/** Minutes after eight. */
const spread = (early: number, late: number): Spread => {
  const at = (minutes: number) => eight + minutes * minute
  return { early: at(early), likely: at((early + late) / 2), late: at(late) }
}
type EstimateFields = Partial<Omit<TournamentEstimate, 'starts'>> & {
  starts?: Record<number, Spread>
}
function estimateOf({ starts = {}, ...more }: EstimateFields = {}): TournamentEstimate {
  const spreads = new Map(Object.entries(starts).map(([match, each]) => [Number(match), each]))
  return { basis, begun: true, end: spread(200, 220), cabinets: 1, ...more, starts: spreads }
}
const publish = (before: Published | null, fields: EstimateFields, minutes: number) =>
  nextPublished(before, { t, estimate: estimateOf(fields), nowMs: eight + minutes * minute })
const first = publish(null, { starts: { 1: spread(11, 13), 2: spread(30, 42) } }, 0)!
test('R-ETA-2 P17: a plan from before the clock was set back an hour is made anew', () => {
  const now = publish(first, { starts: { 1: spread(-49, -47) } }, -60)
  expect(at(now, 1)).toMatchObject({ plan: '2026-05-02T19:12:00.000Z' })
})

const at = (published: Published | null, match: number) =>
  published?.estimates.matches.find((estimate) => estimate.match === match)

describe('R-ETA-1: a published estimate', () => {
  test('is rounded outwards to five minutes', () => {
    expect(at(first, 1)).toMatchObject({
      from: '2026-05-02T20:10:00.000Z',
      to: '2026-05-02T20:15:00.000Z',
    })
    expect(at(first, 2)).toMatchObject({
      from: '2026-05-02T20:30:00.000Z',
      to: '2026-05-02T20:45:00.000Z',
    })
    expect(first.estimates.end).toMatchObject({
      from: '2026-05-02T23:20:00.000Z',
      to: '2026-05-02T23:40:00.000Z',
    })
  })

  test('is not published again while nothing moves by three minutes', () =>
    expect(publish(first, { starts: { 1: spread(13, 15), 2: spread(32, 44) } }, 2)).toBeNull())

  test('moves once small changes add up to three minutes', () => {
    expect(publish(first, { starts: { 1: spread(13.4, 15.4), 2: spread(32, 44) } }, 2)).toBeNull()
    const moved = publish(first, { starts: { 1: spread(14, 16), 2: spread(32, 44) } }, 3)
    expect(at(moved, 1)).toMatchObject({ publishedAt: '2026-05-02T20:03:00.000Z' })
    expect(at(moved, 2)).toBe(at(first, 2))
  })

  test('is published if only one end of a range moves', () => {
    const moved = publish(first, { starts: { 1: spread(11, 16), 2: spread(30, 42) } }, 1)
    expect(at(moved, 1)).toMatchObject({ to: '2026-05-02T20:20:00.000Z' })
  })

  test('is published when a match has started or the end moves', () => {
    expect(publish(first, { starts: { 2: spread(30, 42) } }, 1)?.estimates.matches).toHaveLength(1)
    const starts = { 1: spread(11, 13), 2: spread(30, 42) }
    expect(publish(first, { starts, end: spread(205, 225) }, 1)?.estimates.end).toMatchObject({
      to: '2026-05-02T23:45:00.000Z',
    })
  })
})

describe('R-ETA-2: running late', () => {
  test('compares the next match with its first published start', () => {
    expect(first.estimates.lateBy).toBe(0)
    const late = publish(first, { starts: { 1: spread(23, 25), 2: spread(45, 57) } }, 10)!
    expect(late.estimates.lateBy).toBe(12)
    expect(at(late, 1)?.plan).toBe('2026-05-02T20:12:00.000Z')
    const early = publish(late, { starts: { 2: spread(27, 39) }, end: spread(220, 240) }, 20)!
    expect(early.estimates.lateBy).toBe(-3)
    expect(early.estimates.end?.plan).toBe('2026-05-02T23:30:00.000Z')
  })

  test('has no plan before play begins', () => {
    const before = publish(null, { starts: { 1: spread(0, 2) }, begun: false }, 0)!
    expect(before.estimates).toMatchObject({ begun: false, lateBy: null, end: { plan: null } })
    const begun = publish(before, { starts: { 1: spread(60, 62) } }, 60)!
    expect(begun.estimates).toMatchObject({ begun: true, lateBy: 0 })
  })

  test('plans a match that is added later when it is added', () => {
    const joined = publish(first, { starts: { 1: spread(21, 23), 3: spread(60, 62) } }, 5)
    expect([at(joined, 1)?.plan, at(joined, 3)?.plan]).toEqual([
      '2026-05-02T20:12:00.000Z',
      '2026-05-02T21:01:00.000Z',
    ])
  })

  test('has a new plan on another day', () => {
    const day = 24 * 60
    const next = publish(first, { starts: { 2: spread(day, day + 2) } }, day)!
    expect(next.estimates.lateBy).toBe(0)
  })

  test('is unchanged after serialization to JSON', () => {
    const read = JSON.parse(JSON.stringify(first)) as Published
    expect(publish(read, { starts: { 1: spread(11, 13), 2: spread(30, 42) } }, 1)).toBeNull()
  })
})
