import { calmEveryMs, openThrottle } from './throttle.ts'
import type { Viewer } from './viewer.ts'

/** Wraps a viewer so that its messages are batched once a second; the first is sent at once. */
export function batchedViewer(viewer: Viewer): Viewer {
  let waiting: Buffer[] = []
  const throttle = openThrottle<Viewer>(calmEveryMs, () => {
    const bytes = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting)
    waiting = []
    viewer.send(bytes)
  })
  return {
    ...viewer,
    send(bytes) {
      waiting.push(bytes)
      throttle.touch(viewer)
    },
  }
}
