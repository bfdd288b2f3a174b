import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves early if the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {})
}

/** A pause that `wake` ends early; if woken since the last pause, the next one ends at once. */
export function openPause() {
  let isWoken = false
  let end = () => {}
  return {
    wake(): void {
      isWoken = true
      end()
    },
    /** returns whether it was woken */
    async wait(ms: number): Promise<boolean> {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          end = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      const wasWoken = isWoken
      isWoken = false
      return wasWoken
    },
  }
}
