import { say } from '#events/messages/message.ts'
import type { Argument, Message } from '#events/messages/message.ts'
import { english } from '#events/messages/english.ts'
import { setImmediate as nextTick } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { Unzip, UnzipInflate, Zip, ZipDeflate } from 'fflate'

// Of the directory at the end of a ZIP file, which lists its files with their checksums.
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const entryBytes = 46
const maxCommentBytes = 0xffff

export type ZipFile = { name: string; text: AsyncIterable<string> }

/** Streams a ZIP with backpressure: the next text is read once the output before it is consumed. */
export async function* zipFiles(files: Iterable<ZipFile>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const encoder = new TextEncoder()
  for (const { name, text } of files) {
    const file = new ZipDeflate(name)
    zip.add(file)
    for await (const piece of text) {
      file.push(encoder.encode(piece))
      yield* ready.splice(0)
    }
    file.push(new Uint8Array(0), true)
    yield* ready.splice(0)
  }
  zip.end()
  yield* ready.splice(0)
}

/** A file that cannot be read, with the reason for the sender. */
export class UnreadableFile extends Error {
  readonly why: Message

  constructor(why: Message, options?: ErrorOptions) {
    super(english(why), options)
    this.why = why
  }
}

/** What is wrong in a file or in a line of it. */
export function wrongIn(file: Argument, reason: Argument, options?: ErrorOptions): UnreadableFile {
  return new UnreadableFile(say('inFile', { file, reason }), options)
}

/** `field`: the path of the first value that is wrong; empty or missing for the whole. */
export function notValid(file: Argument, field?: string): Message {
  return field ? say('fieldNotValid', { file, field }) : say('fileNotValid', { file })
}

/** Small, because the output of a piece comes at once and may be a thousand times as large. */
const pieceBytes = 1024
/** What is read in one turn: lines may be as short as one character. */
const textLength = 16 * 1024
/** Tables of real evenings unpack to 10 to 30 times their size. */
const maxRatio = 200
const mebibyte = 1024 * 1024
/** Unpacked sizes of files that are read line by line; an evening of 1,000 games has 30 MB. */
const streamed = 512 * mebibyte
/** Of files that are held in memory; one with 5,000 matches and 1,000 games has 2.5 MB. */
const held = 16 * mebibyte
const maxBytes = {
  'manifest.json': mebibyte,
  'tournament.json': held,
  'beside.json': held,
  'game.csv': held,
  'commits.jsonl': 2 * held,
  'gameevent.csv': streamed,
  'facts.jsonl': streamed,
}
type ReadableFile = keyof typeof maxBytes

/**
 * Streams the text of a file in a ZIP, in whichever folder of the ZIP it is. Throws
 * `UnreadableFile` if the ZIP is broken, and yields nothing if it has no such file.
 */
export async function* unzipFile(zip: Uint8Array, fileName: ReadableFile): AsyncGenerator<string> {
  const ready: string[] = []
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let state = 'none'
  let [bytes, packed, checksum] = [0, 0, 0]
  const unzip = new Unzip((file) => {
    if (state !== 'none' || !isNamed(file.name, fileName)) return
    state = 'open'
    file.ondata = (error, data, final) => {
      if (error) throw error
      bytes += data.length
      if (bytes > maxBytes[fileName])
        throw new UnreadableFile(say('fileTooLarge', { file: fileName }))
      if (bytes > mebibyte && bytes > packed * maxRatio) {
        throw new UnreadableFile(say('unpacksTooFar', { file: fileName, times: maxRatio }))
      }
      checksum = crc32(data, checksum)
      ready.push(decoder.decode(data, { stream: !final }))
      if (final) state = 'ended'
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < zip.length && state !== 'ended'; at += pieceBytes) {
    packed += Math.min(pieceBytes, zip.length - at)
    explainErrors(fileName, () => {
      unzip.push(zip.subarray(at, at + pieceBytes), at + pieceBytes >= zip.length)
    })
    // Unpacking and reading are synchronous, so without pauses other requests would wait until
    // their end (P15).
    for (const text of ready.splice(0)) {
      for (let from = 0; from < text.length; from += textLength) {
        yield text.slice(from, from + textLength)
        await nextTick()
      }
    }
    if (at % (4 * pieceBytes) === 0) await nextTick()
  }
  if (state === 'open') throw new UnreadableFile(say('zipIncomplete', { file: fileName }))
  const expected = checksumIn(zip, (path) => isNamed(path, fileName))
  if (state === 'ended' && expected !== null && expected !== checksum) throw damaged(fileName)
}

/** The whole text; empty if the ZIP has no such file. */
export async function textOf(zip: Uint8Array, fileName: ReadableFile): Promise<string> {
  let text = ''
  for await (const piece of unzipFile(zip, fileName)) text += piece
  return text
}

function explainErrors(file: string, work: () => void): void {
  try {
    work()
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause
    throw damaged(file, cause)
  }
}

function damaged(file: string, cause?: unknown): UnreadableFile {
  return new UnreadableFile(say('zipDamaged', { file }), { cause })
}

function isNamed(path: string, fileName: string): boolean {
  return path === fileName || path.endsWith(`/${fileName}`)
}

/** The CRC-32 of the first file that `isFile` names; null if the directory does not say it. */
function checksumIn(zip: Uint8Array, isFile: (path: string) => boolean): number | null {
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
