// Starts our own server again when it ends although nobody has stopped it.
import { pauseAfterMs } from '#events/backoff.ts'
import { setTimeout as sleep } from 'node:timers/promises'

type Server = {
  name: string
  /** Same port, same data. */
  restart(): Promise<void>
  /** Resolves when the current process has ended, with how it ended. */
  readonly exited: Promise<string>
}
const defaultTimes = {
  firstPauseMs: 500,
  /** After so many starts in a row the reason is nothing that a restart cures. */
  maxStarts: 6,
  /** A server that has run for so long has started well. */
  stableMs: 60_000,
}
type Options = { times?: Partial<typeof defaultTimes>; onGiveUp(reason: string): void }

export type Keeper = {
  /** what happened to the server, for the status page; null if nothing has */
  note(): string | null
  /** Waits for a start in progress, so that the server can be stopped afterwards. */
  stop(): Promise<void>
}

export function keepRunning(server: Server, { times, onGiveUp }: Options): Keeper {
  const { firstPauseMs, maxStarts, stableMs } = { ...defaultTimes, ...times }
  const stopping = new AbortController()
  const { signal } = stopping
  const stopped = new Promise<null>((resolve) =>
    signal.addEventListener('abort', () => resolve(null)),
  )
  let note: string | null = null
  let starts = 0

  async function startAgain(ended: string): Promise<boolean> {
    while (starts < maxStarts) {
      const pauseMs = pauseAfterMs(++starts, { firstMs: firstPauseMs, mostMs: Infinity })
      await sleep(pauseMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return false
      try {
        await server.restart()
        note = `${ended}, and was started again.`
        console.error(`${server.name} is running again.`)
        return true
      } catch (error) {
        console.error(`${server.name} could not be started again: ${(error as Error).message}`)
      }
    }
    onGiveUp(`${ended}, and ${maxStarts} attempts to start it again have failed.`)
    return false
  }

  async function watch(): Promise<void> {
    for (let isRunning = true; isRunning;) {
      const startedAt = performance.now()
      const how = await Promise.race([server.exited, stopped])
      if (how === null) return
      if (performance.now() - startedAt > stableMs) starts = 0
      const time = `${new Date().toISOString().slice(11, 16)} UTC`
      const ended = `${server.name} ended at ${time} (${how})`
      note = `${ended}, and is being started again.`
      isRunning = await startAgain(ended)
    }
  }
  const watching = watch()
  return {
    note: () => note,
    async stop() {
      stopping.abort()
      await watching
    },
  }
}
