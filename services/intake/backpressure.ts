import type { WebSocket } from 'ws'

/** Pauses reading from a socket that sends too much, so that no message is dropped (R-PE-3). */
export type Backpressure = {
  /** called after a message; `ms` is the wait that the rate limit requires */
  check(ms: number): void
  stop(): void
}

const recheckMs = 100
const timeoutMs = 30_000

export function openBackpressure(socket: WebSocket, isFull: () => boolean): Backpressure {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let waitMs = 0
  let fullSince = 0

  function pause(): void {
    timer = setTimeout(recheck, Math.max(waitMs, recheckMs))
    waitMs = 0
  }

  function recheck(): void {
    timer = undefined
    const full = isFull()
    if (!full) fullSince = 0
    if (!full && waitMs === 0) return socket.resume()
    fullSince ||= full ? performance.now() : 0
    if (full && performance.now() - fullSince > timeoutMs) {
      socket.resume()
      socket.close(1013, 'the log is away: send again later')
      return
    }
    pause()
  }

  return {
    check(ms) {
      waitMs = Math.max(waitMs, ms)
      if (timer || stopped || (waitMs === 0 && !isFull())) return
      socket.pause()
      pause()
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
