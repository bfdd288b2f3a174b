// Entry point of `npm start`, `npm run dev` and `npm test`. It runs on any installed Node, installs
// the packages if they do not match the lock file, then runs the script with the Node that is
// installed with the packages. It resolves that Node itself, because npm's shell caches the path of
// the old one.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const programs = join(root, 'node_modules', '.bin')
const scripts = { up: 'start.ts', dev: 'dev/main.ts', check: 'test.ts' }
const pollMs = 500
const killAfterMs = 15_000

const [name = '', ...args] = process.argv.slice(2)
const script = scripts[name]
if (!script) fail(`Use one of: ${Object.keys(scripts).join(', ')}`)

if (!installed()) {
  console.log('Installing packages …')
  const code = await run(...npm(), 'ci')
  if (code !== 0) process.exit(code)
}

// npm skips an optional package that does not support this machine; then the installed Node is
// used.
const own = existsSync(join(programs, 'node'))
const [major, minor] = process.versions.node.split('.').map(Number)
if (!own && (major < 22 || (major === 22 && minor < 18)))
  fail(`Waggle needs Node 22.18 or newer on this machine, and this is ${process.versions.node}.`)

const node = own ? join(programs, 'node') : process.execPath
process.exit(await run(node, join(root, 'scripts', script), ...args))

/** Whether npm's own record of node_modules agrees with the lock file. */
function installed() {
  const locked = packages('package-lock.json')
  const present = packages(join('node_modules', '.package-lock.json'))
  if (!locked || !present) return false
  return Object.entries(locked).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true
    const found = present[path]
    if (!found) return optional === true
    return found.version === version && found.integrity === integrity
  })
}

function packages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

function npm() {
  const path = process.env.npm_execpath
  return path?.endsWith('.js') ? [process.execPath, path] : ['npm']
}

/**
 * Runs a command to its end and forwards signals. Resolves with the exit code, as a shell reports
 * it.
 */
function run(command, ...list) {
  const env = { ...process.env, PATH: programs + delimiter + process.env.PATH }
  const child = spawn(command, list, { cwd: root, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.removeAllListeners(signal)
    process.on(signal, () => child.kill(signal))
  }
  const watch = endWithParent(child)
  return new Promise((resolve) => {
    child.once('error', (error) => fail(`${command}: ${error.message}`))
    child.once('exit', (code, signal) => {
      clearInterval(watch)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
}

// If the parent npm is killed with -9, the child process must end too.
function endWithParent(child) {
  const parents = lineage()
  const watch = setInterval(() => {
    if (lineage() === parents) return
    clearInterval(watch)
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), killAfterMs).unref()
  }, pollMs)
  return watch
}

/** The pid of our parent and, under npm, of its parent too, because npm runs scripts in a shell. */
function lineage() {
  const parent = process.ppid
  if (!process.env.npm_lifecycle_event || !existsSync('/proc/self/stat')) return `${parent}`
  try {
    const status = readFileSync(`/proc/${parent}/stat`, 'utf8')
    return `${parent} ${status.slice(status.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return `${parent}`
  }
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
