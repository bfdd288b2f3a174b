import { WebSocket } from 'ws'

/** JSON as a program reads it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = Record<string, any>
export type Client = {
  /** what the program would have failed on */
  errors: string[]
  heard: Json[]
  ready: Promise<unknown>
  close(): void
}

/** A program's connection: it reads JSON, and anything that is none is an error of its. */
export function connect(
  url: string,
  each: (message: Json, socket: WebSocket) => void,
  begin: (socket: WebSocket) => void = () => {},
): Client {
  const socket = new WebSocket(url.replace(/^http/, 'ws'))
  const errors: string[] = []
  const heard: Json[] = []
  const ready = new Promise((resolve) => {
    socket.on('open', () => {
      begin(socket)
      resolve(null)
    })
  })
  socket.on('error', (error) => errors.push(`${url}: ${error.message}`))
  socket.on('message', (data: Buffer) => {
    try {
      const message = JSON.parse(data.toString()) as Json
      heard.push(message)
      each(message, socket)
    } catch (error) {
      errors.push(`${url}: ${String(error)} in ${data.toString()}`)
    }
  })
  return { errors, heard, ready, close: () => socket.terminate() }
}

/** What a program counts on; it fails without it. */
export function need(holds: unknown, what: string): asserts holds {
  if (!holds) throw new Error(what)
}
