import type { Connect } from './live-connection.ts'

/** A socket that `early.ts` opened before the program was loaded. */
export type EarlySocket = {
  path: string
  socket: WebSocket
  /** the subscription that it sends when it opens */
  request: string
  /** received so far */
  messages: string[]
  /** ends its own listener and its timeout */
  claim: () => void
}
const page = globalThis as { early?: EarlySocket | undefined }

/** Uses the early socket as the first connection, if it has this path and is not closed. */
export function claimEarlySocket(path: string, connect: Connect): Connect {
  return (listener) => {
    const { early } = page
    page.early = undefined
    early?.claim()
    if (early?.path !== path || early.socket.readyState > WebSocket.OPEN) {
      early?.socket.close()
      return connect(listener)
    }
    const { socket, request, messages } = early
    let isRequested = false
    const begin = () => {
      listener.opened()
      messages.forEach(listener.message)
    }
    socket.addEventListener('message', ({ data }) => listener.message(String(data)))
    socket.addEventListener('close', listener.closed)
    // Not at once: the caller must have the returned socket before its listener is called.
    if (socket.readyState === WebSocket.OPEN) queueMicrotask(begin)
    else socket.addEventListener('open', begin)
    return {
      send(text) {
        // The early socket has already sent this request itself.
        if (isRequested || text !== request) socket.send(text)
        isRequested ||= text === request
      },
      close: () => socket.close(),
    }
  }
}
