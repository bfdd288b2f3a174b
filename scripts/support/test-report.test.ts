import { expect, test } from 'vitest'
import { count } from './test-report.ts'

const file = (status: string, ...tests: [status: string, fullName: string][]) => ({
  name: '/test/some.test.ts',
  status,
  assertionResults: tests.map(([state, fullName]) => ({ status: state, fullName })),
})

const clean = { vitestCode: 0, failures: [] }

test('passed, failed and skipped tests are distinguished', () => {
  const report = {
    testResults: [
      file('failed', ['passed', 'a'], ['failed', 'b']),
      file('passed', ['passed', 'c'], ['skipped', 'd'], ['todo', 'e']),
    ],
  }
  const { passed, failures, skips } = count([report], { ...clean, vitestCode: 1 })
  expect({ passed, failures }).toEqual({ passed: 2, failures: ['b'] })
  expect(skips.map((skip) => skip.name)).toEqual(['d', 'e'])
})

test('a file that cannot be loaded is a failure', () => {
  const { failures } = count([{ testResults: [file('failed')] }], { ...clean, vitestCode: 1 })
  expect(failures).toEqual(['/test/some.test.ts as a whole'])
})

test('a nonzero exit code is a failure, even if every test passed', () => {
  const report = { testResults: [file('passed', ['passed', 'a'])] }
  expect(count([report], { ...clean, vitestCode: 1 }).failures).toHaveLength(1)
})

test('a failed type check counts', () => {
  const report = { testResults: [file('passed', ['passed', 'a'])] }
  const { passed, failures } = count([report], { vitestCode: 0, failures: ['typecheck'] })
  expect({ passed, failures }).toEqual({ passed: 1, failures: ['typecheck'] })
})
