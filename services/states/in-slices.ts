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
