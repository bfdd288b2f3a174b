import { expect, test } from 'vitest'
import { behind, tableOf } from './outdated.ts'

test('packages that are behind are listed, patch releases first, and previews are not', () => {
  const all = behind({
    whole: { current: '1.9.9', latest: '2.0.0' },
    part: { current: '1.2.3', latest: '1.3.0' },
    small: { current: '1.7.7', latest: '1.7.25' },
    same: { current: '3.0.0', latest: '3.0.0' },
    preview: { current: '18.4.0-beta.17', latest: '18.3.0' },
  })
  expect(all.map(({ name, by }) => [name, by])).toEqual([
    ['small', 'patch'],
    ['part', 'minor'],
    ['whole', 'major'],
  ])
  expect(tableOf(all.slice(0, 1))).toBe('patch  small  1.7.7 -> 1.7.25\n')
  expect(tableOf([])).toBe('')
})
