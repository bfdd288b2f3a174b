// The files of a backup: one line per row or message; hashed while written and verified before use.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

export const File = z.object({
  name: z.string().regex(/^[a-z_]+(\/[a-z_]+)?\.jsonl$/),
  lines: z.int(),
  bytes: z.int(),
  sha256: z.string(),
})
export type File = z.infer<typeof File>

/** The backup is invalid; the message names the file. Nothing has been written. */
export class BadBackup extends Error {}

const bufferedBytes = 1 << 20

/** Readable by its owner only, because it contains personal data. */
export async function writeLines(
  folder: string,
  name: string,
  lines: AsyncIterable<string>,
): Promise<File> {
  const file = await open(join(folder, name), 'wx', 0o600)
  const hash = createHash('sha256')
  const sum = { lines: 0, bytes: 0 }
  let waiting: string[] = []
  let waitingBytes = 0
  const flush = async () => {
    const bytes = Buffer.from(waiting.join(''))
    hash.update(bytes)
    sum.bytes += bytes.length
    // Unlike `write`, it continues after a part was written, as happens when a disk is almost full.
    await file.appendFile(bytes).catch((cause: Error) => {
      throw new Error(`${join(folder, name)} cannot be written: ${cause.message}`, { cause })
    })
    waiting = []
    waitingBytes = 0
  }
  try {
    for await (const line of lines) {
      waiting.push(`${line}\n`)
      waitingBytes += line.length
      sum.lines++
      if (waitingBytes > bufferedBytes) await flush()
    }
    await flush()
    await file.sync()
  } finally {
    await file.close()
  }
  return { name, ...sum, sha256: hash.digest('hex') }
}

export async function* readLines(folder: string, name: string): AsyncGenerator<string> {
  const input = createReadStream(join(folder, name))
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
}

export async function checkFile(folder: string, { name, bytes, sha256 }: File): Promise<void> {
  const path = join(folder, name)
  const found = await stat(path).catch(() => null)
  if (!found) throw new BadBackup(`${name} is missing.`)
  if (found.size !== bytes) {
    throw new BadBackup(`${name} is damaged: it has ${found.size} bytes in place of ${bytes}.`)
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  if (hash.digest('hex') !== sha256) {
    throw new BadBackup(`${name} is damaged: its content is not what was written.`)
  }
}
