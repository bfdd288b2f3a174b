import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { openViewer } from './viewer.ts'
import type { Viewer } from './viewer.ts'

const pingEveryMs = 30_000

/** All open sockets of the fanout; sockets that do not answer a ping are closed. */
export class Viewers {
  readonly #hasAnswered = new Map<WebSocket, boolean>()
  readonly #pings = setInterval(() => this.#ping(), pingEveryMs)

  size(): number {
    return this.#hasAnswered.size
  }

  enter(socket: WebSocket, request: FastifyRequest, onLeave: () => void): Viewer {
    this.#hasAnswered.set(socket, true)
    socket.on('pong', () => this.#hasAnswered.set(socket, true))
    socket.on('close', () => {
      this.#hasAnswered.delete(socket)
      onLeave()
    })
    return openViewer(socket, request.raw.socket)
  }

  stop(): void {
    clearInterval(this.#pings)
  }

  #ping(): void {
    for (const [socket, hasAnswered] of this.#hasAnswered) {
      if (!hasAnswered) {
        socket.terminate()
        continue
      }
      this.#hasAnswered.set(socket, false)
      socket.ping()
    }
  }
}
