import type { Message } from './message.ts'
import type { Stream } from './stream.ts'
import { firstOf, olderPairs, pairAt, pairOfShard, shardOfScene } from './numbers.ts'

/** What was expected of the log when a message was made; see `Stream.append`. */
type Expected = { lastSeq: number; lastOfAll?: number | undefined }
/** `upTo`: as far as the pair has been read, also where nothing of it was its own */
type Each = (batch: Message[], upTo: number) => Promise<void>

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
  follow(pair: number, after: number, each: Each, signal: AbortSignal): Promise<void>
  tail(pair: number): Promise<number>
}
type Options = {
  /** one a pair */
  streams: readonly Stream[]
  /** the shard of an aggregate, which never changes; null: nothing is known of it yet */
  shardOf(id: number): Promise<number | null>
}
type Source = { stream: Stream; key: string; pair: number }

export function openSharded({ streams, shardOf }: Options): Sharded {
  const pairs = streams.length
  const [first] = streams as [Stream, ...Stream[]]
  const known = new Map<number, Promise<number | null>>()
  /** positions of what aggregates had before they came to the pair they are in now: it stays as it is */
  const before = new Map<number, Promise<number>>()

  const shard = (id: number) => kept(known, id, () => shardOf(id))

  /** Before a shard was spread its number was in no subject. */
  function sources(id: number, shard: number): { own: Source; older: Source[] } {
    const key = `${shard}.${id}`
    const pair = pairOfShard(shard, pairs)
    const older = olderPairs(pair).map((other) => ({ stream: streams[other]!, key, pair: other }))
    const plain = { stream: first, key: `${id}`, pair: 0 }
    return { own: { stream: streams[pair]!, key, pair }, older: [plain, ...older] }
  }

  const lastOf = (all: Source[]) =>
    Promise.all(all.map(({ stream, key }) => stream.last(key))).then((found) =>
      Math.max(0, ...found),
    )

  async function append(
    id: number,
    message: unknown,
    { expected, scene }: { expected?: Expected; scene?: number } = {},
  ): Promise<{ seq: number } | 'conflict'> {
    const of = scene === undefined ? await shard(id) : shardOfScene(scene)
    if (of === null) throw new Error(`nobody knows to which scene ${id} belongs`)
    const { own, older } = sources(id, of)
    if (!expected) return own.stream.append(own.key, message)
    const moved = await kept(before, id, () => lastOf(older))
    if (expected.lastSeq < moved) return 'conflict'
    const lastSeq = expected.lastSeq === moved ? 0 : expected.lastSeq
    return own.stream.append(own.key, message, { ...expected, lastSeq })
  }

  async function read(id: number, after: number): Promise<Message[]> {
    const of = await shard(id)
    if (of === null) return []
    const { own, older } = sources(id, of)
    const moved = after === 0 ? Infinity : await kept(before, id, () => lastOf(older))
    const found = new Map<number, Message>()
    for (const { stream, key, pair } of after < moved ? [...older, own] : [own]) {
      if (pairAt(after + 1) > pair) continue
      const from = Math.max(after, firstOf(pair) - 1)
      for (const message of await stream.read(key, from)) found.set(message.seq, message)
    }
    return [...found.values()].toSorted((a, b) => a.seq - b.seq)
  }

  async function owned(pair: number, batch: Message[]): Promise<Message[]> {
    const found: Message[] = []
    for (const message of batch) {
      const of = message.shard ?? (await shard(Number(message.key)))
      // What belongs nowhere is read where it stands.
      const home = of === null ? pairAt(message.seq) : pairOfShard(of, pairs)
      if (home === pair) found.push(message)
    }
    return found
  }

  async function follow(
    pair: number,
    from: number,
    each: Each,
    signal: AbortSignal,
  ): Promise<void> {
    let after = from
    for (const other of olderPairs(pair)) {
      const end = await streams[other]!.tail()
      if (end < firstOf(other) || after >= end) continue
      const stop = new AbortController()
      await streams[other]!.follow(
        after,
        async (batch) => {
          const upTo = Math.min(end, batch.at(-1)!.seq)
          await each(
            await owned(
              pair,
              batch.filter(({ seq }) => seq <= end),
            ),
            upTo,
          )
          if (upTo >= end) stop.abort()
        },
        AbortSignal.any([signal, stop.signal]),
      )
      if (signal.aborted) return
      after = end
    }
    const start = firstOf(pair) - 1
    if (after < start) await each([], start)
    await streams[pair]!.follow(
      Math.max(after, start),
      async (batch) => each(await owned(pair, batch), batch.at(-1)!.seq),
      signal,
    )
  }

  if (pairs === 1) return openWhole(first)
  return {
    append,
    read,
    follow,
    at: async (seq) => (await streams[pairAt(seq)]?.at(seq)) ?? null,
    async last(id) {
      const of = await shard(id)
      if (of === null) return 0
      const { own, older } = sources(id, of)
      return (await own.stream.last(own.key)) || lastOf(older)
    },
    pairOf: async (id) => pairOfShard((await shard(id)) ?? 0, pairs),
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
    follow: (_, after, each, signal) =>
      stream.follow(after, (batch) => each(batch, batch.at(-1)!.seq), signal),
    tail: stream.tail,
  }
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
