import type { JsMsg } from '@nats-io/jetstream'
import { storedAt } from './stored-at.ts'

/** A stored JSON message. `key` (the aggregate) and `shard` (if present) are from its subject. */
export type Message = {
  seq: number
  key: string
  shard?: number
  time: string
  json(): unknown
}

export function messageOf(m: JsMsg): Message {
  const { seq, subject } = m
  return { seq, ...parseSubject(subject), time: storedAt(m.time, m.headers), json: () => m.json() }
}

/**
 * Parses `tournament.5`, or `tournament.17.5` with a shard if the log is spread over several pairs.
 */
export function parseSubject(subject: string): Pick<Message, 'key' | 'shard'> {
  const [, first = '', second] = subject.split('.')
  return second === undefined ? { key: first } : { key: second, shard: Number(first) }
}
