import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import manifest from '../../package.json' with { type: 'json' }

/** What runs here; the commit is null if neither the image nor a git checkout tells it. */
type Build = { version: string; commit: string | null }

const root = join(import.meta.dirname, '../..')
const characters = 12
let build: Build | undefined

/** Two builds of one version differ by their commits. */
export function buildOf(): Build {
  build ??= { version: manifest.version, commit: commitOf(process.env['WAGGLE_COMMIT']) }
  return build
}

function commitOf(given: string | undefined): string | null {
  if (given) return given.slice(0, characters)
  try {
    const [top, commit = ''] = git('rev-parse', '--show-toplevel', 'HEAD').split('\n')
    // Files that were unpacked inside another repository are not of its commit.
    return top === root ? commit.slice(0, characters) : null
  } catch {
    return null
  }
}

function git(...args: string[]): string {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio, timeout: 2_000 }).trim()
}
