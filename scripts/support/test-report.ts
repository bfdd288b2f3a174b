// Counts the results in vitest's JSON reports, and adds files that failed to load, which contain no
// tests.
import { readFileSync } from 'node:fs'

type Report = { testResults: TestFile[] }

type TestFile = {
  name: string
  status: string
  message?: string
  assertionResults: { status: string; fullName: string }[]
}

type Outcome = { vitestCode: number; failures: string[] }

type Counted = { passed: number; failures: string[]; skips: { file: string; name: string }[] }

export function readReport(path: string): Report {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return { testResults: [] }
  }
}

export function count(reports: Report[], { vitestCode, failures: earlier }: Outcome): Counted {
  const files = reports.flatMap(({ testResults }) => testResults)
  const tests = files.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ file, status, name: fullName })),
  )
  const failures = tests.filter((test) => test.status === 'failed').map((test) => test.name)
  for (const { name, status, assertionResults } of files)
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed'))
      failures.push(`${name} as a whole`)
  if (vitestCode !== 0 && failures.length === 0)
    failures.push(`vitest ended with code ${vitestCode}`)
  return {
    passed: tests.filter((test) => test.status === 'passed').length,
    failures: [...earlier, ...failures],
    skips: tests.filter((test) => test.status !== 'passed' && test.status !== 'failed'),
  }
}
