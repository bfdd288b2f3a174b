import { constants, deflateRawSync } from 'node:zlib'

/**
 * Encodes a message with its WebSocket header once, so that the same bytes can be written to any
 * number of sockets. The library would build and write a header for each socket.
 */
export function encode(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message))
  return Buffer.concat([header(text.length), text])
}

const finalText = 0x81
const compressedBit = 0x40
/** Shorter messages are not worth compressing. */
const minBytes = 1_024
const compressedFrames = new WeakMap<Buffer, Buffer>()

/** Compresses a frame once for all sockets that negotiated `permessage-deflate`. */
export function compressed(frame: Buffer): Buffer {
  if (frame.length < minBytes) return frame
  const cached = compressedFrames.get(frame)
  if (cached) return cached
  const text = frame.subarray(frame[1] === 127 ? 10 : 4)
  const deflated = deflateRawSync(text, { level: 5, finishFlush: constants.Z_SYNC_FLUSH })
  // The extension omits the empty block at the end (RFC 7692, 7.2.1).
  const payload = deflated.subarray(0, -4)
  const result = Buffer.concat([header(payload.length), payload])
  result[0]! |= compressedBit
  compressedFrames.set(frame, result)
  return result
}

function header(length: number): Buffer {
  if (length < 126) return Buffer.from([finalText, length])
  if (length < 0x1_0000) {
    const short = Buffer.from([finalText, 126, 0, 0])
    short.writeUInt16BE(length, 2)
    return short
  }
  const long = Buffer.alloc(10)
  long[0] = finalText
  long[1] = 127
  long.writeUIntBE(length, 4, 6)
  return long
}
