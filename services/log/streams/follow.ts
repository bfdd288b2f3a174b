import { setTimeout as sleep } from 'node:timers/promises'
import type { ConsumerMessages } from '@nats-io/jetstream'
import { messageOf } from './message.ts'
import type { Message } from './message.ts'
import { Unavailable } from './unavailable.ts'

type FollowOptions = {
  /** the position of the last message already worked on */
  after: number
  each(batch: Message[]): Promise<void>
  signal: AbortSignal
  /** position of the last message of the stream, as its leader has it */
  tail(): Promise<number>
  /** how often that is compared with what has come */
  everyMs?: number
}

const maxWaiting = 5_000
const lastBatchMs = 3_000
const farewellMs = 500
const compareEveryMs = 5_000

/**
 * Calls `each` with natural batches: whatever arrived while the last batch was worked on. Throws
 * `Unavailable` when the consumer ends, and when it stands still though the stream has more.
 */
export async function follow(messages: ConsumerMessages, following: FollowOptions): Promise<void> {
  const { signal } = following
  const work = openWork(following, () => messages.stop())
  const stop = () => {
    messages.stop()
    work.stop()
  }
  signal.addEventListener('abort', stop, { once: true })
  // It may have come while the consumer was made.
  if (signal.aborted) stop()
  let { after } = following
  const watch = watchForStandstill(following, () => (work.waiting() === 0 ? after : null), stop)
  try {
    for await (const m of messages) {
      if (signal.aborted || work.failed()) break
      // A server that came back shorter than it was starts a consumer at its end, not beyond it.
      if (m.seq <= after) continue
      after = m.seq
      work.add(messageOf(m))
      while (work.waiting() >= maxWaiting && !signal.aborted && !work.failed()) await sleep(1)
    }
  } finally {
    signal.removeEventListener('abort', stop)
    watch.end()
    work.stop()
    await within(farewellMs, messages.close())
    await within(lastBatchMs, work.ended)
  }
  const failure = work.failed()
  if (signal.aborted) return
  if (failure) throw failure.cause
  throw new Unavailable(
    watch.stoodStill() ? 'following the log stood still' : 'following the log ended',
  )
}

/**
 * After an election a consumer may wait for ever with nothing wrong on its connection. `position` is
 * the last message that came, or null while there is work left. Twice in a row behind the same end
 * of the stream is a standstill.
 */
function watchForStandstill(
  { tail, everyMs = compareEveryMs }: FollowOptions,
  position: () => number | null,
  stop: () => void,
) {
  let behind: { at: number; end: number } | null = null
  let isStill = false
  const compare = async () => {
    const end = await tail().catch(() => null)
    const at = position()
    if (end === null || at === null || at >= end) return void (behind = null)
    isStill = behind?.at === at && at < behind.end
    behind = { at, end }
    if (isStill) stop()
  }
  const timer = setInterval(() => void compare(), everyMs)
  return { end: () => clearInterval(timer), stoodStill: () => isStill }
}

function openWork({ each }: FollowOptions, failing: () => void) {
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
      failing()
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
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
