import { setImmediate as nextTurn } from 'node:timers/promises'

/** Works through a long list a few at a time: between two slices everybody else has a turn (P15). */
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

/** The same for work that yields between its steps. */
export async function finishInSlices<T>(work: Generator<unknown, T>): Promise<T> {
  let sinceMs = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value
    if (performance.now() - sinceMs < sliceMs) continue
    await nextTurn()
    sinceMs = performance.now()
  }
}
