import type { WebSocket } from 'ws'

const everyMs = 30_000

/** A socket that did not answer the last ping is gone, unless it is we who do not read it. */
export function keepAlive(
  sockets: () => Iterable<WebSocket>,
  alsoThen: () => void,
): NodeJS.Timeout {
  const asked = new WeakMap<WebSocket, boolean>()
  const timer = setInterval(() => {
    for (const socket of sockets()) {
      if (!asked.has(socket)) socket.on('pong', () => asked.set(socket, false))
      if (asked.get(socket) && !socket.isPaused) {
        socket.terminate()
        continue
      }
      asked.set(socket, true)
      socket.ping()
    }
    alsoThen()
  }, everyMs)
  timer.unref()
  return timer
}
