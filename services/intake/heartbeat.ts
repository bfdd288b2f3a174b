import type { WebSocket } from 'ws'
import { clientSilenceMs } from '#events/rules/limits.ts'

/** After this many rounds without any message the client counts as disconnected (R-GE-2). */
const maxSilent = 3
const everyMs = clientSilenceMs / maxSilent

/** Closes sockets that neither answer a ping nor send, except those paused by backpressure. */
export function startHeartbeat(
  sockets: () => Iterable<WebSocket>,
  onRound: () => void,
): NodeJS.Timeout {
  const silent = new WeakMap<WebSocket, number>()
  const timer = setInterval(() => {
    for (const socket of sockets()) {
      const rounds = silent.get(socket)
      if (rounds === undefined) {
        for (const name of ['pong', 'message']) socket.on(name, () => silent.set(socket, 0))
      }
      if (rounds !== undefined && rounds >= maxSilent && !socket.isPaused) {
        socket.terminate()
        continue
      }
      silent.set(socket, socket.isPaused ? 0 : (rounds ?? 0) + 1)
      socket.ping()
    }
    onRound()
  }, everyMs)
  timer.unref()
  return timer
}
