import type { TimeAnswer } from '../../../../events/view/frames.ts'

/** Between which two differences of the clocks the true one lies. */
type Sample = { least: number; most: number }
type Ports = {
  now: () => number
  send: (question: { type: 'time'; sent: number }) => void
  /** this device's clock minus the server's, in ms */
  changed: (skewMs: number) => void
}

/** The first answers of a new connection may be slow: several are asked for at once. */
const asksAtOpening = 3
const askEveryMs = 30_000
/** Clocks drift apart: what was measured longer ago than so many answers counts no more. */
const samplesKept = 10

/**
 * How far this device's clock is ahead of the server's. Only a question that was just answered tells
 * it: rows and kept frames may be of any age. The answer was written between sending and receiving,
 * so the shortest round trip is the most exact. No order depends on it (P17).
 */
export function newServerClock({ now, send, changed }: Ports) {
  let samples: Sample[] = []
  let lastSkewMs: number | null = null
  let askedAt: number | null = null
  let lastAskedAt = -Infinity
  let asksLeft = 0

  function ask(): void {
    askedAt = now()
    lastAskedAt = askedAt
    send({ type: 'time', sent: askedAt })
  }

  return {
    opened(): void {
      asksLeft = asksAtOpening - 1
      ask()
    },
    /** called at intervals while the connection is open */
    mayAsk(): void {
      const since = now() - lastAskedAt
      if (since >= askEveryMs || since < 0) ask()
    },
    answered({ sent, at }: TimeAnswer): void {
      const received = now()
      const server = Date.parse(at)
      // Not the answer to the last question, or this clock was set back while it was on its way.
      if (sent !== askedAt || received < sent || Number.isNaN(server)) return
      askedAt = null
      const sample = { least: sent - server, most: received - server }
      // Two that cannot both be true: one of the clocks was set in between.
      samples = samples.filter(({ least, most }) => least <= sample.most && sample.least <= most)
      samples = [...samples, sample].slice(-samplesKept)
      const best = samples.reduce((a, b) => (width(b) <= width(a) ? b : a))
      const skewMs = Math.round((best.least + best.most) / 2)
      if (skewMs !== lastSkewMs) changed(skewMs)
      lastSkewMs = skewMs
      if (asksLeft-- > 0) ask()
    },
  }
}

function width({ least, most }: Sample): number {
  return most - least
}
