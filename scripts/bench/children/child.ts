// Product, baseline and load generator run as separate processes: none blocks another's event loop,
// and the CPU time of each can be measured separately.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

// oxlint-disable-next-line typescript/no-explicit-any
type Handlers = Record<string, (...args: any[]) => unknown>
type ChildRequest = { n: number; name: string; args: unknown[] }
type ChildReply = { n: number; value?: unknown; error?: string }

export type Child<T extends Handlers> = {
  ask<N extends keyof T & string>(
    name: N,
    ...args: Parameters<T[N]>
  ): Promise<Awaited<ReturnType<T[N]>>>
  end(): Promise<void>
}

export function startChild<T extends Handlers>(file: string, flags: string[] = []): Child<T> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, { execArgv: ['--expose-gc', ...flags] })
  const waiting = new Map<number, (reply: ChildReply) => void>()
  const ended = once(child, 'exit')
  let requests = 0
  child.on('message', (reply: ChildReply) => {
    waiting.get(reply.n)?.(reply)
    waiting.delete(reply.n)
  })
  child.once('exit', () => {
    for (const [n, settle] of waiting) settle({ n, error: `${file} has ended` })
    waiting.clear()
  })
  return {
    ask: (name, ...args) =>
      new Promise((resolve, reject) => {
        const n = ++requests
        waiting.set(n, ({ value, error }) => {
          if (error === undefined) resolve(value as never)
          else reject(new Error(error))
        })
        child.send({ n, name, args } satisfies ChildRequest, (failure) => {
          if (failure) reject(new Error(`${file} has ended`, { cause: failure }))
        })
      }),
    async end() {
      if (child.connected) child.disconnect()
      await ended
    },
  }
}

/** The child's side: serves requests until the parent disconnects. */
export function serve(handlers: Handlers): void {
  process.on('message', ({ n, name, args }: ChildRequest) => {
    void (async () => {
      const reply = await Promise.resolve()
        .then(() => handlers[name]?.(...args))
        .then((value): ChildReply => ({ n, value }))
        .catch((error: Error): ChildReply => ({ n, error: error.stack ?? error.message }))
      process.send?.(reply)
    })()
  })
  process.on('disconnect', () => process.exit(0))
}

/** CPU time of this process with all its threads, in ms. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Memory in use after a garbage collection. */
export function heldBytes(): number {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
