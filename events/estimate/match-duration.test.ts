import { describe, expect, test } from 'vitest'
import type { Event } from '../schema/event.ts'
import { samplesAt } from './basis.ts'
import { noMatchDuration, usedSince, withMeasured } from './match-duration.ts'
import type { MatchDuration } from './match-duration.ts'

const at = (second: number) => new Date(second * 1000).toISOString()
type TimedEvents = [second: number, ...events: object[]]
const measured = (...commits: TimedEvents[]): MatchDuration =>
  commits.reduce(
    (durations, [second, ...events]) =>
      withMeasured(durations, { at: at(second), events: events as Event[] }),
    noMatchDuration,
  )
const started = (match: number) => ({ type: 'MatchStarted', match, cabinet: 1 })
const began = (match: number) => ({ type: 'GameBegan', match, cabinet: 1, game: 'g' })
const counted = (match: number, seconds: number, counted = true) => {
  return { type: 'GameCounted', match, cabinet: 1, seconds, counted }
}
const completed = (match: number) => ({ type: 'MatchCompleted', match })
const seconds = (samples: MatchDuration['games']) => samples.map((sample) => sample.seconds)

describe('R-ETA-1: the durations of an evening', () => {
  const evening = measured(
    [0, started(1)],
    [60, began(1)],
    [180, counted(1, 120)],
    [220, began(1)],
    [320, counted(1, 100), completed(1)],
    [350, started(2)],
    [430, began(2)],
  )

  test('are measured from games, gaps between games and change-overs between matches', () => {
    expect(seconds(evening.games)).toEqual([120, 100])
    expect(seconds(evening.gaps)).toEqual([40])
    expect(seconds(evening.changes)).toEqual([110])
    expect(evening.freed).toEqual({ 1: at(320) })
    expect(evening.last).toEqual({ 2: { what: 'began', cabinet: 1, at: at(430) } })
  })

  test('leave out warm-ups and breaks', () => {
    const durations = measured(
      [0, started(1)],
      [10, began(1)],
      [70, counted(1, 60, false)],
      [80, began(1)],
      [200, counted(1, 120)],
      [2_000, began(1)],
      [2_100, counted(1, 100), completed(1)],
      [9_000, started(2)],
      [9_030, began(2)],
    )
    expect(seconds(durations.games)).toEqual([120, 100])
    expect(seconds(durations.gaps)).toEqual([10])
    expect(durations.changes).toEqual([])
  })

  test('show whether a cabinet was used after a time', () => {
    const ended = measured([0, started(1)], [60, began(1)], [180, counted(1, 120), completed(1)])
    expect([100, 179, 180].map((second) => usedSince(ended, 1, at(second)))).toEqual([
      true,
      true,
      false,
    ])
    expect(usedSince(ended, 2, at(0))).toBe(false)
    const point = { type: 'ScoreAdjusted', match: 2, slot: 0, by: 1 }
    const scored = measured([0, started(2)], [90, point])
    expect([60, 90].map((second) => usedSince(scored, 1, at(second)))).toEqual([true, false])
  })

  test('take the time of points that were entered by hand', () => {
    const durations = measured(
      [0, started(1)],
      [90, { type: 'ScoreAdjusted', match: 1, slot: 0, by: 1 }],
    )
    expect(durations.last[1]).toEqual({ what: 'ended', cabinet: 1, at: at(90) })
    expect(durations.games).toEqual([])
  })

  test('are used from eight samples of a kind on, and only those of today', () => {
    const games = (count: number, second: number): TimedEvents[] =>
      Array.from({ length: count }, (_, index) => [second, counted(1, 60 + index * 10)])
    const now = 100 * 3_600
    const few = samplesAt(measured(...games(7, now - 60)), now * 1000)
    expect(few.basis.game).toEqual({ seconds: 125, seen: 7, from: 'prior' })
    const enough = samplesAt(measured(...games(9, now - 60)), now * 1000)
    expect(enough.basis.game).toEqual({ seconds: 100, seen: 9, from: 'today' })
    expect(enough.basis.gap).toEqual({ seconds: 35, seen: 0, from: 'prior' })
    const yesterday = samplesAt(measured(...games(20, now - 24 * 3_600)), now * 1000)
    expect(yesterday.basis.game).toEqual({ seconds: 125, seen: 0, from: 'prior' })
  })
})
