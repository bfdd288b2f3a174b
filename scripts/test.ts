// `npm test`: types, lint and all tests. It continues after a failure, so that one run shows all
// problems, and ends with a summary line.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { count, readReport } from './support/test-report.ts'
import { ensureChromium } from './support/chromium.ts'
import { endWithParent } from './support/parent.ts'
import { clusterProgram, ensureNats } from './servers/nats-binary.ts'

/**
 * The type checker and the linter are Go programs; without garbage collection they are a third
 * faster.
 */
const checking = { GOGC: 'off', GOMEMLIMIT: '3GiB' }
const root = join(import.meta.dirname, '..')
const report = join(root, '.cache', 'test-report.json')
const running = new Set<ChildProcess>()
let stopping = false

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping = true
    for (const child of running) child.kill(signal)
  })
endWithParent()
process.exitCode = await check(process.argv.slice(2))

async function check(vitestArgs: string[]): Promise<number> {
  // Downloads run while types and lint are checked.
  const tools = Promise.all([ensureChromium(), ensureNats(), clusterProgram()])
  // In parallel, because the type check uses only one processor.
  const steps = ['typecheck', 'lint']
  console.log(`\n${steps.join(', ')}`)
  const codes = await Promise.all(
    steps.map((step) => run('npm', ['run', '--silent', step], checking)),
  )
  const failures = steps.filter((_, index) => codes[index] !== 0)
  const [chromium, natsFailure] = await tools
  if (natsFailure) console.error(natsFailure)
  const missing = 'missing' in chromium ? chromium.missing : undefined
  const env = {
    ...('path' in chromium
      ? { CHROMIUM_PATH: chromium.path }
      : { CHROMIUM_MISSING: chromium.missing }),
    // Each test file is a process that loads the same sources, so compiled code is cached.
    NODE_COMPILE_CACHE: join(root, '.cache', 'compile'),
    TESTS_TOGETHER: '1',
  }

  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const vitestCode = await run('vitest', ['run', ...reporters, ...vitestArgs], env)

  const result = count(readReport(report), { vitestCode, failures })
  for (const { file, name } of result.skips) {
    const reason = missing && file.includes('/test/browser/') ? ` (no Chromium: ${missing})` : ''
    console.log(`skipped: ${name}${reason}`)
  }
  for (const failure of result.failures) console.log(`failed: ${failure}`)
  console.log(
    `${result.passed} passed, ${result.failures.length} failed, ${result.skips.length} skipped`,
  )
  return result.failures.length > 0 || result.passed === 0 ? 1 : 0
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  if (stopping) return Promise.resolve(130)
  return new Promise((resolve) => {
    const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const
    const child = spawn(command, args, options)
    running.add(child)
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(127)
    })
    child.once('exit', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
}
