import {
  RetentionPolicy,
  StorageType,
  StoreCompression,
  jetstreamManager,
} from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { natsAddress } from '#services/log/index.ts'
import { nowMs } from '../measure/numbers.ts'

/** A stream like those of the log. */
export function streamLike(name: string) {
  return {
    name,
    subjects: [`${name}.>`],
    storage: StorageType.File,
    retention: RetentionPolicy.Limits,
    compression: StoreCompression.S2,
    duplicate_window: 0,
  }
}

type Publishing = {
  natsUrl: string
  /** texts of events; a message is an array of `perMessage` of them */
  events: string[]
  perMessage: number
  inFlight: number
}

/** Publishes messages with `inFlight` unacknowledged at a time; returns milliseconds. */
export async function publishMessages(work: Publishing): Promise<number> {
  const nc = await connect(natsAddress(work.natsUrl))
  const jsm = await jetstreamManager(nc)
  await jsm.streams.delete('raw').catch(() => {})
  await jsm.streams.add(streamLike('raw'))
  const messages: string[] = []
  for (let i = 0; i < work.events.length; i += work.perMessage) {
    messages.push(`{"events":[${work.events.slice(i, i + work.perMessage).join()}]}`)
  }
  const startMs = nowMs()
  let next = 0
  let stored = 0
  await new Promise<void>((resolve, reject) => {
    const send = () => {
      if (next < messages.length) nc.publish('raw.1', messages[next++], { reply: 'rawacks.1' })
    }
    nc.subscribe('rawacks.*', {
      callback: (error, ack) => {
        if (error || ack.string().includes('"error"')) return reject(new Error(ack.string()))
        if (++stored === messages.length) resolve()
        else send()
      },
    })
    for (let i = 0; i < work.inFlight; i++) send()
  })
  const ms = nowMs() - startMs
  await nc.close()
  return ms
}
