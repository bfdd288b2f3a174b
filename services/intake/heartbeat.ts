import type { WebSocket } from 'ws'

const everyMs = 4_000
/** After so many rounds without any message the client counts as gone (R-GE-2). */
const maxSilent = 3

/** Ends sockets that neither answer a ping nor send, except those this process does not read. */
export function startHeartbeat(
  sockets: () => Iterable<WebSocket>,
  alsoThen: () => void,
): NodeJS.Timeout {
  const silent = new WeakMap<WebSocket, number>()
  const timer = setInterval(() => {
    for (const socket of sockets()) {
      const rounds = silent.get(socket)
      if (rounds === undefined) {
        for (const word of ['pong', 'message']) socket.on(word, () => silent.set(socket, 0))
      }
      if (rounds !== undefined && rounds >= maxSilent && !socket.isPaused) {
        socket.terminate()
        continue
      }
      silent.set(socket, socket.isPaused ? 0 : (rounds ?? 0) + 1)
      socket.ping()
    }
    alsoThen()
  }, everyMs)
  timer.unref()
  return timer
}
