import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** The sending side of a client's socket. */
export type Viewer = {
  /** the client accepts compressed messages */
  supportsCompression: boolean
  isOpen(): boolean
  /** sends a message that must not be lost; a viewer too slow for it is told to reconnect (P14) */
  send(bytes: Buffer): void
  /** sends a message that the next one replaces; false if it was skipped for a slow viewer */
  sendLatest(bytes: Buffer): boolean
  close(code: number, reason: string): void
}

const maxBufferedBytes = 1024 * 1024
const maxBeforeLatestBytes = 64 * 1024
const closeTimeoutMs = 2_000

/** `wire` is the underlying TCP socket; encoded frames are written to it without a copy. */
export function openViewer(socket: WebSocket, wire: Socket): Viewer {
  /** size of the message in transit that alone exceeds the limit, or 0 */
  let large = 0

  const isOpen = () => socket.readyState === socket.OPEN

  function close(code: number, reason: string): void {
    if (!isOpen()) return
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), closeTimeoutMs).unref()
  }

  return {
    supportsCompression: socket.extensions.includes('permessage-deflate'),
    isOpen,
    close,
    send(bytes) {
      if (!isOpen()) return
      if (bytes.length > maxBufferedBytes && large === 0) {
        // A snapshot of any size is sent, because the viewer would only request it again.
        large = bytes.length
        wire.write(bytes, () => {
          large = 0
        })
      } else if (socket.bufferedAmount + bytes.length - large > maxBufferedBytes) {
        close(1013, 'too slow: reconnect')
      } else {
        wire.write(bytes)
      }
    },
    sendLatest(bytes) {
      if (!isOpen()) return true
      if (socket.bufferedAmount > maxBeforeLatestBytes) return false
      wire.write(bytes)
      return true
    },
  }
}
