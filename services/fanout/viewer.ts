import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** A socket that is written to and hardly read. */
export type Viewer = {
  isOpen(): boolean
  /** a message that must not be missed; a viewer too slow for it is told to come again (P14) */
  send(bytes: Buffer): void
  /** the same for the whole of something, which alone may be larger than the limit */
  sendWhole(bytes: Buffer): void
  /** a message the next one replaces; false: not sent, the viewer has not read what it has */
  sendLatest(bytes: Buffer): boolean
  close(code: number, reason: string): void
}

const mostBufferedBytes = 1024 * 1024
const mostBeforeLatestBytes = 64 * 1024
const cutOffMs = 2_000

/** `wire` is the socket below: prepared frames are written to it without another copy. */
export function openViewer(socket: WebSocket, wire: Socket): Viewer {
  let whole = 0

  function close(code: number, reason: string): void {
    if (socket.readyState !== socket.OPEN) return
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), cutOffMs).unref()
  }

  function send(bytes: Buffer): void {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount - whole > mostBufferedBytes) close(1013, 'too slow: come again')
    else wire.write(bytes)
  }

  return {
    isOpen: () => socket.readyState === socket.OPEN,
    send,
    sendWhole(bytes) {
      if (socket.readyState !== socket.OPEN) return
      if (bytes.length < mostBufferedBytes) return send(bytes)
      whole += bytes.length
      wire.write(bytes, () => {
        whole -= bytes.length
      })
    },
    sendLatest(bytes) {
      if (socket.readyState !== socket.OPEN) return true
      if (socket.bufferedAmount > mostBeforeLatestBytes) return false
      wire.write(bytes)
      return true
    },
    close,
  }
}
