export function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2
}

/** What is reported of many times. */
export const summaries: [words: string, of: (times: number[]) => number][] = [
  ['median', median],
  ['p95', (times) => quantile(times, 0.95)],
  ['max', (times) => Math.max(...times)],
]

/** The machine's monotonic clock, the same in every process. */
export function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

export type Pairs<T> = { product: T[]; baseline: T[] }

/** Time limit; on a slow machine there are fewer pairs. */
const maxMs = 25_000

/** Order A B B A A B …, so that drift affects both sides equally. */
export async function alternate<T>(
  pairs: number,
  sides: { product: () => Promise<T>; baseline: () => Promise<T> },
): Promise<Pairs<T>> {
  const found: Pairs<T> = { product: [], baseline: [] }
  const untilMs = nowMs() + maxMs
  for (let pair = 0; pair < pairs && (pair === 0 || nowMs() < untilMs); pair++) {
    const order =
      pair % 2 === 0 ? (['product', 'baseline'] as const) : (['baseline', 'product'] as const)
    for (const side of order) found[side].push(await sides[side]())
  }
  return found
}

/** The median of the ratios of paired values. */
export function ratioOf({ product, baseline }: Pairs<number>): number {
  return median(product.map((value, i) => value / (baseline[i] ?? Number.NaN)))
}
