import { describe, expect, test } from 'vitest'
import type { Event } from '../schema/event.ts'
import { samplesAt } from './basis.ts'
import { noMatchDuration, withMeasured } from './match-duration.ts'
import type { MatchDuration } from './match-duration.ts'

const at = (second: number) => new Date(second * 1000).toISOString()
type TimedEvents = [second: number, ...events: object[]]
const told = (...commits: TimedEvents[]): MatchDuration =>
  commits.reduce(
    (pace, [second, ...events]) =>
      withMeasured(pace, { at: at(second), events: events as Event[] }),
    noMatchDuration,
  )
const started = (match: number) => ({ type: 'MatchStarted', match, cabinet: 1 })
const began = (match: number) => ({ type: 'GameBegan', match, cabinet: 1, game: 'g' })
const counted = (match: number, seconds: number, counted = true) => {
  return { type: 'GameCounted', match, cabinet: 1, seconds, counted }
}
const completed = (match: number) => ({ type: 'MatchCompleted', match })
const seconds = (samples: MatchDuration['games']) => samples.map((sample) => sample.seconds)

describe('R-ETA-1: the pace of an evening', () => {
  const evening = told(
    [0, started(1)],
    [60, began(1)],
    [180, counted(1, 120)],
    [220, began(1)],
    [320, counted(1, 100), completed(1)],
    [350, started(2)],
    [430, began(2)],
  )

  test('is told by games, gaps between them and change-overs between matches', () => {
    expect(seconds(evening.games)).toEqual([120, 100])
    expect(seconds(evening.gaps)).toEqual([40])
    expect(seconds(evening.changes)).toEqual([110])
    expect(evening.freed).toEqual({ 1: at(320) })
    expect(evening.last).toEqual({ 2: { what: 'began', cabinet: 1, at: at(430) } })
  })

  test('leaves out warm-ups and breaks', () => {
    const pace = told(
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
    expect(seconds(pace.games)).toEqual([120, 100])
    expect(seconds(pace.gaps)).toEqual([10])
    expect(pace.changes).toEqual([])
  })

  test('knows of points typed by hand when they were made', () => {
    const pace = told([0, started(1)], [90, { type: 'ScoreAdjusted', match: 1, slot: 0, by: 1 }])
    expect(pace.last[1]).toEqual({ what: 'ended', cabinet: 1, at: at(90) })
    expect(pace.games).toEqual([])
  })

  test('counts from eight of a kind on, and only those of the day', () => {
    const games = (count: number, second: number): TimedEvents[] =>
      Array.from({ length: count }, (_, index) => [second, counted(1, 60 + index * 10)])
    const now = 100 * 3_600
    const few = samplesAt(told(...games(7, now - 60)), now * 1000)
    expect(few.basis.game).toEqual({ seconds: 125, seen: 7, from: 'prior' })
    const enough = samplesAt(told(...games(9, now - 60)), now * 1000)
    expect(enough.basis.game).toEqual({ seconds: 100, seen: 9, from: 'today' })
    expect(enough.basis.gap).toEqual({ seconds: 35, seen: 0, from: 'prior' })
    const yesterday = samplesAt(told(...games(20, now - 24 * 3_600)), now * 1000)
    expect(yesterday.basis.game).toEqual({ seconds: 125, seen: 0, from: 'prior' })
  })
})
