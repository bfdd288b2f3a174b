// Messages of the log as lines of a file, and the chains that run through them.
import { readCommit } from '../../events/schema/upcast.ts'
import { chainOf, firstChain } from '../../services/log/index.ts'
import type { StoredMessage } from '../../services/log/index.ts'
import { BadBackup, readLines } from './files.ts'

/** The last commit of each tournament. */
export type Heads = Map<number, { version: number; chain: string }>

/** To be read by people: the message is JSON within JSON wherever that gives its very text again. */
export function lineOf({ text, ...letter }: StoredMessage): string {
  const message: unknown = JSON.parse(text)
  const isSame = JSON.stringify(message) === text
  return JSON.stringify(isSame ? { ...letter, message } : { ...letter, text })
}

export async function* lettersIn(folder: string, name: string): AsyncGenerator<StoredMessage> {
  for await (const line of readLines(folder, name)) {
    const { message, ...letter } = JSON.parse(line) as StoredMessage & { message?: unknown }
    yield 'text' in letter
      ? letter
      : { ...(letter as StoredMessage), text: JSON.stringify(message) }
  }
}

/** Passes on what it is given, and stops at the first commit that does not follow (P5). */
export async function* inChain(letters: AsyncIterable<StoredMessage>, heads: Heads) {
  for await (const letter of letters) {
    const raw = JSON.parse(letter.text) as Parameters<typeof chainOf>[1] & { chain: string }
    const { tournament, version } = readCommit(raw)
    const head = heads.get(tournament) ?? { version: 0, chain: firstChain }
    if (version !== head.version + 1 || raw.chain !== chainOf(head.chain, raw)) {
      const where = `Tournament ${tournament}: version ${version}, at ${letter.seq} of the log,`
      throw new BadBackup(`${where} does not follow from the commits before it.`)
    }
    heads.set(tournament, { version, chain: raw.chain })
    yield letter
  }
}
