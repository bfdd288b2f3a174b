import { expect, test } from 'vitest'
import { fitSize } from './picture.ts'

test('a picture keeps its aspect ratio and is never enlarged', () => {
  expect(fitSize(4_000, 3_000, 1_024)).toEqual([1_024, 768])
  expect(fitSize(600, 800, 1_024)).toEqual([600, 800])
  expect(fitSize(9_000, 2, 1_024)).toEqual([1_024, 1])
  expect(fitSize(0, 0, 1_024)).toEqual([1, 1])
})
