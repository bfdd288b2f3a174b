import type { StoreApi } from 'zustand'
import type { LiveState } from '../../core/live/store.ts'

/** Resolves once the live rows of this screen are at a version, or beyond. */
export function waitForVersion(store: StoreApi<LiveState>, version: number): Promise<void> {
  return new Promise((resolve) => {
    if (store.getState().live.version >= version) return resolve()
    const stop = store.subscribe(({ live }) => {
      if (live.version < version) return
      stop()
      resolve()
    })
  })
}
