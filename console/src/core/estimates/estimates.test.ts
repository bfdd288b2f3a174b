import { expect, test } from 'vitest'
import type { Estimate } from '#events/estimate/publish.ts'
import type { EstimatesFrame } from '#events/view/frames.ts'
import { noEstimates, withEstimates } from './estimates.ts'
import type { LatestEstimates } from './estimates.ts'

const at = (minute: number) => `2026-01-01T20:${String(minute).padStart(2, '0')}:00.000Z`

function frame(asOf: number, part: Partial<EstimatesFrame> & { of: number[] }): EstimatesFrame {
  const { of, ...more } = part
  return {
    type: 'estimates',
    tournament: 1,
    asOf: at(asOf),
    begun: true,
    lateBy: 0,
    end: null,
    basis: null,
    matches: of.map((match): Estimate => {
      return { match, from: at(40), to: at(55), publishedAt: at(asOf), plan: null }
    }),
    whole: false,
    gone: [],
    ...more,
  }
}
const published = ({ matches }: LatestEstimates) =>
  Object.values(matches).map(({ match, publishedAt }) => `${match} ${publishedAt.slice(14, 16)}`)

test('R-ETA-1 a partial frame replaces only the estimates that it contains', () => {
  const first = withEstimates(noEstimates, frame(1, { whole: true, of: [1, 2, 3] }))
  const next = withEstimates(first, frame(4, { of: [2, 4], gone: [1], lateBy: 12 }))
  expect(published(next)).toEqual(['2 04', '3 01', '4 04'])
  expect(next).toMatchObject({ lateBy: 12, asOf: at(4) })
})

test('a partial frame is ignored if no full frame came before it', () => {
  expect(withEstimates(noEstimates, frame(1, { of: [1] }))).toBe(noEstimates)
})

test('P17: a frame is shown after the clock of the server has been set back an hour', () => {
  const ahead = { whole: true, of: [1], asOf: '2026-01-01T21:09:00.000Z' }
  const now = withEstimates(noEstimates, frame(9, ahead))
  expect(published(withEstimates(now, frame(10, { whole: true, of: [2] })))).toEqual(['2 10'])
})

test('an older frame that arrives late is ignored', () => {
  const now = withEstimates(noEstimates, frame(9, { whole: true, of: [1] }))
  expect(withEstimates(now, frame(4, { whole: true, of: [2] }))).toBe(now)
})
