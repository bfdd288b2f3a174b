import { JetStreamApiError, jetstream } from '@nats-io/jetstream'
import type { JetStreamManager } from '@nats-io/jetstream'
import { connect, headers } from '@nats-io/transport-node'
import { natsAddress } from '#services/log/index.ts'
import { storedAt, timeHeader } from '#services/log/streams/stored-at.ts'

const noMessage = 10037

/**
 * Leaves messages out of a stream, as a damaged disk would. Our streams allow no deletion, so it is
 * created anew, with all other messages at their positions and with their times.
 */
export async function loseMessages(
  url: string,
  stream: string,
  positions: readonly number[],
): Promise<void> {
  const nc = await connect(natsAddress(url))
  try {
    const js = jetstream(nc)
    const jsm = await js.jetstreamManager()
    const { config, state } = await jsm.streams.info(stream)
    const messages = await messagesOf(jsm, stream, state)
    await jsm.streams.delete(stream)
    await jsm.streams.add({ ...config, deny_delete: false, first_seq: state.first_seq })
    const filler = config.subjects[0]!.replace(/[>*]$/, 'lost')
    for (let seq = state.first_seq; seq <= state.last_seq; seq++) {
      const message = messages.get(seq)
      const all = headers()
      for (const [key, values] of message?.header ?? []) {
        for (const value of values) if (!/^Nats-/i.test(key)) all.append(key, value)
      }
      if (message) all.set(timeHeader, storedAt(message.time, message.header))
      await js.publish(message?.subject ?? filler, message?.data ?? '', { headers: all })
      if (!message || positions.includes(seq)) await jsm.streams.deleteMessage(stream, seq)
    }
    await jsm.streams.update(stream, { deny_delete: true })
  } finally {
    await nc.drain()
  }
}

async function messagesOf(
  jsm: JetStreamManager,
  stream: string,
  { first_seq: first, last_seq: last }: { first_seq: number; last_seq: number },
) {
  const found = new Map<number, NonNullable<Awaited<ReturnType<typeof jsm.streams.getMessage>>>>()
  for (let seq = first; seq <= last; seq++) {
    const message = await jsm.streams.getMessage(stream, { seq }).catch((error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === noMessage) return null
      throw error
    })
    if (message) found.set(seq, message)
  }
  return found
}
