import type { TimeAnswer } from '#events/view/frames.ts'

/** Bounds for the clock skew in ms, from one exchange with the server. */
type Sample = { min: number; max: number }
type Ports = {
  now: () => number
  send: (request: { type: 'time'; sent: number }) => void
  /** this device's clock minus the server's, in ms */
  changed: (skewMs: number) => void
}

/** The first answers on a new connection may be slow, so several requests are sent at the start. */
const requestsAtOpening = 3
const requestEveryMs = 30_000
/** Clocks drift, so only the latest samples count. */
const samplesKept = 10

/**
 * Measures how far this device's clock is ahead of the server's. Only the answer to a recent
 * request tells: rows and cached frames may be of any age. The server wrote its time between
 * sending and receiving, so the shortest round trip is the most exact. No ordering depends on the
 * skew (P17).
 */
export function newServerClock({ now, send, changed }: Ports) {
  let samples: Sample[] = []
  let lastSkewMs: number | null = null
  /** the time of the request that awaits an answer */
  let pendingSince: number | null = null
  let lastRequestAt = -Infinity
  let requestsLeft = 0

  function request(): void {
    pendingSince = now()
    lastRequestAt = pendingSince
    send({ type: 'time', sent: pendingSince })
  }

  return {
    opened(): void {
      requestsLeft = requestsAtOpening - 1
      request()
    },
    /** called at intervals while the connection is open; requests the time if that is due */
    tick(): void {
      const since = now() - lastRequestAt
      if (since >= requestEveryMs || since < 0) request()
    },
    answered({ sent, at }: TimeAnswer): void {
      const received = now()
      const server = Date.parse(at)
      // Not the answer to the last request, or this clock was set back in the meantime.
      if (sent !== pendingSince || received < sent || Number.isNaN(server)) return
      pendingSince = null
      const sample = { min: sent - server, max: received - server }
      // Samples that contradict the new one are dropped: one of the clocks was set in between.
      samples = samples.filter(({ min, max }) => min <= sample.max && sample.min <= max)
      samples = [...samples, sample].slice(-samplesKept)
      const best = samples.reduce((a, b) => (width(b) <= width(a) ? b : a))
      const skewMs = Math.round((best.min + best.max) / 2)
      if (skewMs !== lastSkewMs) changed(skewMs)
      lastSkewMs = skewMs
      if (requestsLeft-- > 0) request()
    },
  }
}

function width({ min, max }: Sample): number {
  return max - min
}
