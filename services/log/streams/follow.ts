import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerMessages } from '@nats-io/jetstream'
import { messageOf } from './message.ts'
import type { Message } from './message.ts'
import { LostEnd, Unavailable } from './unavailable.ts'

type FollowOptions = {
  /** the position of the last message already processed */
  after: number
  each(batch: Message[]): Promise<void>
  signal: AbortSignal
  /** position of the last message of the stream, from its leader */
  tail(): Promise<number>
  /** whether the stream has a message after a position */
  hasMore(after: number): Promise<boolean>
  /** how often the tail is compared with the last message received */
  everyMs?: number
}

const maxWaiting = 5_000
const lastBatchMs = 3_000
const closeTimeoutMs = 500
const compareEveryMs = 5_000

/**
 * Calls `each` with natural batches: all messages that arrived while the previous batch was
 * processed. Throws `Unavailable` when the consumer ends, or stands still although the stream has
 * more messages, and `LostEnd` if it has lost all of those up to its end.
 */
export async function follow(messages: ConsumerMessages, options: FollowOptions): Promise<void> {
  const { signal } = options
  const work = openWorker(options, () => messages.stop())
  const stop = () => {
    messages.stop()
    work.stop()
  }
  signal.addEventListener('abort', stop, { once: true })
  // The signal may have been aborted while the consumer was created.
  if (signal.aborted) stop()
  let { after } = options
  const watch = watchForStandstill(options, () => (work.waiting() === 0 ? after : null), stop)
  try {
    for await (const m of messages) {
      if (signal.aborted || work.failed()) break
      // On a server that lost messages a consumer starts at the end of the stream, before `after`.
      if (m.seq <= after) continue
      after = m.seq
      work.add(messageOf(m))
      while (work.waiting() >= maxWaiting && !signal.aborted && !work.failed()) await sleep(1)
    }
  } finally {
    signal.removeEventListener('abort', stop)
    watch.end()
    work.stop()
    await within(closeTimeoutMs, messages.close())
    await within(lastBatchMs, work.ended)
  }
  const failure = work.failed()
  if (signal.aborted) return
  if (failure) throw failure.cause
  const still = watch.stoodStill()
  if (still && !(await options.hasMore(still.at).catch(() => true))) throw new LostEnd(still)
  throw new Unavailable(
    still
      ? `the log gave nothing after ${still.at}, but ends at ${still.end}`
      : 'following the log ended',
  )
}

/**
 * After an election a consumer may wait forever although its connection is healthy. `position`
 * returns the last message received, or null while messages wait for processing. It is a standstill
 * if two comparisons in a row find the same position before the end that the stream had at the
 * first one.
 */
function watchForStandstill(
  { tail, everyMs = compareEveryMs }: FollowOptions,
  position: () => number | null,
  stop: () => void,
) {
  let behind: { at: number; end: number } | null = null
  let isStill = false
  const stoodStill = () => (isStill ? behind : null)
  const compare = async () => {
    const end = await tail().catch(() => null)
    const at = position()
    if (end === null || at === null || at >= end) return void (behind = null)
    isStill = behind?.at === at && at < behind.end
    behind = { at, end }
    if (isStill) stop()
  }
  const timer = setInterval(() => void compare(), everyMs)
  return { end: () => clearInterval(timer), stoodStill }
}

function openWorker({ each }: FollowOptions, onFailure: () => void) {
  let waiting: Message[] = []
  let wake = () => {}
  let stopped = false
  let failure: { cause: unknown } | null = null

  async function run(): Promise<void> {
    while (!stopped) {
      if (waiting.length === 0) {
        await new Promise<void>((resolve) => (wake = resolve))
        continue
      }
      const batch = waiting
      waiting = []
      await each(batch)
    }
  }

  return {
    ended: run().catch((cause: unknown) => {
      failure = { cause }
      onFailure()
    }),
    add(message: Message): void {
      waiting.push(message)
      wake()
    },
    waiting: () => waiting.length,
    failed: () => failure,
    stop(): void {
      stopped = true
      wake()
    },
  }
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, sleep(ms, undefined, { ref: false })])
}
