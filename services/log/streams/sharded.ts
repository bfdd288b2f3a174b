import type { Message } from './message.ts'
import { firstOf, olderPairs, pairAt, pairOfShard, shardOfScene } from './shards.ts'
import type { Stream } from './stream.ts'

/** The positions that the log has to have for an append; see `Stream.append`. */
type Expected = { lastSeq: number; lastOfAll?: number | undefined }
/** `upTo`: the position the pair has been read to, even if no message there belonged to it */
type Each = (batch: Message[], upTo: number) => Promise<void>
type FollowOptions = { pair: number; after: number; each: Each; signal: AbortSignal }

/** Messages of one kind over all pairs of streams. Those of an aggregate are totally ordered. */
export type Sharded = {
  append(
    id: number,
    message: unknown,
    options?: { expected?: Expected; scene?: number | undefined },
  ): Promise<{ seq: number } | 'conflict'>
  /** the messages of an aggregate after a position, oldest first */
  read(id: number, after: number): Promise<Message[]>
  at(seq: number): Promise<Message | null>
  /** position of an aggregate's last message; 0: it has none */
  last(id: number): Promise<number>
  pairOf(id: number): Promise<number>
  /** all messages of the aggregates that a pair has now, including those in older pairs */
  follow(options: FollowOptions): Promise<void>
  tail(pair: number): Promise<number>
}
type Options = {
  /** one for each pair */
  streams: readonly Stream[]
  /** the shard of an aggregate, which never changes; null if it is not known yet */
  shardOf(id: number): Promise<number | null>
}

export function openSharded({ streams, shardOf }: Options): Sharded {
  const pairs = streams.length
  if (pairs === 1) return openUnsharded(streams[0]!)
  const shards = new Map<number, Promise<number | null>>()
  /** the last position of each aggregate in its older pairs, which never changes */
  const lastInOlder = new Map<number, Promise<number>>()
  const cachedShard = (id: number) => memoized(shards, id, () => shardOf(id))
  const movedAt = (id: number, older: Source[]) => memoized(lastInOlder, id, () => lastOf(older))

  return {
    async append(id, message, { expected, scene } = {}) {
      const shard = scene === undefined ? await cachedShard(id) : shardOfScene(scene)
      if (shard === null) throw new Error(`nobody knows to which scene ${id} belongs`)
      const { own, older } = sourcesOf(streams, id, shard)
      if (!expected) return own.stream.append(own.key, message)
      const moved = await movedAt(id, older)
      if (expected.lastSeq < moved) return 'conflict'
      const lastSeq = expected.lastSeq === moved ? 0 : expected.lastSeq
      return own.stream.append(own.key, message, { ...expected, lastSeq })
    },
    async read(id, after) {
      const shard = await cachedShard(id)
      if (shard === null) return []
      const { own, older } = sourcesOf(streams, id, shard)
      const hasMoved = after > 0 && after >= (await movedAt(id, older))
      return readAll(hasMoved ? [own] : [...older, own], after)
    },
    at: async (seq) => (await streams[pairAt(seq)]?.at(seq)) ?? null,
    async last(id) {
      const shard = await cachedShard(id)
      if (shard === null) return 0
      const { own, older } = sourcesOf(streams, id, shard)
      return (await own.stream.last(own.key)) || lastOf(older)
    },
    pairOf: async (id) => pairOfShard((await cachedShard(id)) ?? 0, pairs),
    follow: (options) =>
      followPair(streams, options, async (message) => {
        const shard = message.shard ?? (await cachedShard(Number(message.key)))
        // A message without a known shard belongs to the pair that stores it.
        const pair = shard === null ? pairAt(message.seq) : pairOfShard(shard, pairs)
        return pair === options.pair
      }),
    tail: (pair) => streams[pair]!.tail(),
  }
}

/** For a single pair, where shards do not matter. */
function openUnsharded(stream: Stream): Sharded {
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

/** Where an aggregate is stored now and where it was before. The oldest subjects have no shard. */
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

/** Follows the older pairs of the pair's shards to their ends, then its own stream. */
async function followPair(
  streams: readonly Stream[],
  { pair, after: from, each, signal }: FollowOptions,
  isOwn: (message: Message) => Promise<boolean>,
): Promise<void> {
  const ownOf = async (batch: Message[]) => {
    const flags = await Promise.all(batch.map(isOwn))
    return batch.filter((_, n) => flags[n])
  }
  let after = from
  for (const other of olderPairs(pair)) {
    const end = await streams[other]!.tail()
    if (end < firstOf(other) || after >= end) continue
    const done = new AbortController()
    const take = async (batch: Message[]) => {
      const upTo = Math.min(end, batch.at(-1)?.seq ?? after)
      await each(await ownOf(batch.filter(({ seq }) => seq <= end)), upTo)
      if (upTo >= end) done.abort()
    }
    await streams[other]!.follow(after, take, AbortSignal.any([signal, done.signal]))
    if (signal.aborted) return
    after = end
  }
  const start = firstOf(pair) - 1
  if (after < start) await each([], start)
  const take = async (batch: Message[]) => each(await ownOf(batch), batch.at(-1)?.seq ?? start)
  await streams[pair]!.follow(Math.max(after, start), take, signal)
}

/** Caches values that never change. Failures and null (not known yet) are not cached. */
function memoized<T>(
  cache: Map<number, Promise<T>>,
  id: number,
  load: () => Promise<T>,
): Promise<T> {
  const cached = cache.get(id)
  if (cached) return cached
  const loading = load()
  cache.set(id, loading)
  const forget = () => void (cache.get(id) === loading && cache.delete(id))
  loading.then((value) => value === null && forget(), forget)
  return loading
}
