import type { JsMsg } from '@nats-io/jetstream'
import { takenAt } from './taken-at.ts'

/** A stored JSON message; `key`: the aggregate, from its subject, and its shard where that is in it. */
export type Message = {
  seq: number
  key: string
  shard?: number
  time: string
  json(): unknown
}

export function messageOf(m: JsMsg): Message {
  const { seq, subject } = m
  return { seq, ...placeOf(subject), time: takenAt(m.time, m.headers), json: () => m.json() }
}

/** `tournament.5`, or `tournament.17.5` where shards are spread over several pairs of streams. */
export function placeOf(subject: string): Pick<Message, 'key' | 'shard'> {
  const [, first = '', second] = subject.split('.')
  return second === undefined ? { key: first } : { key: second, shard: Number(first) }
}
