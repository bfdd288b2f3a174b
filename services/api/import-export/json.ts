import type { Argument } from '#events/messages/message.ts'
import { say } from '#events/messages/message.ts'
import { jsonSize } from '../../web/index.ts'
import { UnreadableFile } from './zip.ts'

/** Three characters of a file can become an object of 70 bytes, so their number is limited too. */
const maxValues = 2_000_000
const maxDepth = 32

/** How many more values may be held at once. */
type Memory = { values: number }

export function openMemory(): Memory {
  return { values: maxValues }
}

/** null if the text is not JSON. Throws `UnreadableFile` if it would need too much memory. */
export function jsonIn(text: string, at: Argument, memory = openMemory()): unknown {
  const { values, depth } = jsonSize(text, { values: memory.values, depth: maxDepth })
  if (values > memory.values) throw new UnreadableFile(say('tooManyValues', { file: at }))
  if (depth > maxDepth) throw new UnreadableFile(say('nestedTooDeeply', { file: at }))
  memory.values -= values
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
