import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves early if the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => {})
}
