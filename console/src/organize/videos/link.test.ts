import { expect, test } from 'vitest'
import { hours } from '../../core/time.ts'
import { videoIn } from './link.ts'

const id = 'dQw4w9WgXcQ'

test('an id is found in every form of a link', () => {
  const forms = [
    id,
    ` ${id} `,
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?list=x&v=${id}`,
    `youtube.com/watch?v=${id}`,
    `https://m.youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}`,
    `youtu.be/${id}?si=abc`,
    `https://www.youtube.com/live/${id}?feature=share`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}`,
  ]
  expect(forms.filter((typed) => videoIn(typed).videoId !== id)).toEqual([])
  expect(forms.filter((typed) => videoIn(typed).seconds !== null)).toEqual([])
})

test('the second a link points at is taken along', () => {
  expect(videoIn(`https://youtu.be/${id}?t=371`).seconds).toBe(371)
  expect(videoIn(`https://youtu.be/${id}?t=371s`).seconds).toBe(371)
  expect(videoIn(`https://www.youtube.com/watch?v=${id}&t=1h2m3s`).seconds).toBe(3_723)
  expect(videoIn(`https://www.youtube.com/embed/${id}?start=5`).seconds).toBe(5)
  expect(videoIn(`https://youtu.be/${id}?t=soon`).seconds).toBeNull()
  expect(videoIn(`https://youtu.be/${id}?t=`).seconds).toBeNull()
})

test('what is no link to a video stays as it was typed, for the server to judge', () => {
  for (const typed of ['', 'https://example.org/watch?v=abc', 'youtube.evil.com/watch?v=abc']) {
    expect(videoIn(typed)).toEqual({ videoId: typed, seconds: null })
  }
})

test('a time has hours from one hour on', () => {
  expect([0, 59, 600, 3_599, 3_600, 36_061].map(hours)).toEqual([
    '0:00',
    '0:59',
    '10:00',
    '59:59',
    '1:00:00',
    '10:01:01',
  ])
})
