import type { ConsumerMessages } from '@nats-io/jetstream'
import type { Message } from './stream.ts'
import { takenAt } from './taken-at.ts'
import { Unavailable } from './unavailable.ts'

type FollowOptions = {
  /** the position of the last message already worked on */
  after: number
  each(batch: Message[]): Promise<void>
  signal: AbortSignal
}

const maxWaiting = 5_000
const lastBatchMs = 3_000
const farewellMs = 500

/** Calls `each` with natural batches: whatever arrived while the last batch was worked on. */
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
  try {
    for await (const m of messages) {
      if (signal.aborted || work.failed()) break
      // A server that came back shorter than it was starts a consumer at its end, not beyond it.
      if (m.seq <= after) continue
      after = m.seq
      work.add({ seq: m.seq, time: takenAt(m.time, m.headers), json: () => m.json() })
      while (work.waiting() >= maxWaiting && !signal.aborted && !work.failed()) await pause(1)
    }
  } finally {
    signal.removeEventListener('abort', stop)
    work.stop()
    await within(farewellMs, messages.close())
    await within(lastBatchMs, work.ended)
  }
  const failure = work.failed()
  if (signal.aborted) return
  if (failure) throw failure.cause
  throw new Unavailable('following the log ended')
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
