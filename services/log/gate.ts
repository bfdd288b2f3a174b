import { setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from './unavailable.ts'
import type { Bus } from './bus.ts'

/** What the projector says after comparing the log with the witness (P9). */
export type Verdict = { ok: true } | { ok: false; reason: string }

/** The log differs from what the database saw: no command is taken until a person repairs it. */
export class WritingStopped extends Error {
  readonly retryable = false
  readonly code = 'LOG_DIFFERS'
  override readonly name = 'WritingStopped'
}

/**
 * Closed until a projector has compared the log with the witness, and again after every reconnect,
 * because a server may come back with an older disk.
 */
export function openGate(log: Bus) {
  let verdict: Verdict | null = null
  let asking: Promise<void> | null = null
  const ends = [
    log.onReconnect(() => (verdict = null)),
    log.subscribe('witness.broken', (message) => (verdict = message as Verdict)),
  ]

  async function ask(): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        verdict = (await log.ask('witness.verify', {}, 1_000)) as Verdict
        return
      } catch (error) {
        if (attempt >= 2 || !(error instanceof Unavailable)) throw error
        await sleep(200)
      }
    }
  }

  return {
    async open(): Promise<void> {
      if (!verdict) {
        asking ??= ask().finally(() => (asking = null))
        await asking
      }
      const said = verdict
      if (said?.ok) return
      // A person may have repaired it meanwhile: the next command asks again.
      verdict = null
      throw new WritingStopped(
        said?.reason ?? 'The log has not been compared with the database yet.',
      )
    },
    close(): void {
      for (const end of ends) end()
    },
  }
}
