import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const filter = /practice_of\s+is\b|practiceOf['"],\s*['"]is/i

test('what keeps practices out of a query is said here alone', () => {
  const files = globSync('services/**/*.ts', { cwd: root })
  const found = files.filter((file) => {
    return !file.endsWith('.test.ts') && filter.test(readFileSync(join(root, file), 'utf8'))
  })
  expect(found).toEqual(['services/store/practice.ts'])
})
