import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

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

/**
 * One file of all that a program is made of, for a program that is started often: a process that is killed
 * leaves nothing in Node's cache, and to read hundreds of files takes most of a second.
 */
export async function bundled(file: string): Promise<string> {
  const { build } = await import('vite')
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: file,
      write: false,
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [only] = 'output' in result ? result.output : []
  if (only?.type !== 'chunk') throw new Error(`${file} cannot be bundled`)
  const path = join('.cache', 'children', basename(file, '.ts') + '.mjs')
  const own = join(root, `${path}.${process.pid}`)
  mkdirSync(dirname(own), { recursive: true })
  writeFileSync(own, only.code)
  // Another worker may be starting it.
  renameSync(own, join(root, path))
  return path
}

/** A process of its own from one of the project's files; `mark` is what it says when it is up. */
export function startChild(file: string, env: Record<string, string>, mark = 'ready'): TestChild {
  const child = spawn(process.execPath, ['--import', endsWithParent, join(root, file)], {
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
