// Starts a server process that cannot outlive this process. A small shell reads from a pipe that
// only this process holds open: when the pipe closes, even after kill -9, the shell stops the
// server.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, fchmodSync, openSync, readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type Child = {
  pid: number
  /** How it ended; undefined while it runs. */
  ended(): string | undefined
  /** Resolves when it has ended, with how. */
  exited: Promise<string>
  /** From now on an unexpected exit is reported. */
  ready(): void
  kill(signal: NodeJS.Signals): void
  stop(signal: NodeJS.Signals): Promise<void>
}

type Launch = {
  name: string
  command: string
  args: string[]
  log: string
  env?: Record<string, string>
  account?: { uid: number; gid: number }
}

const watch = `cat >/dev/null
kill -INT "$0" || exit 0
for second in 1 2 3 4 5; do sleep 1; kill -0 "$0" || exit 0; done
kill -KILL "$0"`

const timeoutMs = 10_000

export function launch({ name, command, args, log, env, account }: Launch): Child {
  // Server logs may contain personal data, so only their owner may read them (P19).
  const out = openSync(log, 'w', 0o600)
  fchmodSync(out, 0o600)
  // Detached, so that Ctrl-C in the terminal reaches the services first; they stop the servers.
  const server = spawn(command, args, {
    detached: true,
    stdio: ['ignore', out, out],
    env: { ...process.env, ...env },
    ...account,
  })
  closeSync(out)
  let end: string | undefined
  let expected = true
  const exit = new Promise<void>((resolve) => {
    server.once('error', (error) => resolve(void (end = error.message)))
    server.once('exit', (code, signal) => resolve(void (end = signal ?? `code ${code}`)))
  })
  const watcher = server.pid ? startWatcher(server.pid) : undefined
  void exit.then(() => {
    watcher?.kill('SIGKILL')
    if (!expected && end !== undefined) console.error(`${name} ended (${end}), see ${log}`)
  })
  server.unref()

  return {
    pid: server.pid ?? 0,
    ended: () => end,
    exited: exit.then(() => end ?? ''),
    ready: () => void (expected = false),
    kill: (signal) => {
      expected = true
      server.kill(signal)
    },
    stop: async (signal) => {
      expected = true
      if (end !== undefined) return
      server.ref()
      server.kill(signal)
      const timer = setTimeout(() => server.kill('SIGKILL'), timeoutMs)
      await exit
      clearTimeout(timer)
    },
  }
}

function startWatcher(pid: number): ChildProcess {
  const watcher = spawn('sh', ['-c', watch, String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watcher.on('error', () => {})
  watcher.stdin?.on('error', () => {})
  watcher.unref()
  ;(watcher.stdin as unknown as { unref(): void } | null)?.unref()
  return watcher
}

/**
 * Suspends a process until SIGCONT. On a busy machine it keeps running for some 20 ms, so this
 * waits until it has stopped, if `/proc` is available.
 */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  while (existsSync('/proc/self/task') && !isStopped(pid)) await sleep(1)
}

function isStopped(pid: number): boolean {
  const threads = readdirSync(`/proc/${pid}/task`)
  // The state follows the name, which is in brackets and may contain brackets itself.
  return threads.every((thread) => /\) T [^)]*$/.test(statOf(pid, thread)))
}

/** Empty if the thread has ended in the meantime. */
function statOf(pid: number, thread: string): string {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
  } catch {
    return ''
  }
}

const limitMs = 60_000

/** Polls `ask` until it returns a value, the child has exited or the time is up. */
export async function untilReady<Answer>(
  child: Child,
  ask: () => Promise<Answer | undefined>,
): Promise<Answer> {
  const until = performance.now() + limitMs
  while (performance.now() < until) {
    const answer = await ask()
    if (answer !== undefined) {
      child.ready()
      return answer
    }
    if (child.ended() !== undefined) throw new Error(`did not start: ${child.ended()}`)
    await sleep(10)
  }
  await child.stop('SIGKILL')
  throw new Error(`not ready after ${limitMs / 1000} s`)
}
