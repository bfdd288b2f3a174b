import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { openViewer } from './viewer.ts'
import type { Viewer } from './viewer.ts'

const pingEveryMs = 30_000

/** All open sockets of the fan-out; those that do not answer a ping are gone. */
export class Viewers {
  readonly #answered = new Map<WebSocket, boolean>()
  readonly #pings = setInterval(() => this.#ping(), pingEveryMs)

  size(): number {
    return this.#answered.size
  }

  enter(socket: WebSocket, request: FastifyRequest, left: () => void): Viewer {
    this.#answered.set(socket, true)
    socket.on('pong', () => this.#answered.set(socket, true))
    socket.on('close', () => {
      this.#answered.delete(socket)
      left()
    })
    return openViewer(socket, request.raw.socket)
  }

  stop(): void {
    clearInterval(this.#pings)
  }

  #ping(): void {
    for (const [socket, answered] of this.#answered) {
      if (!answered) {
        socket.terminate()
        continue
      }
      this.#answered.set(socket, false)
      socket.ping()
    }
  }
}
