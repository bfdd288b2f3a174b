const maxSamples = 50
let latest: number[] = []

/** Records how long the server took to answer a press. */
export function recordLatency(ms: number): void {
  latest = [...latest, Math.round(ms)].slice(-maxSamples)
}

/** The median and the 95th percentile of the latest presses, in ms. */
export function latency(): { p50: number; p95: number } | null {
  return percentiles(latest)
}

export function percentiles(all: readonly number[]): { p50: number; p95: number } | null {
  if (all.length === 0) return null
  const sorted = all.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
