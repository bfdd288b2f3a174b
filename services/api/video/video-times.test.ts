import { describe, expect, test } from 'vitest'
import { random } from '#events/simulation/random.ts'
import { chapterText, chaptersOf, linkText, titleOf } from './video.ts'
import type { Chapter } from './video.ts'

import { beginningOf, visibleSpan } from './video-times.ts'
import type { Reference } from './video-times.ts'
import { secondsOf } from '../schema/match/video.ts'

const began = Date.parse('2026-01-02T20:00:00.000Z')
const iso = (seconds: number) => new Date(began + seconds * 1_000).toISOString()

/**
 * A reference of a 2-minute game that begins at `startsAt` in the video; `late` is its error in s.
 */
function reference(
  startsAt: number,
  referencePoint: Reference['referencePoint'] = 'start',
  late = 0,
): Reference {
  const after = { start: 0, end: 120, postgame: 130 }[referencePoint]
  const [startTime, endTime] = [iso(startsAt), iso(startsAt + 120)]
  return { referencePoint, startTime, endTime, seconds: startsAt + after + late }
}

describe('R-VI-1', () => {
  test('each kind of reference gives the start of the video', () => {
    for (const point of ['start', 'end', 'postgame'] as const) {
      expect(beginningOf([reference(300, point)])).toEqual({ start: began, warning: null })
    }
  })

  test('several references give the median; a bad one among three causes a warning', () => {
    const good = [reference(300), reference(900, 'end', 2)]
    expect(beginningOf(good)).toEqual({ start: began - 1_000, warning: null })
    expect(beginningOf([...good, reference(1_500, 'postgame', 90)])).toEqual({
      start: began - 2_000,
      warning: 'The references of this video disagree by 1:30.',
    })
  })

  test('references may differ by 5 s', () => {
    expect(beginningOf([reference(0), reference(9, 'end', 5)]).warning).toBeNull()
    expect(beginningOf([reference(0), reference(9, 'end', 5.1)]).warning).toMatch(
      /disagree by 0:05/,
    )
  })

  test('a game without an end gives no end reference', () => {
    const running = { ...reference(300, 'end'), endTime: null }
    expect(beginningOf([running])).toEqual({ start: null, warning: null })
    expect(beginningOf([running, reference(900)]).start).toBe(began)
    expect(beginningOf([])).toEqual({ start: null, warning: null })
  })
})

test('R-VI-2: the span of a match starts 5 s before its first game, within the video', () => {
  const video = { start: began, length: 3_600 }
  const span = (from: number, to: number) => ({
    start: began + from * 1_000,
    end: began + to * 1_000,
  })
  expect(visibleSpan(video, span(300, 900))).toEqual([295, 910])
  expect(visibleSpan(video, span(300.9, 900.1))).toEqual([295, 911])
  expect(visibleSpan(video, span(2, 500))).toEqual([0, 510])
  expect(visibleSpan(video, span(-400, 500))).toEqual([0, 510])
  expect(visibleSpan(video, span(3_000, 9_000))).toEqual([2_995, 3_600])
  expect(visibleSpan(video, span(-400, -1))).toBeNull()
  expect(visibleSpan(video, span(3_600, 3_700))).toBeNull()
})

describe('R-VI-3', () => {
  const at = (...seconds: number[]): Chapter[] =>
    seconds.map((each, index) => ({ at: each, title: `M${index + 1}` }))

  test('times come first, start at 0:00 and have hours from one hour on', () => {
    expect(chapterText(chaptersOf(at(371, 1_000, 3_600, 36_061), 40_000))).toBe(
      ['0:00 - Start', '6:11 - M1', '16:40 - M2', '1:00:00 - M3', '10:01:01 - M4'].join('\n'),
    )
  })

  test('matches less than 10 s apart share a line', () => {
    expect(chapterText(chaptersOf(at(100, 109, 200), 1_000))).toBe(
      ['0:00 - Start', '1:40 - M1 / M2', '3:20 - M3'].join('\n'),
    )
    expect(chapterText(chaptersOf(at(9, 100, 200), 1_000))).toBe(
      ['0:00 - M1', '1:40 - M2', '3:20 - M3'].join('\n'),
    )
    // The last one would be too short.
    expect(chaptersOf(at(100, 200, 991), 1_000).at(-1)?.title).toBe('M2 / M3')
    expect(chaptersOf(at(100, 200, 990), 1_000).at(-1)?.title).toBe('M3')
  })

  test('fewer than three chapters give no text, but links', () => {
    expect(chapterText(chaptersOf(at(100), 1_000))).toBe('')
    expect(chapterText(chaptersOf([], 1_000))).toBe('')
    expect(linkText('abc', at(100))).toBe('https://youtu.be/abc?t=100 M1')
  })

  test('texts of random evenings obey the rules for chapters', () => {
    const r = random('evenings')
    const accepted: number[] = []
    for (let round = 0; round < 2_000; round++) {
      const length = r.whole(1, r.pick([60, 3_600, 40_000]))
      const matches = Array.from({ length: r.whole(0, 30) }, () => ({
        at: r.whole(0, length - 1),
        title: titleOf({
          stage: r.pick([null, 'Group A']),
          round: r.pick(['', 'Round 1', '1:00 - odd']),
          blue: r.pick(['Bees', '<b>\n0:00 Sneaky', '🐝', ' ']),
          gold: r.pick(['Queens', 'A  B\u2028C']),
          score: r.pick([null, [2, 1]]),
        }),
      }))
      const text = chapterText(chaptersOf(matches, length))
      if (text !== '') accepted.push(parsed(text, length).length)
      for (const line of linkText('abc', matches).split('\n').filter(Boolean)) {
        expect(line).toMatch(/^https:\/\/youtu\.be\/abc\?t=\d+ .*\S$/)
      }
    }
    expect(accepted.length).toBeGreaterThan(500)
  })
})

/** Parses chapters like a video service; throws if it would not show them. */
function parsed(text: string, length: number): number[] {
  if (/[<>]/.test(text)) throw new Error('signs a description must not hold')
  const starts = text.split('\n').map((line) => {
    const found = /^(?:([1-9]\d*):(?=\d\d:))?(0|[1-9]\d?|0\d):([0-5]\d) - \S.*$/.exec(line)
    if (!found) throw new Error(`no chapter: ${line}`)
    const [, hours, minutes = '', seconds] = found
    if (hours === undefined ? /^0\d/.test(minutes) : minutes.length !== 2) {
      throw new Error(`no time: ${line}`)
    }
    if (Number(minutes) > 59) throw new Error(`no time: ${line}`)
    return Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(seconds)
  })
  if (starts[0] !== 0) throw new Error('the first is not at 0:00')
  if (starts.length < 3) throw new Error('fewer than three')
  const ends = [...starts.slice(1), length]
  for (const [index, start] of starts.entries()) {
    if (ends[index]! - start < 10) throw new Error(`shorter than 10 s: ${text}`)
  }
  return starts
}

test('R-VI-4: a title has no score unless requested', () => {
  const match = { stage: null, round: 'Finals', blue: 'A', gold: 'B' }
  expect(titleOf({ ...match, score: null })).toBe('Finals: A vs. B')
  expect(titleOf({ ...match, stage: 'Cup', score: [3, 2] })).toBe('Cup Finals: A vs. B (3-2)')
})

test('times can be typed as seconds or as h:mm:ss', () => {
  const typed = [75, 0.5, '75', '1:15', '01:15', '1:02:03', '00:01:15', ' 1:15.5 ']
  expect(typed.map(secondsOf)).toEqual([75, 0.5, 75, 75, 75, 3_723, 75, 75.5])
  const wrong = ['', 'x', '1:75', '1:60:00', '1:2:3:4', '-5', -5, Number.NaN, '1:', ':15']
  expect(wrong.map(secondsOf)).toEqual(wrong.map(() => null))
})
