import type { Message } from './message.ts'
import { firstOf, olderPairs, pairAt, pairOfShard, shardOfScene } from './numbers.ts'
import type { Stream } from './stream.ts'

/** What was expected of the log when a message was made; see `Stream.append`. */
type Expected = { lastSeq: number; lastOfAll?: number | undefined }
/** `upTo`: as far as the pair has been read, also where nothing of it was its own */
type Each = (batch: Message[], upTo: number) => Promise<void>
type Following = { pair: number; after: number; each: Each; signal: AbortSignal }

/** Messages of one kind over all pairs of streams; of one aggregate all are in the order they came. */
export type Sharded = {
  append(
    id: number,
    message: unknown,
    options?: { expected?: Expected; scene?: number | undefined },
  ): Promise<{ seq: number } | 'conflict'>
  /** those of an aggregate after a position, oldest first */
  read(id: number, after: number): Promise<Message[]>
  at(seq: number): Promise<Message | null>
  /** position of an aggregate's last message; 0: it has none */
  last(id: number): Promise<number>
  pairOf(id: number): Promise<number>
  /** all of the aggregates that a pair has now, wherever they were before */
  follow(following: Following): Promise<void>
  tail(pair: number): Promise<number>
}
type Options = {
  /** one a pair */
  streams: readonly Stream[]
  /** the shard of an aggregate, which never changes; null: nothing is known of it yet */
  shardOf(id: number): Promise<number | null>
}

export function openSharded({ streams, shardOf }: Options): Sharded {
  const pairs = streams.length
  if (pairs === 1) return openWhole(streams[0]!)
  const known = new Map<number, Promise<number | null>>()
  /** positions of what aggregates had before they came to the pair they are in now: it stays as it is */
  const before = new Map<number, Promise<number>>()
  const shard = (id: number) => kept(known, id, () => shardOf(id))
  const movedAt = (id: number, older: Source[]) => kept(before, id, () => lastOf(older))

  return {
    async append(id, message, { expected, scene } = {}) {
      const of = scene === undefined ? await shard(id) : shardOfScene(scene)
      if (of === null) throw new Error(`nobody knows to which scene ${id} belongs`)
      const { own, older } = sourcesOf(streams, id, of)
      if (!expected) return own.stream.append(own.key, message)
      const moved = await movedAt(id, older)
      if (expected.lastSeq < moved) return 'conflict'
      const lastSeq = expected.lastSeq === moved ? 0 : expected.lastSeq
      return own.stream.append(own.key, message, { ...expected, lastSeq })
    },
    async read(id, after) {
      const of = await shard(id)
      if (of === null) return []
      const { own, older } = sourcesOf(streams, id, of)
      const hasMoved = after > 0 && after >= (await movedAt(id, older))
      return readAll(hasMoved ? [own] : [...older, own], after)
    },
    at: async (seq) => (await streams[pairAt(seq)]?.at(seq)) ?? null,
    async last(id) {
      const of = await shard(id)
      if (of === null) return 0
      const { own, older } = sourcesOf(streams, id, of)
      return (await own.stream.last(own.key)) || lastOf(older)
    },
    pairOf: async (id) => pairOfShard((await shard(id)) ?? 0, pairs),
    follow: (following) =>
      followPair(streams, following, async (message) => {
        const of = message.shard ?? (await shard(Number(message.key)))
        // What belongs nowhere is read where it stands.
        const home = of === null ? pairAt(message.seq) : pairOfShard(of, pairs)
        return home === following.pair
      }),
    tail: (pair) => streams[pair]!.tail(),
  }
}

/** The only pair: nobody asks for shards. */
function openWhole(stream: Stream): Sharded {
  return {
    append: (id, message, { expected } = {}) => stream.append(`${id}`, message, expected),
    read: (id, after) => stream.read(`${id}`, after),
    at: stream.at,
    last: (id) => stream.last(`${id}`),
    pairOf: async () => 0,
    follow: ({ after, each, signal }) =>
      stream.follow(after, (batch) => each(batch, batch.at(-1)?.seq ?? after), signal),
    tail: stream.tail,
  }
}

type Source = { stream: Stream; key: string; pair: number }

/** Where an aggregate is written, and where it was before; at first its shard was in no subject. */
function sourcesOf(
  streams: readonly Stream[],
  id: number,
  shard: number,
): { own: Source; older: Source[] } {
  const source = (pair: number, key = `${shard}.${id}`) => ({ stream: streams[pair]!, key, pair })
  const pair = pairOfShard(shard, streams.length)
  const older = olderPairs(pair).map((other) => source(other))
  return { own: source(pair), older: [source(0, `${id}`), ...older] }
}

async function lastOf(sources: Source[]): Promise<number> {
  const found = await Promise.all(sources.map(({ stream, key }) => stream.last(key)))
  return Math.max(0, ...found)
}

async function readAll(sources: Source[], after: number): Promise<Message[]> {
  const found = new Map<number, Message>()
  for (const { stream, key, pair } of sources) {
    if (pairAt(after + 1) > pair) continue
    const from = Math.max(after, firstOf(pair) - 1)
    for (const message of await stream.read(key, from)) found.set(message.seq, message)
  }
  return [...found.values()].toSorted((a, b) => a.seq - b.seq)
}

/** First what its shards had in older pairs, up to the end of those, then its own stream. */
async function followPair(
  streams: readonly Stream[],
  { pair, after: from, each, signal }: Following,
  isOwn: (message: Message) => Promise<boolean>,
): Promise<void> {
  const owned = async (batch: Message[]) => {
    const own = await Promise.all(batch.map(isOwn))
    return batch.filter((_, n) => own[n])
  }
  let after = from
  for (const other of olderPairs(pair)) {
    const end = await streams[other]!.tail()
    if (end < firstOf(other) || after >= end) continue
    const done = new AbortController()
    const take = async (batch: Message[]) => {
      const upTo = Math.min(end, batch.at(-1)?.seq ?? after)
      await each(await owned(batch.filter(({ seq }) => seq <= end)), upTo)
      if (upTo >= end) done.abort()
    }
    await streams[other]!.follow(after, take, AbortSignal.any([signal, done.signal]))
    if (signal.aborted) return
    after = end
  }
  const start = firstOf(pair) - 1
  if (after < start) await each([], start)
  const take = async (batch: Message[]) => each(await owned(batch), batch.at(-1)?.seq ?? start)
  await streams[pair]!.follow(Math.max(after, start), take, signal)
}

/** What never changes is asked once; neither a failure nor that nothing is known is kept. */
function kept<T>(all: Map<number, Promise<T>>, id: number, ask: () => Promise<T>): Promise<T> {
  const found = all.get(id)
  if (found) return found
  const asked = ask()
  all.set(id, asked)
  const forget = () => void (all.get(id) === asked && all.delete(id))
  asked.then((answer) => answer === null && forget(), forget)
  return asked
}
