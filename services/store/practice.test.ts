import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const filter = /practice_of\s+is\b|practiceOf['"],\s*['"]is/i

test('the filter that excludes practices is defined only in practice.ts', () => {
  const files = globSync('services/**/*.ts', { cwd: root })
  const matching = files.filter((file) => {
    return !file.endsWith('.test.ts') && filter.test(readFileSync(join(root, file), 'utf8'))
  })
  expect(matching).toEqual(['services/store/practice.ts'])
})
