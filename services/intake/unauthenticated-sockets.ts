import type { WebSocket } from 'ws'
import { networkOf } from '../store/index.ts'
import type { Client } from './client.ts'

export type UnauthenticatedLimits = { most: number; mostPerAddress: number; timeoutMs: number }

/** A venue's cabinets share an address, but each of them authenticates within a second. */
export const defaultUnauthenticated = { most: 200, mostPerAddress: 20, timeoutMs: 60_000 }

type Unauthenticated = Pick<Client, 'isAuthenticated'>

/**
 * Sockets without a valid token, limited in number and age (P15). A newcomer displaces the oldest
 * one instead of being refused: otherwise idle sockets would keep cabinets out.
 */
export class UnauthenticatedSockets {
  readonly #limits: UnauthenticatedLimits
  /** the oldest first; includes clients that have authenticated since */
  readonly #sockets = new Map<WebSocket, { client: Unauthenticated; network: string }>()

  constructor(limits: UnauthenticatedLimits) {
    this.#limits = limits
  }

  enter(socket: WebSocket, client: Unauthenticated, address: string): void {
    const { most, mostPerAddress, timeoutMs } = this.#limits
    const network = networkOf(address)
    const all = [...this.#sockets].filter(([, each]) => !each.client.isAuthenticated())
    const own = all.filter(([, each]) => each.network === network)
    const [oldest] = own.length >= mostPerAddress ? own : all.length >= most ? all : []
    // Not closed politely: a silent peer would occupy the server for half a minute longer.
    if (oldest) {
      this.#sockets.delete(oldest[0])
      oldest[0].terminate()
    }
    this.#sockets.set(socket, { client, network })
    const timer = setTimeout(() => {
      if (!client.isAuthenticated()) socket.close(1008, 'no token came')
    }, timeoutMs)
    socket.on('close', () => {
      clearTimeout(timer)
      this.#sockets.delete(socket)
    })
  }
}
