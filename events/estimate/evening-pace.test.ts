import { describe, expect, test } from 'vitest'
import { nominalPaces, drawnPaces, paceFromPrior, paceFromToday } from './evening-pace.ts'

const samples = (count: number, seconds: number) => Array<number>(count).fill(seconds)

describe('R-ETA-1: the pace of a simulated evening', () => {
  test('is as uncertain as evenings differ while there are no samples, and less with each sample', () => {
    const sds = [0, 1, 3, 7].map((count) => paceFromPrior('game', samples(count, 125), 125).sd)
    expect(sds[0]).toBe(0.25)
    expect(sds.toSorted((a, b) => b - a)).toEqual(sds)
    expect(paceFromToday('gap', 40).sd).toBeLessThan(paceFromToday('gap', 8).sd)
  })

  test('moves towards the first samples, further with each one', () => {
    const means = [0, 1, 3, 7].map(
      (count) => paceFromPrior('changeOver', samples(count, 240), 120).mean,
    )
    expect(means[0]).toBe(0)
    expect(means.toSorted((a, b) => a - b)).toEqual(means)
    expect(means.at(-1)).toBeGreaterThan(Math.log(2) * 0.85)
    expect(means.at(-1)).toBeLessThan(Math.log(2))
  })

  test('is drawn once per run, the same for the same run, and is 1 if it is certain', () => {
    const paces = { ...nominalPaces, game: { mean: 0, sd: 0.25 } }
    const games = Array.from({ length: 1_000 }, (_, run) => drawnPaces(7, run, paces).game)
    expect(games.map((_, run) => drawnPaces(7, run, paces).game)).toEqual(games)
    expect(games.filter((factor) => factor > 1).length / 1_000).toBeCloseTo(0.5, 1)
    expect(games.filter((factor) => factor > Math.exp(0.25)).length / 1_000).toBeCloseTo(0.16, 1)
    expect(drawnPaces(7, 1, nominalPaces)).toEqual({ game: 1, gap: 1, changeOver: 1 })
  })
})
