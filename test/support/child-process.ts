import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type TestChild = {
  ready: Promise<void>
  /** its output so far, stdout and stderr together */
  output(): string
  signal(signal: NodeJS.Signals): void
  /** sends the signal; resolves with the exit code, or with the signal that ended the process */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
  ended: Promise<number | NodeJS.Signals>
}

const root = join(import.meta.dirname, '../..')
const endWithParentModule = join(import.meta.dirname, 'end-with-parent.ts')

const children = join('.cache', 'children')
let bundling: Promise<void> | undefined

/**
 * The path of a bundle of the program: reading hundreds of source files and stripping their types
 * would take most of a second at each start. All programs of the tests are bundled together, and
 * again when a source file is newer than the bundle.
 */
export async function bundled(file: string): Promise<string> {
  const path = join(children, `${nameOf(file)}.mjs`)
  bundling ??= isFresh(path) ? Promise.resolve() : bundle()
  await bundling
  return path
}

const nameOf = (file: string): string => file.replace(/\.ts$/, '').replaceAll('/', '-')

function isFresh(path: string): boolean {
  const absolutePath = join(root, path)
  const sources = ['{console/src,events,migrations,services,scripts,test}/**/*.ts', 'package*.json']
  const newest = Math.max(...globSync(sources, { cwd: root }).map((file) => changedMs(file)))
  return existsSync(absolutePath) && changedMs(path) > newest
}

const changedMs = (file: string): number => statSync(join(root, file)).mtimeMs

async function bundle(): Promise<void> {
  const { build } = await import('vite')
  const programs = globSync(['services/*/main.ts', 'test/*/children/*.ts'], { cwd: root })
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' }
  const input = Object.fromEntries(programs.map((file) => [nameOf(file), file]))
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: { ssr: true, write: false, minify: false, rolldownOptions: { input, output: names } },
  })
  const output = 'output' in result ? result.output : []
  const chunks = output.flatMap((file) => (file.type === 'chunk' ? [file] : []))
  mkdirSync(join(root, children), { recursive: true })
  // Entry files last: another worker may bundle and start them at the same time.
  for (const chunk of chunks.toSorted((a, b) => Number(a.isEntry) - Number(b.isEntry))) {
    const absolutePath = join(root, children, chunk.fileName)
    writeFileSync(`${absolutePath}.${process.pid}`, chunk.code)
    renameSync(`${absolutePath}.${process.pid}`, absolutePath)
  }
}

/** Starts one of the project's files as a process; its output contains `mark` once it is ready. */
export function startChild(
  file: string,
  env: Record<string, string>,
  mark = 'ready',
  args: string[] = [],
): TestChild {
  const own = ['--import', endWithParentModule, resolve(root, file), ...args]
  const child = spawn(process.execPath, own, {
    env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compile'), ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number)
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        if (text.includes(mark)) resolve()
      })
    }
    void ended.then((exit) => reject(new Error(`${file} ended (${exit}): ${text}`)))
  })
  ready.catch(() => {})
  return {
    ready,
    output: () => text,
    signal: (signal) => void child.kill(signal),
    ended,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
