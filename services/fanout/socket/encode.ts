import { constants, deflateRawSync } from 'node:zlib'

/**
 * Encodes a message once, so that the same bytes are written to any number of sockets. The library
 * would build and write a header for every socket.
 */
export function encode(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message))
  return Buffer.concat([header(text.length), text])
}

const finalText = 0x81
const isPacked = 0x40
/** Less is not worth it. */
const leastBytes = 1_024
const packedFrames = new WeakMap<Buffer, Buffer>()

/** The same for sockets that agreed to `permessage-deflate`; it too is made once for all of them. */
export function packed(frame: Buffer): Buffer {
  if (frame.length < leastBytes) return frame
  const cached = packedFrames.get(frame)
  if (cached) return cached
  const text = frame.subarray(frame[1] === 127 ? 10 : 4)
  const deflated = deflateRawSync(text, { level: 3, finishFlush: constants.Z_SYNC_FLUSH })
  // The extension leaves out the empty block at the end (RFC 7692, 7.2.1).
  const payload = deflated.subarray(0, -4)
  const made = Buffer.concat([header(payload.length), payload])
  made[0]! |= isPacked
  packedFrames.set(frame, made)
  return made
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
