/** Listeners by key, so that a notification costs only the listeners of its key. */
export class Listeners<Key, Args extends unknown[]> {
  readonly #byKey = new Map<Key, Set<(...args: Args) => void>>()

  /** Returns a function that removes the listener. */
  add(key: Key, listener: (...args: Args) => void): () => void {
    const listeners = this.#byKey.get(key) ?? new Set()
    this.#byKey.set(key, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#byKey.get(key) === listeners) this.#byKey.delete(key)
    }
  }

  has(key: Key): boolean {
    return this.#byKey.has(key)
  }

  notify(key: Key, ...args: Args): void {
    for (const listener of this.#byKey.get(key) ?? []) listener(...args)
  }
}
