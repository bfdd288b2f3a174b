import type { JsMsg } from '@nats-io/jetstream'
import { takenAt } from './taken-at.ts'

/** A stored JSON message; `key`: the aggregate, from its subject. */
export type Message = { seq: number; key: string; time: string; json(): unknown }

export function messageOf(m: JsMsg): Message {
  const { seq, subject } = m
  return { seq, key: keyOf(subject), time: takenAt(m.time, m.headers), json: () => m.json() }
}

export function keyOf(subject: string): string {
  return subject.slice(subject.indexOf('.') + 1)
}
