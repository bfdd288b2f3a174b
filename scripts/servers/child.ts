// A server process that cannot outlive us. A small shell reads from a pipe that only this process
// holds: when the pipe closes, even by kill -9, the shell stops the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, fchmodSync, openSync, readFileSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type Child = {
  pid: number
  /** Undefined while it runs, afterwards how it ended. */
  ended(): string | undefined
  /** From here on an end that nobody asked for is reported. */
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
  // What servers note may be personal: it is for whoever runs them alone (P19).
  const out = openSync(log, 'w', 0o600)
  fchmodSync(out, 0o600)
  // Detached: a Ctrl-C in the terminal must reach the services first, the servers last.
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
      const late = setTimeout(() => server.kill('SIGKILL'), timeoutMs)
      await exit
      clearTimeout(late)
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

/** Stops a process until SIGCONT. On a busy machine it runs on for some 20 ms: this waits until it has
 * stopped, where `/proc` tells. */
export async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP')
  while (existsSync('/proc/self/task') && !isStopped(pid)) await sleep(1)
}

function isStopped(pid: number): boolean {
  const threads = readdirSync(`/proc/${pid}/task`)
  // The state stands behind the name, which is in brackets and may have some itself.
  return threads.every((thread) => /\) T [^)]*$/.test(statOf(pid, thread)))
}

/** Empty where the thread has ended meanwhile. */
function statOf(pid: number, thread: string): string {
  try {
    return readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')
  } catch {
    return ''
  }
}

/** Asks again and again until there is an answer, the child has ended or the time is up. */
export async function untilReady<Answer>(
  child: Child,
  ask: () => Promise<Answer | undefined>,
  limitMs = 60_000,
): Promise<Answer> {
  const until = Date.now() + limitMs
  while (Date.now() < until) {
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
