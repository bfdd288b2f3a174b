import { setImmediate as turn } from 'node:timers/promises'
import { Unzip, UnzipInflate, Zip, ZipDeflate } from 'fflate'

export type ZipFile = { name: string; text: AsyncIterable<string> }

/** A ZIP as it is read: the next text is asked for when what came of the last one is taken. */
export async function* zipped(files: Iterable<ZipFile>): AsyncGenerator<Uint8Array> {
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

/** A file that cannot be read, in words for who sent it. */
export class Unreadable extends Error {}

/** Small: what it unpacks to comes at once, up to a thousand times as much. */
const pieceBytes = 4 * 1024
/** What a ZIP may be unpacked to: an evening of 1,000 games has 30 MB. */
const maxUnpackedBytes = 512 * 1024 * 1024

/**
 * The texts of the file in a ZIP whose name ends so, piece by piece; in whichever folder it is.
 * Throws `Unreadable` where the ZIP is broken, and gives nothing where it has no such file.
 */
export async function* unzipped(zip: Uint8Array, wanted: string): AsyncGenerator<string> {
  const ready: string[] = []
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let state = 'none'
  let bytes = 0
  const unzip = new Unzip((file) => {
    if (state !== 'none' || !isNamed(file.name, wanted)) return
    state = 'open'
    file.ondata = (error, data, final) => {
      if (error) throw error
      bytes += data.length
      if (bytes > maxUnpackedBytes) throw new Unreadable(`${wanted} is too large.`)
      ready.push(decoder.decode(data, { stream: !final }))
      if (final) state = 'ended'
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  for (let at = 0; at < zip.length && state !== 'ended'; at += pieceBytes) {
    reading(wanted, () => {
      unzip.push(zip.subarray(at, at + pieceBytes), at + pieceBytes >= zip.length)
    })
    yield* ready.splice(0)
    // Nothing here waits for anything, so other requests would wait for all of it (P15).
    await turn()
  }
  if (state === 'open') throw new Unreadable(`${wanted} ends too early: the ZIP is not whole.`)
}

function reading(file: string, work: () => void): void {
  try {
    work()
  } catch (cause) {
    if (cause instanceof Unreadable) throw cause
    throw new Unreadable(`${file} cannot be unpacked: the ZIP is broken.`, { cause })
  }
}

function isNamed(path: string, wanted: string): boolean {
  return path === wanted || path.endsWith(`/${wanted}`)
}
