import { WebSocket } from 'ws'
import { limitMs } from '../support/limits.ts'

/** A JSON object, untyped. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = Record<string, any>
export type Client = {
  /** errors on which the program would have failed */
  errors: string[]
  messages: Json[]
  ready: Promise<unknown>
  close(): void
}

/**
 * The connection of a program. A message that is not JSON, or that `onMessage` throws on, is an
 * error.
 */
export function connect(
  url: string,
  onMessage: (message: Json, socket: WebSocket) => void,
  onOpen: (socket: WebSocket) => void = () => {},
): Client {
  const socket = new WebSocket(url.replace(/^http/, 'ws'))
  const errors: string[] = []
  const messages: Json[] = []
  const ready = new Promise((resolve) => {
    socket.on('open', () => {
      onOpen(socket)
      resolve(null)
    })
  })
  socket.on('error', (error) => errors.push(`${url}: ${error.message}`))
  socket.on('message', (data: Buffer) => {
    try {
      const message = JSON.parse(data.toString()) as Json
      messages.push(message)
      onMessage(message, socket)
    } catch (error) {
      errors.push(`${url}: ${String(error)} in ${data.toString()}`)
    }
  })
  return { errors, messages, ready, close: () => socket.terminate() }
}

/** Throws if something that the program relies on is missing. */
export function assert(condition: unknown, description: string): asserts condition {
  if (!condition) throw new Error(description)
}

/** One request without a retry. */
export async function fetchJson(url: string): Promise<Json> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(limitMs.wait) })
  assert(answer.status === 200, `${url}: ${answer.status}`)
  return (await answer.json()) as Json
}
