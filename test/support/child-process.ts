import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type TestChild = {
  ready: Promise<void>
  /** what it has said so far, on both its streams */
  said(): string
  signal(signal: NodeJS.Signals): void
  /** resolves with its exit code, or the signal that ended it */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>
  ended: Promise<number | NodeJS.Signals>
}

const root = join(import.meta.dirname, '../..')
const endsWithParent = join(import.meta.dirname, 'end-with-parent.ts')

const children = join('.cache', 'children')
let built: Promise<void> | undefined

/**
 * A program with all it is made of in few files: to read and to strip hundreds takes most of a second at
 * each start. All programs of tests are made at once, and anew when a source is newer.
 */
export async function bundled(file: string): Promise<string> {
  const path = join(children, `${nameOf(file)}.mjs`)
  built ??= isFresh(path) ? Promise.resolve() : bundle()
  await built
  return path
}

const nameOf = (file: string): string => file.replace(/\.ts$/, '').replaceAll('/', '-')

function isFresh(path: string): boolean {
  const whole = join(root, path)
  const sources = ['{console/src,events,services,scripts,test}/**/*.ts', 'package*.json']
  const newest = Math.max(...globSync(sources, { cwd: root }).map((file) => changedMs(file)))
  return existsSync(whole) && changedMs(path) > newest
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
  const chunks = output.flatMap((one) => (one.type === 'chunk' ? [one] : []))
  mkdirSync(join(root, children), { recursive: true })
  // Programs last: another worker may be making and starting them.
  for (const chunk of chunks.toSorted((a, b) => Number(a.isEntry) - Number(b.isEntry))) {
    const whole = join(root, children, chunk.fileName)
    writeFileSync(`${whole}.${process.pid}`, chunk.code)
    renameSync(`${whole}.${process.pid}`, whole)
  }
}

/** A process of its own from one of the project's files; `mark` is what it says when it is up. */
export function startChild(file: string, env: Record<string, string>, mark = 'ready'): TestChild {
  const child = spawn(process.execPath, ['--import', endsWithParent, resolve(root, file)], {
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
    void ended.then((how) => reject(new Error(`${file} ended (${how}): ${text}`)))
  })
  ready.catch(() => {})
  return {
    ready,
    said: () => text,
    signal: (signal) => void child.kill(signal),
    ended,
    end: (signal) => {
      child.kill(signal)
      return ended
    },
  }
}
