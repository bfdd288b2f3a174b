// Converts log messages to lines of a file and back, and checks their chains.
import { readCommit } from '#events/schema/upcast.ts'
import { chainOf, firstChain } from '#services/log/index.ts'
import type { StoredMessage } from '#services/log/index.ts'
import { BadBackup, readLines } from './files.ts'

/** The last commit of each tournament. */
export type Heads = Map<number, { version: number; chain: string }>

/** For readability the message is nested JSON, unless that would not reproduce its exact text. */
export function lineOf({ text, ...metadata }: StoredMessage): string {
  const message: unknown = JSON.parse(text)
  const isSame = JSON.stringify(message) === text
  return JSON.stringify(isSame ? { ...metadata, message } : { ...metadata, text })
}

export async function* lettersIn(folder: string, name: string): AsyncGenerator<StoredMessage> {
  for await (const line of readLines(folder, name)) {
    const { message, ...stored } = JSON.parse(line) as StoredMessage & { message?: unknown }
    yield 'text' in stored
      ? stored
      : { ...(stored as StoredMessage), text: JSON.stringify(message) }
  }
}

/**
 * Yields the messages unchanged; throws at the first commit that does not follow the chain (P5).
 */
export async function* inChain(messages: AsyncIterable<StoredMessage>, heads: Heads) {
  for await (const stored of messages) {
    const raw = JSON.parse(stored.text) as Parameters<typeof chainOf>[1] & { chain: string }
    const { tournament, version } = readCommit(raw)
    const head = heads.get(tournament) ?? { version: 0, chain: firstChain }
    if (version !== head.version + 1 || raw.chain !== chainOf(head.chain, raw)) {
      const where = `Tournament ${tournament}: version ${version}, at ${stored.seq} of the log,`
      throw new BadBackup(`${where} does not follow from the commits before it.`)
    }
    heads.set(tournament, { version, chain: raw.chain })
    yield stored
  }
}
