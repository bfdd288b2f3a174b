import { DeliverPolicy, DiscardPolicy, JetStreamApiError, RetentionPolicy, StorageType, StoreCompression } from '@nats-io/jetstream'
import type { ConsumerMessages, JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import { Unavailable } from './unavailable.ts'

/** One stream of JSON messages, a subject an aggregate. */
export type Message = { seq: number; time: string; json(): unknown }
export type Stream = {
  append(key: string, message: unknown, lastSeq?: number): Promise<{ seq: number } | 'conflict'>
  read(key: string, afterSeq: number): Promise<Message[]>
  at(seq: number): Promise<Message | null>
  tail(): Promise<number>
  follow(after: number, each: (batch: Message[]) => Promise<void>, signal: AbortSignal): Promise<void>
}
type Options = { js: JetStreamClient; jsm: JetStreamManager; name: string; subjects: string }

const wrongLastSequence = 10071
const noMessage = 10037
/** Below this, single look-ups beat making a consumer. */
const fewMessages = 4
const mostWaiting = 5_000

export async function openStream({ js, jsm, name, subjects }: Options): Promise<Stream> {
  await jsm.streams
    .add({
      name,
      subjects: [`${subjects}.>`],
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.New,
      deny_delete: true,
      deny_purge: true,
      compression: StoreCompression.S2,
      duplicate_window: 0,
    })
    .catch(unavailable)

  async function append(key: string, message: unknown, lastSeq?: number) {
    const expect = lastSeq === undefined ? undefined : { lastSubjectSequence: lastSeq }
    try {
      const ack = await js.publish(`${subjects}.${key}`, JSON.stringify(message), {
        timeout: 1_000,
        ...(expect ? { expect } : {}),
      })
      return { seq: ack.seq }
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === wrongLastSequence) return 'conflict'
      return unavailable(error)
    }
  }

  async function get(query: { seq: number; next_by_subj?: string } | { last_by_subj: string }) {
    try {
      const found = await jsm.streams.getMessage(name, query as never)
      if (!found) return null
      return { seq: found.seq, time: found.time.toISOString(), json: () => found.json() }
    } catch (error) {
      if (error instanceof JetStreamApiError && error.code === noMessage) return null
      return unavailable(error)
    }
  }

  async function read(key: string, afterSeq: number): Promise<Message[]> {
    const subject = `${subjects}.${key}`
    const found: Message[] = []
    let after = afterSeq
    for (let i = 0; i < fewMessages; i++) {
      const next = await get({ seq: after + 1, next_by_subj: subject })
      if (!next) return found
      found.push(next)
      after = next.seq
    }
    const last = await get({ last_by_subj: subject })
    if (!last || last.seq <= after) return found
    const messages = await consume(after, subject)
    try {
      for await (const m of messages) {
        found.push(plain(m))
        if (m.seq >= last.seq) break
      }
    } catch (error) {
      return unavailable(error)
    } finally {
      await messages.close()
    }
    return found
  }

  async function consume(after: number, subject?: string): Promise<ConsumerMessages> {
    const filter = subject ? { filter_subjects: [subject] } : {}
    try {
      const consumer = await js.consumers.get(name, {
        deliver_policy: DeliverPolicy.StartSequence,
        opt_start_seq: after + 1,
        ...filter,
      })
      return await consumer.consume({ max_messages: 1_000 })
    } catch (error) {
      return unavailable(error)
    }
  }

  /** Natural batches: whatever arrived while the last batch was worked on. */
  async function follow(
    after: number,
    each: (batch: Message[]) => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    if (signal.aborted) return
    const messages = await consume(after)
    let waiting: Message[] = []
    let failed: unknown
    let wake = () => {}
    const stop = () => {
      messages.stop()
      wake()
    }
    signal.addEventListener('abort', stop, { once: true })
    const worked = (async () => {
      while (!signal.aborted) {
        if (waiting.length === 0) {
          await new Promise<void>((resolve) => (wake = resolve))
          continue
        }
        const batch = waiting
        waiting = []
        await each(batch)
      }
    })().catch((error: unknown) => {
      failed = error
      messages.stop()
    })
    try {
      for await (const m of messages) {
        if (signal.aborted || failed) break
        waiting.push(plain(m))
        wake()
        while (waiting.length >= mostWaiting && !signal.aborted && !failed) await pause(1)
      }
      if (!signal.aborted && !failed) failed = new Unavailable(`following ${name} ended`)
    } catch (error) {
      failed ??= error
    } finally {
      signal.removeEventListener('abort', stop)
      await messages.close()
    }
    if (failed && !signal.aborted) throw failed
    await Promise.race([worked, pause(5_000)])
  }

  return {
    append,
    read,
    at: (seq) => get({ seq }),
    tail: async () => (await jsm.streams.info(name).catch(unavailable)).state.last_seq,
    follow,
  }
}

function plain(m: { seq: number; time: Date; json(): unknown }): Message {
  return { seq: m.seq, time: m.time.toISOString(), json: () => m.json() }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function unavailable(cause: unknown): never {
  if (cause instanceof Unavailable) throw cause
  const why = cause instanceof Error ? cause.message : String(cause)
  throw new Unavailable(`the log did not take or give a message: ${why}`, { cause })
}
