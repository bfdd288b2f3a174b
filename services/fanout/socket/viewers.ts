import type { FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { ConnectionCount } from '../../web/index.ts'
import { openViewer } from './viewer.ts'
import type { Viewer } from './viewer.ts'

const pingEveryMs = 30_000

/** All open sockets of the fanout; sockets that do not answer a ping are closed. */
export class Viewers {
  readonly #hasAnswered = new Map<WebSocket, boolean>()
  readonly #byAddress = new ConnectionCount()
  readonly #pings = setInterval(() => this.#ping(), pingEveryMs)

  size(): number {
    return this.#hasAnswered.size
  }

  from(address: string): number {
    return this.#byAddress.of(address)
  }

  enter(socket: WebSocket, request: FastifyRequest, onLeave: () => void): Viewer {
    const { ip } = request
    this.#hasAnswered.set(socket, true)
    this.#byAddress.add(ip, 1)
    socket.on('pong', () => this.#hasAnswered.set(socket, true))
    socket.on('close', () => {
      this.#hasAnswered.delete(socket)
      this.#byAddress.add(ip, -1)
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
