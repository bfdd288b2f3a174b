/**
 * Encodes a message once, so that the same bytes are written to any number of sockets. The library
 * would build and write a header for every socket.
 */
export function encode(message: object): Buffer {
  const text = Buffer.from(JSON.stringify(message))
  return Buffer.concat([header(text.length), text])
}

const finalText = 0x81

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
