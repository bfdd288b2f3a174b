// The directory at the end of a ZIP file, which lists its files with their checksums.

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const entryBytes = 46
const maxCommentBytes = 0xffff

/** The CRC-32 of the first file that `isFile` names; null if the directory does not say it. */
export function checksumIn(zip: Uint8Array, isFile: (path: string) => boolean): number | null {
  const bytes = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = endOf(bytes)
  if (end === null) return null
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + entryBytes > bytes.length || bytes.readUInt32LE(at) !== entrySignature) return null
    const nameAt = at + entryBytes
    const nameBytes = bytes.readUInt16LE(at + 28)
    const path = bytes.toString('utf8', nameAt, nameAt + nameBytes)
    if (isFile(path)) return bytes.readUInt32LE(at + 16)
    at = nameAt + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return null
}

function endOf(bytes: Buffer): number | null {
  const first = Math.max(0, bytes.length - endBytes - maxCommentBytes)
  for (let at = bytes.length - endBytes; at >= first; at--) {
    if (bytes.readUInt32LE(at) === endSignature) return at
  }
  return null
}
