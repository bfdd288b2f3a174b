import type { Commit } from '../../events/schema/commit.ts'
import type { Bus } from './bus.ts'
import type { Message } from './streams/message.ts'
import type { Stream } from './streams/stream.ts'
import { unavailable } from './streams/unavailable.ts'

/** A commit that stands where the log's own copy of it is damaged. */
export type Mended = { seq: number; commit: Commit }

/** Of the notes that a desk may write. */
const noteKey = 'desk.mended'

/** Those that were put back: the log itself never changes, so they stand beside it. */
export async function readMended({ notes }: Pick<Bus, 'notes'>): Promise<Mended[]> {
  return ((await notes.get(noteKey)) as Mended[] | null) ?? []
}

/** Puts commits back, for every process that reads the log: no stop, no restart. */
export async function mend(log: Bus, commits: Mended[]): Promise<void> {
  const others = (await readMended(log)).filter((old) =>
    commits.every(({ seq }) => seq !== old.seq),
  )
  await log.notes.put(noteKey, [...others, ...commits])
  log.publish('log.mended', {})
}

/** Messages that stand for damaged ones, by position, as far as they are among those that `owns` says. */
function openNoted(bus: Bus, owns: (seq: number) => boolean) {
  let mended: Map<number, Message> | null = null
  let reading: Promise<void> | null = null
  const ends: (() => void)[] = []

  async function refresh(): Promise<void> {
    try {
      const put = (await readMended(bus)).filter(({ seq }) => owns(seq))
      const all = put.toSorted((a, b) => a.seq - b.seq)
      mended = new Map(all.map((one) => [one.seq, messageOf(one)]))
    } catch (error) {
      // What was read before still holds.
      reading = null
      if (!mended) unavailable(error)
    }
  }

  return {
    /** Not before a commit is read: not every room reads commits, or may read notes. */
    async opened(): Promise<Map<number, Message>> {
      if (ends.length === 0) {
        ends.push(
          bus.subscribe('log.mended', () => void (reading = null)),
          bus.onReconnect(() => void (mended && refresh())),
        )
      }
      reading ??= refresh()
      await reading
      return mended ?? new Map()
    },
    stop: () => ends.forEach((end) => end()),
  }
}

/** A stream of commits as it was before it was damaged; it has the positions that `owns` says. */
export function openMended(
  bus: Bus,
  stream: Stream,
  owns: (seq: number) => boolean,
): Stream & { stop(): void } {
  const { opened, stop } = openNoted(bus, owns)

  /** Those between two positions, and each message or what stands for it. */
  async function whole(batch: Message[], after: number, key?: string): Promise<Message[]> {
    const mended = await opened()
    if (mended.size === 0) return batch
    const end = batch.at(-1)?.seq ?? after
    const put = [...mended.values()].filter(
      (one) => one.seq > after && (key === undefined ? one.seq <= end : one.key === key),
    )
    const own = batch.filter(({ seq }) => !mended.has(seq))
    return [...own, ...put].toSorted((a, b) => a.seq - b.seq)
  }

  return {
    ...stream,
    async at(seq) {
      return (await opened()).get(seq) ?? stream.at(seq)
    },
    async next(key, after) {
      const found = await stream.next(key, after)
      const put = found && (await opened()).get(found.seq)
      return put ? { ...found, json: put.json } : found
    },
    read: async (key, after) => whole(await stream.read(key, after), after, key.split('.').at(-1)),
    async follow(from, each, signal) {
      const mended = await opened()
      let after = from
      const next: Message[] = []
      for (let one = mended.get(after + 1); one; one = mended.get(after + 1)) {
        next.push(one)
        after = one.seq
      }
      if (next.length > 0) await each(next)
      await stream.follow(
        after,
        async (batch) => {
          const all = await whole(batch, after)
          after = batch.at(-1)?.seq ?? after
          await each(all)
        },
        signal,
      )
    },
    stop,
  }
}

function messageOf({ seq, commit }: Mended): Message {
  return { seq, key: `${commit.tournament}`, time: '', json: () => commit }
}
