// The production build of the console, rebuilt when its sources are newer.
import { execFile } from 'node:child_process'
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '../..')
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')

/** Returns the folder of the built console. */
export async function builtConsole(): Promise<string> {
  const dist = join(root, 'console', 'dist')
  const page = join(dist, 'index.html')
  if (existsSync(page) && statSync(page).mtimeMs > newestSource()) return dist
  // In a separate process, because the NODE_ENV of a test run would select React's slow development
  // build.
  await promisify(execFile)(process.execPath, [vite, 'build', 'console', '--logLevel', 'warn'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return dist
}

function newestSource(): number {
  const files = globSync('{console,events,docs/handbook}/**/*.{js,ts,tsx,css,html,svg,md}', {
    cwd: root,
    exclude: ['console/dist/**', '**/node_modules/**', '**/*.test.ts'],
  })
  return Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs))
}
