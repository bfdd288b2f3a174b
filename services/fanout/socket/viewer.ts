import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'

/** A socket that is written to and hardly read. */
export type Viewer = {
  /** takes packed messages */
  unpacks: boolean
  isOpen(): boolean
  /** a message that must not be missed; a viewer too slow for it is told to come again (P14) */
  send(bytes: Buffer): void
  /** a message the next one replaces; false: not sent, the viewer has not read what it has */
  sendLatest(bytes: Buffer): boolean
  close(code: number, reason: string): void
}

const maxBufferedBytes = 1024 * 1024
const maxBeforeLatestBytes = 64 * 1024
const cutOffMs = 2_000

/** `wire` is the socket below: prepared frames are written to it without another copy. */
export function openViewer(socket: WebSocket, wire: Socket): Viewer {
  /** the one message on its way that alone is larger than the limit */
  let large = 0

  const isOpen = () => socket.readyState === socket.OPEN

  function close(code: number, reason: string): void {
    if (!isOpen()) return
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), cutOffMs).unref()
  }

  return {
    unpacks: socket.extensions.includes('permessage-deflate'),
    isOpen,
    close,
    send(bytes) {
      if (!isOpen()) return
      if (bytes.length > maxBufferedBytes && large === 0) {
        // A snapshot of any size is sent: the viewer would only ask for it again.
        large = bytes.length
        wire.write(bytes, () => {
          large = 0
        })
      } else if (socket.bufferedAmount + bytes.length - large > maxBufferedBytes) {
        close(1013, 'too slow: come again')
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
