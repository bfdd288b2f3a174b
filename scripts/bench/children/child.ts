// What is measured, what it is measured against and what loads both are processes of their own:
// none waits for another's event loop, and each one's CPU time can be read apart.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

// oxlint-disable-next-line typescript/no-explicit-any
type Works = Record<string, (...args: any[]) => unknown>
type Question = { n: number; name: string; args: unknown[] }
type Reply = { n: number; value?: unknown; error?: string }

export type Child<T extends Works> = {
  ask<N extends keyof T & string>(
    name: N,
    ...args: Parameters<T[N]>
  ): Promise<Awaited<ReturnType<T[N]>>>
  end(): Promise<void>
}

export function startChild<T extends Works>(file: string, flags: string[] = []): Child<T> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, { execArgv: ['--expose-gc', ...flags] })
  const waiting = new Map<number, (reply: Reply) => void>()
  const ended = once(child, 'exit')
  let asked = 0
  child.on('message', (reply: Reply) => {
    waiting.get(reply.n)?.(reply)
    waiting.delete(reply.n)
  })
  child.once('exit', () => {
    for (const [n, tell] of waiting) tell({ n, error: `${file} has ended` })
    waiting.clear()
  })
  return {
    ask: (name, ...args) =>
      new Promise((resolve, reject) => {
        const n = ++asked
        waiting.set(n, ({ value, error }) => {
          if (error === undefined) resolve(value as never)
          else reject(new Error(error))
        })
        child.send({ n, name, args } satisfies Question, (failure) => {
          if (failure) reject(new Error(`${file} has ended`, { cause: failure }))
        })
      }),
    async end() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** The child's side: does what it is asked until nobody is there to ask. */
export function serve(works: Works): void {
  process.on('message', ({ n, name, args }: Question) => {
    void (async () => {
      const reply = await Promise.resolve()
        .then(() => works[name]?.(...args))
        .then((value): Reply => ({ n, value }))
        .catch((error: Error): Reply => ({ n, error: error.stack ?? error.message }))
      process.send?.(reply)
    })()
  })
  process.on('disconnect', () => process.exit(0))
}

/** Milliseconds of CPU time of this process, all its threads together. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** What is held, after a collection. */
export function heldBytes(): number {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
