/** Listeners by what they listen to: news reach those alone whom they concern, however many listen. */
export class Listeners<Key, News extends unknown[]> {
  readonly #of = new Map<Key, Set<(...news: News) => void>>()

  /** Ends with the function that is returned. */
  add(key: Key, listener: (...news: News) => void): () => void {
    const own = this.#of.get(key) ?? new Set()
    this.#of.set(key, own.add(listener))
    return () => {
      own.delete(listener)
      if (own.size === 0 && this.#of.get(key) === own) this.#of.delete(key)
    }
  }

  has(key: Key): boolean {
    return this.#of.has(key)
  }

  tell(key: Key, ...news: News): void {
    for (const listener of this.#of.get(key) ?? []) listener(...news)
  }
}
