import type { Write } from '../core/rest.ts'
import type { useConfirmedMutation } from './useConfirmedMutation.ts'

type Send = ReturnType<typeof useConfirmedMutation>['send']

/** Sends the writes in order. A refusal stops; the remaining writes can be sent again. */
export function sendInOrder(send: Send, writes: Write[], onDone: () => void): Promise<void> {
  const [first, ...rest] = writes
  if (!first) return Promise.resolve(onDone())
  return send(first, () => void sendInOrder(send, rest, onDone))
}
