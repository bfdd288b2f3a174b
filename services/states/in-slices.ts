import { setImmediate as nextTurn } from 'node:timers/promises'

/** Processes a long list in slices and yields to the event loop between them (P15). */
export async function inSlices<T>(
  items: readonly T[],
  size: number,
  each: (item: T) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % size === 0) await nextTurn()
    each(item)
  }
}

const sliceMs = 5

/** Runs a generator to its end, yielding to the event loop every few milliseconds (P15). */
export async function finishInSlices<T>(work: Generator<unknown, T>): Promise<T> {
  let sinceMs = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() - sinceMs < sliceMs) continue
    await nextTurn()
    sinceMs = performance.now()
  }
}
