// The console as browsers load it: built once, and again when its sources are newer.
import { existsSync, globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const consoleRoot = join(root, 'console')

/** The folder of the built console. */
export async function builtConsole(): Promise<string> {
  const dist = join(consoleRoot, 'dist')
  const page = join(dist, 'index.html')
  if (existsSync(page) && statSync(page).mtimeMs > newestSource()) return dist
  await build({ root: consoleRoot, logLevel: 'warn' })
  return dist
}

function newestSource(): number {
  const files = globSync('{console,events}/**/*.{ts,tsx,css,html,svg}', {
    cwd: root,
    exclude: ['console/dist/**', '**/node_modules/**', '**/*.test.ts'],
  })
  return Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs))
}
