import { expect, test } from 'vitest'
import { parseVideoLink } from './video-link.ts'

const id = 'dQw4w9WgXcQ'

test('the video id is found in every form of link', () => {
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
  expect(forms.filter((input) => parseVideoLink(input).videoId !== id)).toEqual([])
  expect(forms.filter((input) => parseVideoLink(input).seconds !== null)).toEqual([])
})

test('the start time of a link is parsed', () => {
  expect(parseVideoLink(`https://youtu.be/${id}?t=371`).seconds).toBe(371)
  expect(parseVideoLink(`https://youtu.be/${id}?t=371s`).seconds).toBe(371)
  expect(parseVideoLink(`https://www.youtube.com/watch?v=${id}&t=1h2m3s`).seconds).toBe(3_723)
  expect(parseVideoLink(`https://www.youtube.com/embed/${id}?start=5`).seconds).toBe(5)
  expect(parseVideoLink(`https://youtu.be/${id}?t=soon`).seconds).toBeNull()
  expect(parseVideoLink(`https://youtu.be/${id}?t=`).seconds).toBeNull()
})

test('input that is no video link is passed on unchanged for the server to validate', () => {
  for (const input of ['', 'https://example.org/watch?v=abc', 'youtube.evil.com/watch?v=abc']) {
    expect(parseVideoLink(input)).toEqual({ videoId: input, seconds: null })
  }
})
