import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sectionOf } from './section-of.ts'
import { helpParts } from '../../core/text/shell.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('a section ends at the next heading of its level', () => {
  const page = '# Page\n\n## One\n\nFirst.\n\n### Inside\n\nMore.\n\n## One more\n\nSecond.\n'
  expect(sectionOf(page, 'One')).toBe('First.\n\n### Inside\n\nMore.')
  expect(sectionOf(page, 'One more')).toBe('Second.')
  expect(sectionOf(page, 'Two')).toBe('')
})

test('every part that screens name is in the handbook', () => {
  const handbook = read('docs/handbook/organiser.md')
  const missing = Object.values(helpParts).filter((part) => sectionOf(handbook, part) === '')
  expect(missing).toEqual([])
})
