import { networkOf } from '../../store/index.ts'

/** Counts open connections by the network of their address. */
export class ConnectionCount {
  readonly #counts = new Map<string, number>()

  of(address: string): number {
    return this.#counts.get(networkOf(address)) ?? 0
  }

  add(address: string, by: 1 | -1): void {
    const total = this.of(address) + by
    if (total === 0) this.#counts.delete(networkOf(address))
    else this.#counts.set(networkOf(address), total)
  }
}
