// `npm test`: types, lint and all tests; `npm run check-long` is the same with long random runs
// (test/support/long-runs.ts). It continues after a failure, so that one run shows all problems, and
// ends with a summary line.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
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
const reports = join(root, '.cache', 'test-reports')
const reportOf = (project: string) => join(reports, `${project}.json`)
/** Each test file is a process that loads the same sources, so compiled code is cached. */
const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache', 'compile') }
const running = new Set<ChildProcess>()
let stopping = false

if (process.argv.includes('--help')) {
  console.log(
    'It runs types, lint and all tests: npm test -- [--long] [what vitest takes, such as a path]',
  )
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    stopping = true
    for (const child of running) child.kill(signal)
  })
endWithParent()
const long = '--long'
const args = process.argv.slice(2)
if (args.includes(long)) process.env['LONG'] = '1'
process.exitCode = await check(args.filter((arg) => arg !== long))

async function check(vitestArgs: string[]): Promise<number> {
  mkdirSync(join(root, '.cache'), { recursive: true })
  rmSync(reports, { recursive: true, force: true })
  const started = startBeside(vitestArgs)
  const [chromium, natsFailure] = await Promise.all([
    ensureChromium(),
    ensureNats(),
    clusterProgram(),
  ])
  if (natsFailure) console.error(natsFailure)
  const missing = 'missing' in chromium ? chromium.missing : undefined
  const vitestCode = await run(...vitest('servers', vitestArgs), {
    ...('path' in chromium
      ? { CHROMIUM_PATH: chromium.path }
      : { CHROMIUM_MISSING: chromium.missing }),
    ...compileCache,
    TESTS_TOGETHER: '1',
  })
  const { unitCode, failures } = await started

  const result = count(['servers', 'unit'].map(reportOf).map(readReport), {
    vitestCode: vitestCode || unitCode,
    failures,
  })
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

/**
 * Types, lint and unit tests run while the tests on servers do, which often wait. At a low priority
 * they take the time of the processors that is left.
 */
async function startBeside(
  vitestArgs: string[],
): Promise<{ unitCode: number; failures: string[] }> {
  const steps = ['typecheck', 'lint']
  console.log(`${steps.join(', ')} and unit tests, beside the tests on servers:`)
  const [unitCode, ...codes] = await Promise.all([
    runBeside(...vitest('unit', vitestArgs), compileCache),
    ...steps.map((step) => runBeside('npm', ['run', '--silent', step], checking)),
  ])
  return { unitCode, failures: steps.filter((_, index) => codes[index] !== 0) }
}

function vitest(project: string, args: string[]): [string, string[]] {
  const reporters = ['--reporter=default', '--reporter=json']
  const output = `--outputFile.json=${reportOf(project)}`
  return [
    'vitest',
    ['run', '--project', project, '--passWithNoTests', ...reporters, output, ...args],
  ]
}

function run(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (stopping) return Promise.resolve(130)
  const child = spawn(command, args, { ...optionsWith(env), stdio: 'inherit' })
  return endOf(child, command)
}

/** Its output is shown at its end, so that it does not mix with that of others. */
async function runBeside(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (stopping) return 130
  const child = spawn(command, args, { ...optionsWith(env), stdio: ['ignore', 'pipe', 'pipe'] })
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => output.push(part))
  const code = await endOf(child, command)
  console.log(`\n${command} ${args.slice(0, 4).join(' ')}\n${Buffer.concat(output).toString()}`)
  return code
}

function optionsWith(env: NodeJS.ProcessEnv): { cwd: string; env: NodeJS.ProcessEnv } {
  return { cwd: root, env: { ...process.env, ...env } }
}

function endOf(child: ChildProcess, command: string): Promise<number> {
  running.add(child)
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(`${command}: ${error.message}`)
      resolve(127)
    })
    child.once('close', (code) => {
      running.delete(child)
      resolve(code ?? 1)
    })
  })
}
