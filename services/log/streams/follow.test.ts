import type { ConsumerMessages, JsMsg } from '@nats-io/jetstream'
import { expect, test, vi } from 'vitest'
import { follow } from './follow.ts'

/** A consumer that delivers only the messages passed to `give`. */
function consumer() {
  const waiting: number[] = []
  let wake = () => {}
  let isStopped = false
  const stop = () => {
    isStopped = true
    wake()
  }
  async function* all() {
    while (!isStopped) {
      const seq = waiting.shift()
      if (seq === undefined) await new Promise<void>((resolve) => (wake = resolve))
      else yield { seq, subject: 'a.1', time: new Date(0), json: () => seq } as unknown as JsMsg
    }
  }
  const messages = { [Symbol.asyncIterator]: all, stop, close: async () => {} }
  return {
    messages: messages as unknown as ConsumerMessages,
    give(seq: number): void {
      waiting.push(seq)
      wake()
    },
  }
}
const everyMs = 10

async function started(
  tail: () => Promise<number>,
  work: () => Promise<void> = async () => {},
  hasMore: () => Promise<boolean> = async () => true,
) {
  const { messages, give } = consumer()
  const received: number[] = []
  const ending = new AbortController()
  let ended: unknown = null
  const done = follow(messages, {
    after: 0,
    signal: ending.signal,
    tail,
    hasMore,
    everyMs,
    async each(batch) {
      await work()
      received.push(...batch.map(({ seq }) => seq))
    },
  }).then(
    () => (ended = 'in peace'),
    (error: unknown) => (ended = error),
  )
  return { give, received, done, ending, ended: () => ended }
}
const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await vi.advanceTimersByTimeAsync(everyMs)
}

test('gives up a consumer that makes no progress while the stream grows', async () => {
  vi.useFakeTimers()
  const { give, received, done, ended } = await started(async () => 3)
  give(1)
  await turns(5)
  await done
  expect(received).toEqual([1])
  expect(ended()).toMatchObject({ message: 'the log gave nothing after 1, but ends at 3' })
  vi.useRealTimers()
})

test('P9: tells a stream that has lost its end from a consumer that makes no progress', async () => {
  vi.useFakeTimers()
  const gone = async () => false
  const { give, done, ended } = await started(async () => 3, undefined, gone)
  give(1)
  await turns(5)
  await done
  expect(ended()).toMatchObject({ end: 3, message: expect.stringContaining('has lost') })
  vi.useRealTimers()
})

test('keeps a consumer that is at the end, one that advances, and one that cannot be compared', async () => {
  vi.useFakeTimers()
  let end: number | null = 1
  const follower = await started(async () => {
    if (end === null) throw new Error('away')
    return end
  })
  follower.give(1)
  await turns(5)
  for (let seq = 2; seq < 6; seq++) {
    end = 10
    follower.give(seq)
    await turns(1)
  }
  end = null
  await turns(5)
  expect(follower.ended()).toBe(null)
  follower.ending.abort()
  await vi.advanceTimersByTimeAsync(5_000)
  await follower.done
  expect([follower.received, follower.ended()]).toEqual([[1, 2, 3, 4, 5], 'in peace'])
  vi.useRealTimers()
})

test('slow processing is not taken for a stalled consumer', async () => {
  vi.useFakeTimers()
  let finish = () => {}
  const follower = await started(
    async () => 2,
    () => new Promise<void>((resolve) => (finish = resolve)),
  )
  follower.give(1)
  await turns(1)
  follower.give(2)
  await turns(20)
  expect(follower.ended()).toBe(null)
  finish()
  await turns(1)
  finish()
  follower.ending.abort()
  await vi.advanceTimersByTimeAsync(5_000)
  await follower.done
  expect(follower.received).toEqual([1, 2])
  vi.useRealTimers()
})
