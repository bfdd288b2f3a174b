import type { Commit } from '#events/schema/commit.ts'
import type { Bus } from './bus.ts'
import type { Message } from './streams/message.ts'
import type { Stream } from './streams/stream.ts'
import { unavailable } from './streams/unavailable.ts'

/** A commit that replaces the log's own damaged copy. */
export type Replacement = { seq: number; commit: Commit }

/** A key that the NATS user of the desk may write. */
const noteKey = 'desk.mended'

/** The replacement commits. The log itself is never changed, so they are stored beside it. */
export async function readReplacements({ notes }: Pick<Bus, 'notes'>): Promise<Replacement[]> {
  return ((await notes.get(noteKey)) as Replacement[] | null) ?? []
}

/** Replaces damaged commits for every process that reads the log, without a restart. */
export async function replaceCommits(log: Bus, commits: Replacement[]): Promise<void> {
  const others = (await readReplacements(log)).filter((old) =>
    commits.every(({ seq }) => seq !== old.seq),
  )
  await log.notes.put(noteKey, [...others, ...commits])
  log.publish('log.mended', {})
}

/**
 * The messages that replace damaged ones, by position, limited to the positions that `owns`
 * accepts.
 */
function openCache(bus: Bus, owns: (seq: number) => boolean) {
  let loaded: Map<number, Message> | null = null
  /** by aggregate, because each append looks it up */
  let lastOf = new Map<string, number>()
  let reading: Promise<void> | null = null
  const ends: (() => void)[] = []

  async function refresh(): Promise<void> {
    try {
      const own = (await readReplacements(bus)).filter(({ seq }) => owns(seq))
      const sorted = own.toSorted((a, b) => a.seq - b.seq)
      const messages = sorted.map(messageOf)
      loaded = new Map(messages.map((message) => [message.seq, message]))
      lastOf = new Map(messages.map(({ key, seq }) => [key, seq]))
    } catch (error) {
      // The replacements read before are still valid.
      reading = null
      if (!loaded) unavailable(error)
    }
  }

  /** Reads them lazily, with the first commit: not every service reads commits or may read notes. */
  async function load(): Promise<Map<number, Message>> {
    if (ends.length === 0) {
      ends.push(
        bus.subscribe('log.mended', () => void (reading = null)),
        bus.onReconnect(() => void (loaded && refresh())),
      )
    }
    reading ??= refresh()
    await reading
    return loaded ?? new Map()
  }

  return {
    load,
    /** the position of the last replacement of an aggregate; 0: there is none */
    async lastOf(key: string): Promise<number> {
      await load()
      return lastOf.get(aggregateOf(key)) ?? 0
    },
    stop: () => ends.forEach((end) => end()),
  }
}

/**
 * A stream of commits with its damaged messages replaced. `owns` accepts the positions of the
 * stream.
 */
export function withReplacements(
  bus: Bus,
  stream: Stream,
  owns: (seq: number) => boolean,
): Stream & { stop(): void } {
  const { load, lastOf, stop } = openCache(bus, owns)

  /** A batch with damaged messages replaced and missing ones added. */
  async function repaired(batch: Message[], after: number, key?: string): Promise<Message[]> {
    const replaced = await load()
    if (replaced.size === 0) return batch
    const end = batch.at(-1)?.seq ?? after
    const replacements = [...replaced.values()].filter(
      (message) =>
        message.seq > after && (key === undefined ? message.seq <= end : isOf(message, key)),
    )
    const intact = batch.filter(({ seq }) => !replaced.has(seq))
    return [...intact, ...replacements].toSorted((a, b) => a.seq - b.seq)
  }

  return {
    ...stream,
    async append(key, message, expected) {
      const lastReplaced = await lastOf(key)
      // The server may have lost that message, and would accept another one in its place.
      if (expected && expected.lastSeq < lastReplaced) return 'conflict'
      const stored = await stream.append(key, message, expected)
      if (stored !== 'conflict' || expected?.lastSeq !== lastReplaced) return stored
      // The server has lost the last message of this key, and expects the one before it.
      const lastSeq = await stream.last(key)
      if (lastSeq >= expected.lastSeq) return stored
      return stream.append(key, message, { ...expected, lastSeq })
    },
    last: async (key) => Math.max(await stream.last(key), await lastOf(key)),
    async at(seq) {
      return (await load()).get(seq) ?? stream.at(seq)
    },
    async next(key, after) {
      const message = await stream.next(key, after)
      const end = message?.seq ?? Infinity
      const lost = [...(await load()).values()].find(
        (one) => isOf(one, key) && one.seq > after && one.seq <= end,
      )
      return message && lost?.seq === end ? { ...message, json: lost.json } : (lost ?? message)
    },
    read: async (key, after) => repaired(await stream.read(key, after), after, key),
    async follow(from, each, signal) {
      const replaced = await load()
      const next = following(replaced, from)
      let after = next.at(-1)?.seq ?? from
      if (next.length > 0) await each(next)
      await stream.follow(
        after,
        async (batch) => {
          const all = await repaired(batch, after)
          const end = all.at(-1)?.seq ?? after
          all.push(...following(await load(), end))
          after = all.at(-1)?.seq ?? end
          if (all.length > 0) await each(all)
        },
        signal,
      )
    },
    stop,
  }
}

/** Replacements right after a position: behind the end of the stream no message brings them. */
function following(replaced: Map<number, Message>, after: number): Message[] {
  const next: Message[] = []
  for (let lost = replaced.get(after + 1); lost; lost = replaced.get(lost.seq + 1)) next.push(lost)
  return next
}

function isOf(message: Message, key: string): boolean {
  return message.key === aggregateOf(key)
}

/** The id of an aggregate, without the shard that its key may have before it. */
function aggregateOf(key: string): string {
  return key.slice(key.lastIndexOf('.') + 1)
}

function messageOf({ seq, commit }: Replacement): Message {
  return { seq, key: `${commit.tournament}`, time: '', json: () => commit }
}
